import * as z from 'zod/mini'
import type { ProjectSession } from '../firebase/project-session.ts'

const backup = z.object({
  id: z.string(),
  kind: z.enum(['nightly', 'by-hand', 'before-restore']),
  /** RFC 3339, like every time here. */
  createdAt: z.string(),
  documents: z.number(),
  files: z.number(),
  /** Of the files: those whose content the server itself lacked. */
  missingFiles: z.number(),
  sizeBytes: z.number(),
  verifiedAt: z.nullable(z.string()),
})
const deletedBackup = z.extend(backup, {
  deletedAt: z.string(),
  /** Until then it can be taken back. */
  endsAt: z.string(),
})
const job = z.object({
  kind: z.enum(['backup', 'restore']),
  backup: z.string(),
  /** Of a restore: what was closed since is open again. */
  exactly: z.boolean(),
  phase: z.enum(['store', 'files', 'verify', 'replace']),
  /** Bytes in the phase `store`, files in the phase `files`; a total of 0 is not known. */
  done: z.number(),
  total: z.number(),
  startedAt: z.string(),
  finishedAt: z.nullable(z.string()),
  error: z.nullable(z.object({ reason: z.string(), message: z.string() })),
})
const list = z.object({
  backups: z.array(backup),
  deleted: z.array(deletedBackup),
  job: z.nullable(job),
  nightly: z.nullable(z.object({ nextAt: z.string(), kept: z.number() })),
})

export type Backup = z.infer<typeof backup>
export type DeletedBackup = z.infer<typeof deletedBackup>
export type BackupJob = z.infer<typeof job>
export type BackupList = z.infer<typeof list>

/** The backups of a project, the newest first, and what is under way. */
export async function listBackups(project: ProjectSession): Promise<BackupList> {
  return await project.call({ path: pathOf(project), answer: list })
}

/** Resolves when the backup has begun. */
export async function beginBackup(project: ProjectSession): Promise<void> {
  await project.call({ method: 'POST', path: pathOf(project), answer: z.unknown() })
}

/** Resolves when the restore has begun. `isExact`: what was closed since is open again. */
export async function beginRestore(
  project: ProjectSession,
  { id, isExact }: { readonly id: string; readonly isExact: boolean },
): Promise<void> {
  const body = { exactly: isExact }
  await project.call({ method: 'POST', path: `${pathOf(project)}/${id}/restore`, body, answer: z.unknown() })
}

/** It can be taken back for some days. Throws `not-found` for one that is gone already. */
export async function deleteBackup(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'DELETE', path: `${pathOf(project)}/${id}`, answer: z.unknown() })
}

/** It is listed again. Throws `not-found` for one that is gone for good. */
export async function undeleteBackup(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'POST', path: `${deletedPathOf(project)}/${id}/undelete`, answer: z.unknown() })
}

/** A deleted one, for good, at once. Throws as `undeleteBackup`. */
export async function removeDeletedBackup(project: ProjectSession, id: string): Promise<void> {
  await project.call({ method: 'DELETE', path: `${deletedPathOf(project)}/${id}`, answer: z.unknown() })
}

function deletedPathOf(project: ProjectSession): string {
  return pathOf(project).replace(/backups$/, 'deleted-backups')
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/backups`
}
