import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { type AuditEntry, listAudit } from '../../../shared/audit/list-audit.ts'

/** What entries of sign-ins that failed, and of those that were held up, have in common. */
const action = 'account.'

export interface FailedSignIns {
  /** The newest first. */
  readonly entries: readonly AuditEntry[]
  /** Whether the log goes further back than was looked. */
  readonly isPartial: boolean
}

/** Where in the audit log they are. */
export function failedSignInsSearch(email: string): {
  readonly section: 'audit'
  readonly action: string
  readonly target: string
} {
  return { section: 'audit', action, target: email }
}

/** Sign-ins with an address that failed lately, as far as one page of the log reaches. Owners of the project may ask. */
export async function listFailedSignIns(project: ProjectSession, email: string): Promise<FailedSignIns> {
  const { rows, nextPageToken } = await listAudit(project, { actor: '', action, target: email }, undefined)
  // The log answers with longer addresses, too.
  const isOfUser = ({ target }: AuditEntry): boolean => target.toLowerCase() === email.toLowerCase()
  return { entries: rows.filter(isOfUser), isPartial: nextPageToken !== undefined }
}
