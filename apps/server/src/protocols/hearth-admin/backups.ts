import { z } from 'zod'
import type { BackupJob } from '../../backups/backup-job.ts'
import type { DeletedBackup } from '../../backups/backup-folders.ts'
import type { Manifest } from '../../backups/manifest.ts'
import { nextNight } from '../../backups/nightly-backups.ts'
import { backupGraceMs, byHandMax } from '../../backups/project-backups.ts'
import { leftMs } from '../../grace-period.ts'
import type { Route } from '../../http/route.ts'
import { assertIsPerson, requireRecentOwner, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/backups'
const deletedPath = '/hearth/v1/projects/:project/deleted-backups'
const restoreRequest = z.strictObject({ exactly: z.boolean().default(false) })

/**
 * `{ backups: [{ id, kind, createdAt, documents, files, missingFiles, sizeBytes, verifiedAt, restored }], deleted, job, nightly: { nextAt, kept }, byHandMax }`,
 * the newest first; those of `deleted` have `deletedAt` and `endsAt`, until when they can be taken back. `kind` is `nightly`, `by-hand` or `before-restore`; `nightly` is null where none are made, `job` null where nothing was under way since
 * the start of the server: `{ kind, backup, exactly, phase, done, total, startedAt, finishedAt, before, error: { reason, message } }`.
 */
export function listBackups(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      const { nightlyAt, nightlyKept } = deps.nightly
      const job = deps.backups.findJob(project)
      exchange.replyJson(200, {
        backups: (await deps.backups.list(project)).map(backupJson),
        deleted: (await deps.backups.listDeleted(project)).map((one) => deletedJson(one, deps.clock.nowMs())),
        job: job === undefined ? null : jobJson(job),
        nightly:
          nightlyAt === undefined
            ? null
            : { nextAt: timeJson(nextNight(nightlyAt, deps.clock.nowMs())), kept: nightlyKept },
        byHandMax,
      })
    },
  }
}

/** Answers 202 and `{ job }` when the backup has begun. */
export function createBackup(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      const job = await deps.backups.begin(project)
      await noteAct(deps, exchange, member, { project, service: 'backups', operation: 'create', target: job.backup })
      exchange.replyJson(202, { job: jobJson(job) })
    },
  }
}

/**
 * `{ exactly }`: what was closed since is open again; absent, it stays closed. Answers 202 and `{ job }` when it has begun. The act is written down before
 * it begins.
 */
export function restoreBackup(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/:backup/restore`,
    guard: 'admin',
    async handle(exchange, { project = '', backup = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'backups')
      const { exactly: isExact } = await readRequest(exchange, restoreRequest)
      const act = { project, service: 'backups', operation: 'restore', target: backup } as const
      const detail = { exactly: String(isExact) }
      const job = await deps.backups.beginRestore(project, { id: backup, isExact }, () =>
        noteAct(deps, exchange, member, { ...act, detail }),
      )
      exchange.replyJson(202, { job: jobJson(job) })
    },
  }
}

/** It can be taken back until `endsAt`: the answer is one of `deleted` of the list. */
export function deleteBackup(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:backup`,
    guard: 'admin',
    async handle(exchange, { project = '', backup = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'backups')
      const deleted = await deps.backups.remove(project, backup)
      await noteAct(deps, exchange, member, { project, service: 'backups', operation: 'delete', target: backup })
      exchange.replyJson(200, deletedJson(deleted, deps.clock.nowMs()))
    },
  }
}

/** A deleted one is listed again. */
export function undeleteBackup(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${deletedPath}/:backup/undelete`,
    guard: 'admin',
    async handle(exchange, { project = '', backup = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      await deps.backups.takeBack(project, backup)
      await noteAct(deps, exchange, member, { project, service: 'backups', operation: 'undelete', target: backup })
      exchange.replyJson(200, {})
    },
  }
}

/** A deleted one, for good, before its time: people alone. */
export function removeDeletedBackup(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${deletedPath}/:backup`,
    guard: 'admin',
    async handle(exchange, { project = '', backup = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'backups')
      assertIsPerson(
        member,
        'A deleted backup goes for good before its time by a person alone: an owner, in the console.',
      )
      await deps.backups.removeNow(project, backup)
      await noteAct(deps, exchange, member, { project, service: 'backups', operation: 'delete-now', target: backup })
      exchange.replyJson(200, {})
    },
  }
}

function deletedJson({ manifest, grace }: DeletedBackup, nowMs: number) {
  const endsAt = timeJson(nowMs + leftMs(grace, backupGraceMs, nowMs))
  return { ...backupJson(manifest), deletedAt: timeJson(grace.since), endsAt }
}

function backupJson({ id, kind, createdAt, documents, files, store, verifiedAt, restored }: Manifest) {
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

function jobJson({ kind, backup, isExact, phase, done, total, startedAt, finishedAt, before, failure }: BackupJob) {
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

function timeJson(ms: number): string {
  return new Date(ms).toISOString()
}
