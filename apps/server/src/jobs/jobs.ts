import { appendFile, truncate } from 'node:fs/promises'
import { autoId, type Query, StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { AuditedAct, RecordAct } from '../audit/audit-entry.ts'
import type { Documents } from '../documents/documents.ts'
import { type Ambient, steadyMs } from '../lib/ambient.ts'
import { assertExportable, CSV_FILE, exportDocuments, LINES_FILE } from './export-documents.ts'
import { importDocuments, lineText, UPLOAD_FILE, type UploadedLine } from './import-documents.ts'
import { Turn } from '../lib/turn.ts'
import { asJobFailure, diskFull, filesFull, type JobFolders } from './job-folders.ts'
import {
  auditedAct,
  beginAnew,
  isResumable,
  isUnderWay,
  JOB_FORMAT,
  type JobActor,
  type JobLogEntry,
  type JobOrder,
  type JobProblem,
  type JobRecord,
  LOG_MAX,
  PROBLEMS_MAX,
} from './job-record.ts'
import type { JobRun } from './job-run.ts'

/** Of a project; the others wait for their turn. */
const RUNNING_MAX = 2
/** Of a project, those that are sent just now among them. */
const WAITING_MAX = 20
/** Of a project, whatever became of them. */
const JOBS_MAX = 100
/** Of the files of a project's jobs together, when the next is started. */
const BYTES_MAX = 16 * 1024 ** 3
const UPLOAD_BYTES_MAX = 4 * 1024 ** 3
/** A job that is over is kept for so long, with its files. */
export const JOB_KEPT_MS = 7 * 24 * 60 * 60_000
/** What nobody has begun by then is never begun: the tab that sent it is gone. */
const UPLOAD_KEPT_MS = 24 * 60 * 60_000
/** An address of a result; another is had for the asking. */
const TICKET_MS = 10 * 60_000
const TICKETS_MAX = 1_000

export interface JobsOptions extends Ambient {
  readonly folders: JobFolders
  readonly documents: Pick<Documents, 'streamQuery' | 'aggregate' | 'commit'>
  /** See `JobRun`. */
  readonly decodeQuery: (parent: string, query: unknown) => Query
  /** Who works for somebody, as their role is now. Throws `permission-denied` where it does not let them do that any more. */
  readonly findCaller: (project: string, by: JobActor, needed: 'viewer' | 'editor') => Promise<Caller>
  /** Whether the disk has more than what documents need. */
  readonly hasRoom: () => Promise<boolean>
  readonly recordAct: RecordAct
  readonly noteAct: (act: AuditedAct) => void
  /** Whether the clock is believed, so that jobs may go because of their age. */
  readonly sweepsMayRun: () => boolean
}

/** Where the request came from. */
export type JobOrigin = Pick<AuditedAct, 'address' | 'requestId'>

interface Running {
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/**
 * The long things that the server does for members of a project: they go on whoever looks on, and after the server was killed. A job is a
 * folder of files (`job-folders.ts`), whose record says after each batch how far it has come.
 */
export class Jobs {
  readonly #options: JobsOptions
  /** By project and id. */
  readonly #records = new Map<string, Map<string, JobRecord>>()
  readonly #running = new Map<JobRecord, Running>()
  /** Lines of one job are written one request after the other. */
  readonly #appending = new Map<JobRecord, Promise<void>>()
  /** They are made, or asked to go on: nothing else takes them up meanwhile. */
  readonly #starting = new Set<JobRecord>()
  readonly #tickets = new Map<string, { readonly record: JobRecord; readonly endsAt: number }>()
  #isStopping = false

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /** Goes on with what was under way when the server ended. */
  async open(): Promise<void> {
    for (const record of await this.#options.folders.readAll()) {
      if (record.status === 'running') {
        record.status = 'queued'
        this.#log(record, 'interrupted')
      }
      this.#jobsOf(record.project).set(record.id, record)
    }
    for (const project of this.#records.keys()) this.#proceed(project)
  }

  /** The newest first. */
  list(project: string): readonly JobRecord[] {
    return [...this.#jobsOf(project).values()].toSorted((one, other) => other.createdAt - one.createdAt)
  }

  /** Throws `not-found`/`JOB_NOT_FOUND`. */
  get(project: string, id: string): JobRecord {
    const record = this.#jobsOf(project).get(id)
    if (record === undefined) throw new StatusError('not-found', 'JOB_NOT_FOUND', 'There is no such job.')
    return record
  }

  async problemsOf(record: JobRecord): Promise<readonly JobProblem[]> {
    return await this.#options.folders.readProblems(record)
  }

  /**
   * An export waits for its turn; an import for its lines. Throws `resource-exhausted` with `TOO_MANY_JOBS`, `JOB_FILES_FULL` and `DISK_FULL`, and
   * `invalid-argument` for a query that is none.
   */
  async start(project: string, by: JobActor, order: JobOrder, from: JobOrigin): Promise<JobRecord> {
    const { clock, random, folders, decodeQuery, hasRoom } = this.#options
    const record: JobRecord = {
      format: JOB_FORMAT,
      id: autoId(random),
      project,
      by,
      order,
      status: order.kind === 'import' ? 'uploading' : 'queued',
      createdAt: clock.nowMs(),
      done: 0,
      kept: 0,
      failures: 0,
      refused: 0,
      inDoubt: 0,
      position: { byte: 0, line: 0 },
      upload: { lines: 0, bytes: 0 },
      log: [],
    }
    if (order.kind === 'export') assertExportable({ order, record, decodeQuery })
    const jobs = this.#jobsOf(project)
    this.#assertRoomFor(project)
    // From here on it counts.
    jobs.set(record.id, record)
    this.#starting.add(record)
    try {
      if ((await folders.bytesOf(project)) > BYTES_MAX) throw filesFull()
      if (!(await hasRoom())) throw diskFull()
      await this.#record(record, 'begun', from)
      this.#log(record, 'queued')
      await folders.create(record)
    } catch (error) {
      jobs.delete(record.id)
      throw error
    } finally {
      this.#starting.delete(record)
    }
    this.#proceed(project)
    return record
  }

  /**
   * Takes lines of an import, `from` being how many were sent before: what came already is not taken twice. Answers how many there are now. Throws
   * `failed-precondition`/`JOB_NOT_UPLOADING`, `out-of-range`/`LINES_MISSING`, `resource-exhausted` with `UPLOAD_TOO_LARGE` and `DISK_FULL`.
   */
  async append(record: JobRecord, from: number, lines: readonly UploadedLine[]): Promise<number> {
    const before = this.#appending.get(record)
    const appended = (before ?? Promise.resolve()).then(() => this.#append(record, from, lines))
    const settled = appended.catch(() => undefined)
    this.#appending.set(record, settled)
    void settled.then(() => this.#appending.get(record) === settled && this.#appending.delete(record))
    await appended
    return record.upload.lines
  }

  async #append(record: JobRecord, from: number, lines: readonly UploadedLine[]): Promise<void> {
    const { folders, hasRoom } = this.#options
    if (record.status !== 'uploading') throw notUploading()
    const { upload } = record
    if (from > upload.lines) {
      const text = `${upload.lines} lines were sent so far: the next have to follow them.`
      throw new StatusError('out-of-range', 'LINES_MISSING', text)
    }
    const missing = lines.slice(upload.lines - from)
    if (missing.length === 0) return
    if (!(await hasRoom())) throw diskFull()
    const turn = new Turn()
    let text = ''
    for (const line of missing) {
      if (turn.isOver) await turn.next()
      text += lineText(line)
    }
    const bytes = Buffer.byteLength(text)
    if (upload.bytes + bytes > UPLOAD_BYTES_MAX) {
      throw new StatusError(
        'resource-exhausted',
        'UPLOAD_TOO_LARGE',
        'An import has at most 4 GiB. Use `hearth documents import`.',
      )
    }
    const path = folders.pathOf(record, UPLOAD_FILE)
    try {
      // Behind the last note there may be what a killed server has written.
      if (upload.bytes > 0) await truncate(path, upload.bytes)
      await appendFile(path, text, { mode: 0o600, flag: upload.bytes > 0 ? 'a' : 'w', flush: true })
      record.upload = { lines: upload.lines + missing.length, bytes: upload.bytes + bytes }
      await folders.write(record)
    } catch (error) {
      throw asJobFailure(error)
    }
  }

  /** All lines of an import are there: it waits for its turn. Throws `failed-precondition`/`JOB_NOT_UPLOADING`. */
  async begin(record: JobRecord): Promise<void> {
    // Lines that are on their way belong to it.
    await this.#appending.get(record)
    if (record.status !== 'uploading' || this.#starting.has(record)) throw notUploading()
    this.#starting.add(record)
    try {
      await this.#begin(record)
    } finally {
      this.#starting.delete(record)
    }
    this.#proceed(record.project)
  }

  async #begin(record: JobRecord): Promise<void> {
    record.total = record.upload.lines
    if (record.upload.lines === 0)
      await appendFile(this.#options.folders.pathOf(record, UPLOAD_FILE), '', { mode: 0o600 })
    await this.#enqueue(record)
  }

  /** Ends one that is under way, or was not begun; what it has done stays done. Resolves when it has ended. */
  async cancel(record: JobRecord): Promise<void> {
    const running = this.#running.get(record)
    if (running !== undefined) {
      running.abort.abort(new StatusError('cancelled', 'JOB_CANCELLED', 'Somebody cancelled the job.'))
      await running.ended
    } else if (record.status === 'queued' || record.status === 'uploading') await this.#end(record, 'cancelled')
  }

  /**
   * Lets a job go on that failed or was cancelled, and one that is done do again what was refused, in the name of whoever asks. Throws
   * `failed-precondition`/`JOB_NOT_RESUMABLE` and `resource-exhausted`/`TOO_MANY_JOBS`.
   */
  async resume(record: JobRecord, by: JobActor, from: JobOrigin): Promise<void> {
    // Of one that has just ended the last note is still written.
    await this.#running.get(record)?.ended
    // Two who ask at once let it go on once.
    if (!isResumable(record) || this.#starting.has(record)) throw notResumable()
    this.#starting.add(record)
    try {
      await this.#resume(record, by, from)
    } finally {
      this.#starting.delete(record)
    }
    this.#proceed(record.project)
  }

  async #resume(record: JobRecord, by: JobActor, from: JobOrigin): Promise<void> {
    const isRetry = record.status === 'done'
    const problems = isRetry ? await this.problemsOf(record) : []
    const refused = problems.filter(({ code }) => code !== undefined)
    this.#assertRoomFor(record.project, 0)
    await this.#record({ ...record, by }, 'begun', from)
    record.by = by
    if (isRetry) {
      const left = problems.filter(({ code }) => code === undefined)
      await this.#options.folders.writeProblems(record, left)
      record.only = refused.map(({ line }) => line)
      record.position = { byte: 0, line: 0 }
      record.done -= refused.length
      record.failures -= refused.length
      record.refused = 0
      delete record.startedAt
    }
    delete record.error
    await this.#enqueue(record)
  }

  /** Takes one off the list that is over, with its files. Throws `failed-precondition`/`JOB_UNDER_WAY`. */
  async remove(record: JobRecord): Promise<void> {
    if (isUnderWay(record)) {
      throw new StatusError('failed-precondition', 'JOB_UNDER_WAY', 'The job is under way. Cancel it first.')
    }
    this.#jobsOf(record.project).delete(record.id)
    await this.#options.folders.remove(record)
  }

  /** A word that opens the result of a job for ten minutes. Throws `failed-precondition`/`JOB_HAS_NO_RESULT`. */
  makeTicket(record: JobRecord): { readonly ticket: string; readonly name: string; readonly endsAt: number } {
    const { clock, random } = this.#options
    if (record.result === undefined) {
      throw new StatusError('failed-precondition', 'JOB_HAS_NO_RESULT', 'The job has made no file.')
    }
    const now = steadyMs(clock)
    for (const [known, { endsAt }] of this.#tickets) {
      if (endsAt > now && this.#tickets.size < TICKETS_MAX) break
      this.#tickets.delete(known)
    }
    const ticket = random.bytes(24).toString('base64url')
    this.#tickets.set(ticket, { record, endsAt: now + TICKET_MS })
    return { ticket, name: record.result.name, endsAt: clock.nowMs() + TICKET_MS }
  }

  /** Undefined for a ticket that nobody was given, or whose time is over. */
  findResult(ticket: string): { readonly path: string; readonly name: string; readonly bytes: number } | undefined {
    const found = this.#tickets.get(ticket)
    if (found === undefined || found.endsAt <= steadyMs(this.#options.clock)) return undefined
    const { record } = found
    if (record.result === undefined || !this.#jobsOf(record.project).has(record.id)) return undefined
    const isCsv = record.order.kind === 'export' && record.order.format === 'csv'
    return { ...record.result, path: this.#options.folders.pathOf(record, isCsv ? CSV_FILE : LINES_FILE) }
  }

  /** Removes what is over for seven days, and what was sent and never begun. */
  async sweep(): Promise<void> {
    const { clock, sweepsMayRun, log } = this.#options
    if (!sweepsMayRun()) return
    const now = clock.nowMs()
    for (const record of [...this.#records.values()].flatMap((jobs) => [...jobs.values()])) {
      const isForgotten = record.status === 'uploading' && now - record.createdAt > UPLOAD_KEPT_MS
      const isOld = record.endedAt !== undefined && !isUnderWay(record) && now - record.endedAt > JOB_KEPT_MS
      if (!isForgotten && !isOld) continue
      await this.remove(record).catch((err: unknown) => log.warn({ err, job: record.id }, 'a job could not be removed'))
    }
  }

  /** Another store is in the place of the project's: what jobs have come to in the former one means nothing there. */
  endAll(project: string): void {
    const restored = new StatusError('aborted', 'PROJECT_RESTORED', 'The project was restored from a backup meanwhile.')
    for (const record of this.#jobsOf(project).values()) {
      const running = this.#running.get(record)
      if (running !== undefined) running.abort.abort(restored)
      else if (record.status === 'queued') {
        this.#end(record, 'failed', restored).catch((err: unknown) =>
          this.#options.log.error({ err, job: record.id }, 'a job could not be ended'),
        )
      } else if (record.status !== 'done') beginAnew(record)
    }
  }

  /** Of a project that was deleted for good. */
  async removeAll(project: string): Promise<void> {
    const gone = new StatusError('not-found', 'PROJECT_NOT_FOUND', 'The project is gone.')
    const jobs = [...this.#jobsOf(project).values()]
    this.#records.delete(project)
    const running = jobs.flatMap((record) => this.#running.get(record) ?? [])
    for (const { abort } of running) abort.abort(gone)
    await Promise.all(running.map(({ ended }) => ended))
    await this.#options.folders.removeAll(project)
  }

  /** Those that run go on when the server is started again. */
  async close(): Promise<void> {
    this.#isStopping = true
    const running = [...this.#running.values()]
    for (const { abort } of running) abort.abort(new StatusError('unavailable', 'STOPPING', 'The server is stopping.'))
    await Promise.all(running.map(({ ended }) => ended))
  }

  #jobsOf(project: string): Map<string, JobRecord> {
    let jobs = this.#records.get(project)
    if (jobs === undefined) this.#records.set(project, (jobs = new Map()))
    return jobs
  }

  #assertRoomFor(project: string, more = 1): void {
    const jobs = [...this.#jobsOf(project).values()]
    const waiting = jobs.filter(({ status }) => status === 'queued' || status === 'uploading').length
    if (waiting < WAITING_MAX && jobs.length + more <= JOBS_MAX) return
    const text =
      waiting >= WAITING_MAX
        ? `At most ${WAITING_MAX} jobs of a project wait for their turn.`
        : `A project keeps at most ${JOBS_MAX} jobs. Delete some that are over.`
    throw new StatusError('resource-exhausted', 'TOO_MANY_JOBS', text)
  }

  async #enqueue(record: JobRecord): Promise<void> {
    record.status = 'queued'
    delete record.endedAt
    this.#log(record, 'queued')
    await this.#options.folders.write(record)
  }

  #proceed(project: string): void {
    if (this.#isStopping) return
    const jobs = [...this.#jobsOf(project).values()]
    const free = RUNNING_MAX - jobs.filter((record) => this.#running.has(record)).length
    const waiting = jobs
      .filter((record) => record.status === 'queued' && !this.#starting.has(record))
      .toSorted((one, other) => one.createdAt - other.createdAt)
    for (const record of waiting.slice(0, Math.max(0, free))) {
      const abort = new AbortController()
      record.status = 'running'
      const ended = this.#run(record, abort.signal).finally(() => {
        this.#running.delete(record)
        this.#proceed(project)
      })
      this.#running.set(record, { abort, ended })
    }
  }

  /** Never rejects. */
  async #run(record: JobRecord, signal: AbortSignal): Promise<void> {
    const { folders, clock, log } = this.#options
    const isAfterInterruption = record.startedAt !== undefined
    try {
      record.startedAt = clock.nowMs()
      this.#log(record, 'started')
      await folders.write(record)
      await this.#work(record, signal, isAfterInterruption)
      await this.#end(record, 'done')
    } catch (thrown) {
      const why: unknown = signal.aborted ? signal.reason : thrown
      // The record on the disk says that it runs, so that the next start of the server goes on with it.
      if (this.#isStopping || !this.#jobsOf(record.project).has(record.id)) return
      const failure = asJobFailure(why)
      if (failure.code === 'internal') log.error({ err: why, project: record.project, job: record.id }, 'a job failed')
      const end =
        failure.reason === 'JOB_CANCELLED' ? this.#end(record, 'cancelled') : this.#end(record, 'failed', failure)
      await end.catch((err: unknown) =>
        log.error({ err, job: record.id }, 'the end of a job could not be written down'),
      )
    }
  }

  async #work(record: JobRecord, signal: AbortSignal, isAfterInterruption: boolean): Promise<void> {
    const { folders, documents, decodeQuery, findCaller, hasRoom } = this.#options
    let problems: readonly JobProblem[] = record.failures === 0 ? [] : await this.problemsOf(record)
    const { order, by, project } = record
    const parts: Omit<JobRun<JobOrder>, 'order'> = {
      record,
      documents,
      decodeQuery,
      signal,
      isAfterInterruption,
      pathOf: (file) => folders.pathOf(record, file),
      async admit() {
        if (!(await hasRoom())) throw diskFull()
        const caller = await findCaller(project, by, order.kind === 'export' ? 'viewer' : 'editor')
        signal.throwIfAborted()
        return caller
      },
      async keep(more = []) {
        if (more.length > 0) {
          // A batch that is done anew after a kill is refused anew.
          const known = new Set(more.map(({ line }) => line))
          problems = [...problems.filter(({ line }) => !known.has(line)), ...more].slice(0, PROBLEMS_MAX)
          record.refused = problems.filter(({ code }) => code !== undefined).length
          await folders.writeProblems(record, problems)
        }
        await folders.write(record)
      },
    }
    if (order.kind === 'export') await exportDocuments({ ...parts, order })
    else await importDocuments({ ...parts, order })
  }

  async #end(record: JobRecord, status: 'done' | 'failed' | 'cancelled', why?: StatusError): Promise<void> {
    const { clock, folders } = this.#options
    record.status = status
    record.endedAt = clock.nowMs()
    if (why !== undefined) {
      const { code, reason, message } = why
      record.error = { code, reason, message }
      if (reason === 'PROJECT_RESTORED') beginAnew(record)
    }
    if (status === 'done') {
      delete record.position.after
      delete record.only
    }
    this.#log(record, status, why?.reason)
    this.#options.noteAct(auditedAct(record, status))
    await folders.write(record)
  }

  async #record(record: JobRecord, state: string, from: JobOrigin): Promise<void> {
    // One of `Bearer owner` is nobody's.
    if (record.by.kind !== 'server') await this.#options.recordAct({ ...auditedAct(record, state), ...from })
  }

  #log(record: JobRecord, what: JobLogEntry['what'], reason?: string): void {
    const entry = { at: this.#options.clock.nowMs(), what, ...(reason !== undefined && { reason }) }
    record.log = [...record.log, entry].slice(-LOG_MAX)
  }
}

function notUploading(): StatusError {
  return new StatusError(
    'failed-precondition',
    'JOB_NOT_UPLOADING',
    'The job takes no lines: it was begun, or it reads none.',
  )
}

function notResumable(): StatusError {
  return new StatusError('failed-precondition', 'JOB_NOT_RESUMABLE', 'The job has nothing left to do.')
}
