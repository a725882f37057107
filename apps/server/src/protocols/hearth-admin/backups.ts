import {
  type Backup,
  type BackupJob as JobJson,
  createBackup,
  deleteBackup,
  type DeletedBackup as DeletedJson,
  listBackups,
  removeDeletedBackup,
  restoreBackup,
  undeleteBackup,
} from '@hearth/api'
import type { DeletedBackup } from '../../backups/backup-folders.ts'
import type { BackupJob } from '../../backups/backup-job.ts'
import type { Manifest } from '../../backups/manifest.ts'
import { nextNight } from '../../backups/nightly-backups.ts'
import { BACKUP_GRACE_MS, BY_HAND_MAX } from '../../backups/project-backups.ts'
import { leftMs } from '../../lib/grace-period.ts'
import { assertIsPerson } from './admin-callers.ts'
import { timeJson, route } from './route.ts'

export const backups = [
  route(listBackups, async ({ deps, params: { project } }) => {
    const { nightlyAt, nightlyKept: kept } = deps.nightly
    const job = deps.backups.findJob(project)
    const now = deps.clock.nowMs()
    return {
      backups: (await deps.backups.list(project)).map(backupJson),
      deleted: (await deps.backups.listDeleted(project)).map((one) => deletedJson(one, now)),
      job: job === undefined ? null : jobJson(job),
      nightly: nightlyAt === undefined ? null : { nextAt: timeJson(nextNight(nightlyAt, now)), kept },
      byHandMax: BY_HAND_MAX,
    }
  }),

  route(createBackup, async ({ deps, params: { project }, note }) => {
    const job = await deps.backups.begin(project)
    await note({ target: job.backup })
    return { job: jobJson(job) }
  }),

  // Written down before it begins.
  route(restoreBackup, async ({ deps, params: { project, backup }, body, note }) => {
    const { exactly: isExact } = await body()
    const detail = { exactly: String(isExact) }
    const job = await deps.backups.beginRestore(project, { id: backup, isExact }, () =>
      note({ target: backup, detail }),
    )
    return { job: jobJson(job) }
  }),

  route(deleteBackup, async ({ deps, params: { project, backup }, note }) => {
    const deleted = await deps.backups.remove(project, backup)
    await note({ target: backup })
    return deletedJson(deleted, deps.clock.nowMs())
  }),

  route(undeleteBackup, async ({ deps, params: { project, backup }, note }) => {
    await deps.backups.takeBack(project, backup)
    await note({ target: backup })
    return {}
  }),

  route(removeDeletedBackup, async ({ deps, params: { project, backup }, caller, note }) => {
    assertIsPerson(
      caller,
      'A deleted backup goes for good before its time by a person alone: an owner, in the console.',
    )
    await deps.backups.removeNow(project, backup)
    await note({ target: backup })
    return {}
  }),
]

function deletedJson({ manifest, grace }: DeletedBackup, nowMs: number): DeletedJson {
  const endsAt = timeJson(nowMs + leftMs(grace, BACKUP_GRACE_MS, nowMs))
  return { ...backupJson(manifest), deletedAt: timeJson(grace.since), endsAt }
}

function backupJson({ id, kind, createdAt, documents, files, store, verifiedAt, restored }: Manifest): Backup {
  return {
    id,
    kind,
    createdAt: timeJson(createdAt),
    documents,
    files: files.count,
    missingFiles: files.missing,
    sizeBytes: store.sizeBytes + files.sizeBytes,
    verifiedAt: verifiedAt === undefined ? null : timeJson(verifiedAt),
    restored: restored ?? null,
  }
}

function jobJson(job: BackupJob): JobJson {
  const { kind, backup, isExact, phase, done, total, startedAt, finishedAt, before, failure } = job
  return {
    kind,
    backup,
    exactly: isExact ?? false,
    phase,
    done,
    total,
    startedAt: timeJson(startedAt),
    finishedAt: finishedAt === undefined ? null : timeJson(finishedAt),
    before: before ?? null,
    error: failure ?? null,
  }
}
