import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, time } from './fields.ts'

const backup = z.object({
  id: z.string(),
  kind: z.enum(['nightly', 'by-hand', 'before-restore']),
  createdAt: time,
  documents: z.number(),
  files: z.number(),
  /** Of the files: those whose content the server itself lacked. */
  missingFiles: z.number(),
  sizeBytes: z.number(),
  verifiedAt: z.nullable(time),
  /** The backup that was restored. */
  restored: z.nullable(z.string()),
})
export type Backup = z.infer<typeof backup>

const deletedBackup = z.extend(backup, {
  deletedAt: time,
  /** Until then it can be taken back. */
  endsAt: time,
})
export type DeletedBackup = z.infer<typeof deletedBackup>

const job = z.object({
  kind: z.enum(['backup', 'restore']),
  backup: z.string(),
  /** Of a restore: what was closed since is open again. */
  exactly: z.boolean(),
  phase: z.enum(['store', 'files', 'verify', 'replace']),
  /** Bytes in the phase `store`, files in the phase `files`; a total of 0 is not known. */
  done: z.number(),
  total: z.number(),
  startedAt: time,
  finishedAt: z.nullable(time),
  /** The backup of what was there before a restore. */
  before: z.nullable(z.string()),
  error: z.nullable(z.object({ reason: z.string(), message: z.string() })),
})
export type BackupJob = z.infer<typeof job>

const notFound = { BACKUP_NOT_FOUND: 'not-found' } as const
const underWay = { BACKUP_UNDER_WAY: 'failed-precondition' } as const

export const listBackups = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/backups',
  summary:
    'The [backups](#backups) of the project, the newest first, those that wait in `deleted`, and what is under way or ended last.',
  who: 'owner',
  answer: z.object({
    backups: z.array(backup),
    deleted: z.array(deletedBackup),
    job: z.nullable(job),
    /** Null where none are made by night. */
    nightly: z.nullable(z.object({ nextAt: time, kept: z.number() })),
    byHandMax: z.number(),
  }),
} as const satisfies Endpoint

export type BackupList = z.infer<(typeof listBackups)['answer']>

export const createBackup = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/backups',
  summary: 'Answers when the backup has begun.',
  who: 'owner',
  audit: 'backups.create',
  status: 202,
  answer: z.object({ job }),
  errors: { ...underWay, TOO_MANY_BACKUPS: 'resource-exhausted' },
} as const satisfies Endpoint

export const restoreBackup = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/backups/:backup/restore',
  summary:
    'Answers when the restore has begun, after it was written down. What was closed since stays closed; with `exactly: true` it is open again ([what that is](backups.md#what-a-restore-does)).',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'backups',
  audit: 'backups.restore',
  body: z.strictObject({ exactly: z._default(z.boolean(), false) }),
  status: 202,
  answer: z.object({ job }),
  errors: { ...notFound, ...underWay, CONSOLE_STAYS: 'failed-precondition' },
} as const satisfies Endpoint

export const deleteBackup = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/backups/:backup',
  summary: 'It can be taken back until `endsAt`, for three days.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'backups',
  audit: 'backups.delete',
  answer: deletedBackup,
  errors: { ...notFound, ...underWay, TOO_MANY_DELETED_BACKUPS: 'resource-exhausted' },
} as const satisfies Endpoint

export const undeleteBackup = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/deleted-backups/:backup/undelete',
  summary: 'A deleted one is listed again.',
  who: 'owner',
  audit: 'backups.undelete',
  answer: done,
  errors: notFound,
} as const satisfies Endpoint

export const removeDeletedBackup = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/deleted-backups/:backup',
  summary: 'A deleted one goes for good, before its time: people alone.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'backups',
  audit: 'backups.delete-now',
  answer: done,
  errors: { ...notFound, PEOPLE_ONLY: 'permission-denied' },
} as const satisfies Endpoint
