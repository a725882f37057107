import { StatusError, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Clock } from '../lib/ambient.ts'
import type { ReadClient } from '../persistence/persistence.ts'
import { CallerClient } from './caller-client.ts'
import { DEFAULT_DATABASE } from './databases/database.ts'
import type { DatabaseRef, QueryOptions } from './documents.ts'
import { type HeldMemory, HeldShare } from './held-memory.ts'
import { indexedInBoth } from './indexes/field-overrides.ts'
import type { ProjectContext } from './project-context.ts'
import type { ReadContext } from './query/read-context.ts'
import { WorkMeter } from './query/work-meter.ts'
import type { ReadWriteTransaction } from './transactions/transaction.ts'

/** One state of a database, for as long as a read takes. */
export interface ReadState {
  readonly view: ReadContext
  /** At or before the snapshot's version; before it when the past is read. */
  readonly version: Version
  /** What the answer is dated at: it is the whole truth of this time. */
  readonly readTime: Version
  /** It was asked for by its time, and so may be any state that is kept. */
  readonly isOfPast: boolean
  /** Takes note of what is read. */
  readonly transaction: ReadWriteTransaction | undefined
}

const READ_BACK_MS = 60 * 60_000
const MINUTE_MICROS = 60_000_000

/**
 * Runs a read against one state: of now, of a read time, or of a read-only transaction. Throws `invalid-argument` for a
 * read time that is in the future, and `failed-precondition` for one that is too old: more than an hour, but for whole
 * minutes, or more than the history that is kept.
 */
export async function readState<T>(
  context: ProjectContext,
  caller: Caller,
  at: DatabaseRef,
  options: QueryOptions | undefined,
  work: (state: ReadState) => Promise<T>,
): Promise<T> {
  const transaction =
    options?.transaction === undefined ? undefined : context.transactions.get(caller, at.database, options.transaction)
  const asked = options?.readTime
  if (asked !== undefined && options?.readsHistory !== true) requireReadable(context.clock, asked)
  const time = transaction?.kind === 'read-only' ? transaction.readTime : asked
  if (time !== undefined && at.database !== DEFAULT_DATABASE) await requireAlreadyThere(context, at.database, time)
  const run = (state: ReadState) =>
    work({ ...state, transaction: transaction?.kind === 'read-write' ? transaction : undefined })
  return await readStateAt(context, at.database, time, run, readFor(caller, options))
}

/** What a read needs to know of a project. */
export type ReadProject = Pick<
  ProjectContext,
  'project' | 'store' | 'times' | 'clock' | 'indexes' | 'fieldOverrides' | 'ownMemory'
>

/** Whose memory a read takes, and whose turns; the server's own without. */
export interface ReadFor {
  readonly memory?: HeldMemory | undefined
  readonly client?: ReadClient | undefined
}

export function readFor(caller: Caller, options: Pick<QueryOptions, 'memory'> | undefined): ReadFor {
  return { memory: options?.memory, client: new CallerClient(caller) }
}

/** The same at `time` if that is told, for whom it is read. */
export async function readStateAt<T>(
  context: ReadProject,
  database: string,
  time: Version | undefined,
  work: (state: ReadState) => Promise<T>,
  { memory = context.ownMemory, client }: ReadFor = {},
): Promise<T> {
  const dated = time === undefined ? context.times.refresh() : context.times.reach(time)
  if (dated !== undefined) await dated
  // Before the snapshot is taken: an index that is ready now is whole in it.
  const composites = context.indexes.readyIn(database)
  const readable = context.fieldOverrides.readableIn(database)
  const held = new HeldShare(memory)
  try {
    return await context.store.read(async (snapshot) => {
      const readTime = time ?? snapshot.readTime
      const meter = new WorkMeter(context.clock, client)
      const { project } = context
      // After it too: what is exempted by then may already be missing in the snapshot.
      const indexing = indexedInBoth(readable, context.fieldOverrides.readableIn(database))
      const view: ReadContext = { project, database, snapshot, meter, memory: held, composites, indexing }
      const version = Math.min(readTime, snapshot.version)
      return await work({ view, version, readTime, isOfPast: time !== undefined, transaction: undefined })
    }, client)
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'VERSION_COLLECTED') throw error
    throw tooOld()
  } finally {
    held.release()
  }
}

/** An id may have belonged to another database before, whose past is nobody's business any more. */
async function requireAlreadyThere(context: Pick<ProjectContext, 'databases'>, database: string, time: Version) {
  const { createdAt } = await context.databases.get(database)
  if (time < createdAt) throw tooOld()
}

/** The rule of the vendor's databases with recovery of points in time: older states than of the last hour are of whole minutes. */
export function requireReadable(clock: Clock, time: Version): void {
  if (time < (clock.nowMs() - READ_BACK_MS) * 1000 && time % MINUTE_MICROS !== 0) throw tooOld()
}

function tooOld(): StatusError {
  return new StatusError('failed-precondition', 'READ_TIME_TOO_OLD', 'The requested snapshot version is too old.')
}
