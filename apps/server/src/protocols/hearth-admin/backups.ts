import { z } from 'zod'
import type { BackupJob } from '../../operations/backups/backup-job.ts'
import type { Manifest } from '../../operations/backups/manifest.ts'
import { nextNight } from '../../operations/backups/nightly-backups.ts'
import { byHandMax } from '../../operations/backups/project-backups.ts'
import type { Route } from '../../http/route.ts'
import { requireRecentOwner, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/backups'
const restoreRequest = z.strictObject({ exactly: z.boolean().default(false) })

/**
 * `{ backups: [{ id, kind, createdAt, documents, files, missingFiles, sizeBytes, verifiedAt, restored }], job, nightly: { nextAt, kept }, byHandMax }`,
 * the newest first. `kind` is `nightly`, `by-hand` or `before-restore`; `nightly` is null where none are made, `job` null where nothing was under way since
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

export function deleteBackup(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:backup`,
    guard: 'admin',
    async handle(exchange, { project = '', backup = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'backups')
      await deps.backups.remove(project, backup)
      await noteAct(deps, exchange, member, { project, service: 'backups', operation: 'delete', target: backup })
      exchange.replyJson(200, {})
    },
  }
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
