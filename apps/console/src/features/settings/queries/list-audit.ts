import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { ListPage } from '../../../ui/use-pages.ts'

const auditEntry = z.object({
  /** From 1, without gaps. */
  number: z.number(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  actor: z.object({ kind: z.string(), uid: z.optional(z.string()), id: z.optional(z.string()) }),
  /** Such as `service-keys.create`. */
  action: z.string(),
  target: z.string(),
  detail: z.optional(z.record(z.string(), z.string())),
  address: z.optional(z.string()),
  requestId: z.optional(z.string()),
  hash: z.string(),
})

const auditPage = z.object({ entries: z.array(auditEntry), nextPageToken: z.optional(z.string()) })

export type AuditEntry = z.infer<typeof auditEntry>

const pageSize = 100

/** What was done to a project, the newest first. */
export async function listAudit(project: ProjectSession, pageToken: string | undefined): Promise<ListPage<AuditEntry>> {
  const query = new URLSearchParams({ pageSize: String(pageSize), ...(pageToken !== undefined && { pageToken }) })
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/audit?${query}`
  const { entries, nextPageToken } = await project.call({ path, answer: auditPage })
  return { rows: entries, nextPageToken }
}
