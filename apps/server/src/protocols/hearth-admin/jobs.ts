import { isDeepStrictEqual } from 'node:util'
import {
  beginJob,
  cancelJob,
  deleteJob,
  getJob,
  listJobs,
  openJobResult,
  resumeJob,
  sendJobLines,
  type ServerJob,
  startJob,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { isResumable, isUnderWay, type JobActor, type JobRecord } from '../../jobs/job-record.ts'
import { JOB_KEPT_MS } from '../../jobs/jobs.ts'
import { type Member, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { route, timeJson } from './route.ts'

export const jobs = [
  route(listJobs, async ({ deps, params: { project } }) => ({ jobs: deps.jobs.list(project).map(jobJson) })),

  route(startJob, async ({ deps, exchange, params: { project }, caller, body }) => {
    const order = await body()
    if (order.kind === 'import') await requireRole(exchange, deps, project, 'editor')
    takeAct(deps, project, caller)
    return { job: jobJson(await deps.jobs.start(project, actorOf(caller), order, originOf(exchange))) }
  }),

  route(getJob, async ({ deps, params: { project, job } }) => {
    const record = deps.jobs.get(project, job)
    const log = record.log.map(({ at, what, reason }) => ({ at: timeJson(at), what, reason }))
    return { job: jobJson(record), log, problems: await deps.jobs.problemsOf(record) }
  }),

  route(sendJobLines, async ({ deps, params: { project, job }, caller, body }) => {
    const record = uploadOf(deps, project, job, caller)
    const { from, lines } = await body()
    return { lines: await deps.jobs.append(record, from, lines) }
  }),

  route(beginJob, async ({ deps, params: { project, job }, caller }) => {
    const record = uploadOf(deps, project, job, caller)
    await deps.jobs.begin(record)
    return { job: jobJson(record) }
  }),

  route(cancelJob, async ({ deps, exchange, params: { project, job }, caller }) => {
    const record = await jobOf(deps, exchange, { project, job, caller })
    await deps.jobs.cancel(record)
    return { job: jobJson(record) }
  }),

  route(resumeJob, async ({ deps, exchange, params: { project, job }, caller }) => {
    const record = await jobOf(deps, exchange, { project, job, caller })
    if (record.order.kind === 'import') await requireRole(exchange, deps, project, 'editor')
    takeAct(deps, project, caller)
    await deps.jobs.resume(record, actorOf(caller), originOf(exchange))
    return { job: jobJson(record) }
  }),

  route(openJobResult, async ({ deps, params: { project, job } }) => {
    const { ticket, name, endsAt } = deps.jobs.makeTicket(deps.jobs.get(project, job))
    return { address: `/hearth/job-results/${encodeURIComponent(name)}?ticket=${ticket}`, endsAt: timeJson(endsAt) }
  }),

  route(deleteJob, async ({ deps, exchange, params: { project, job }, caller }) => {
    await deps.jobs.remove(await jobOf(deps, exchange, { project, job, caller }))
    return {}
  }),
]

/** A job that the caller may end: their own, or as an editor anybody's. Throws `not-found`/`JOB_NOT_FOUND` and `permission-denied`/`ROLE_TOO_LOW`. */
async function jobOf(
  deps: HearthAdminDeps,
  exchange: Exchange,
  { project, job, caller }: { readonly project: string; readonly job: string; readonly caller: Member },
): Promise<JobRecord> {
  const record = deps.jobs.get(project, job)
  const isOwn = record.by.kind === 'person' && record.by.uid === caller.uid
  if (!isOwn) await requireRole(exchange, deps, project, 'editor')
  return record
}

/**
 * A job whose lines the caller sends: its documents are written in the name of who started it, so nobody else adds to them. Throws
 * `not-found`/`JOB_NOT_FOUND` and `failed-precondition`/`JOB_NOT_UPLOADING`.
 */
function uploadOf(deps: HearthAdminDeps, project: string, job: string, caller: Member): JobRecord {
  const record = deps.jobs.get(project, job)
  if (isDeepStrictEqual(record.by, actorOf(caller))) return record
  const text = 'Lines of an import come from whoever started it.'
  throw new StatusError('failed-precondition', 'JOB_NOT_UPLOADING', text)
}

/** Each start is written into the audit log, which a viewer must not be able to fill. Throws `resource-exhausted`/`TOO_MANY_REQUESTS`. */
function takeAct(deps: HearthAdminDeps, project: string, { uid, key, role }: Member): void {
  const rate = role === 'viewer' ? deps.viewerBulkActRate : deps.bulkActRate
  rate.take(`${project} ${uid ?? key ?? ''}`)
}

function actorOf({ uid, key }: Member): JobActor {
  if (uid !== undefined) return { kind: 'person', uid }
  return key === undefined ? { kind: 'server' } : { kind: 'service-key', id: key }
}

function originOf({ clientAddress, id }: Exchange) {
  return { address: clientAddress, requestId: id }
}

function jobJson(record: JobRecord): ServerJob {
  const { id, by, order, status, createdAt, startedAt, endedAt, done, kept, failures, inDoubt, total, error } = record
  const keptUntil = endedAt === undefined || isUnderWay(record) ? undefined : endedAt + JOB_KEPT_MS
  return {
    id,
    kind: order.kind,
    by: by.kind === 'person' ? { kind: by.kind, id: by.uid } : by,
    database: order.database,
    collection: order.collection,
    file: order.kind === 'import' ? order.file : null,
    status,
    createdAt: timeJson(createdAt),
    startedAt: startedAt === undefined ? null : timeJson(startedAt),
    endedAt: endedAt === undefined ? null : timeJson(endedAt),
    keptUntil: keptUntil === undefined ? null : timeJson(keptUntil),
    done,
    kept,
    failures,
    inDoubt,
    total: total ?? null,
    error: error ?? null,
    result: record.result ?? null,
    canResume: isResumable(record),
  }
}
