import { type Document, type Query, StatusError, type Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { DatabaseRef, QueryOptions, QueryPart, QueryResult } from './documents.ts'
import type { ProjectRoom } from './project-room.ts'
import { eachPart } from './query/execute-query.ts'
import { preparedAfter, type PreparedQuery } from './query/prepared-query.ts'
import { readState, readStateAt, type ReadState } from './read-state.ts'
import { openQuery, runQuery, watched } from './run-query.ts'

/** So long one snapshot waits for whoever takes the parts; then others may have it. */
const PATIENCE_MS = 500
/** So long one part may take altogether. */
const TAKING_MS_MAX = 5 * 60_000

type Take = (part: QueryPart) => void | Promise<void>

/** How far the answer to a query has come. */
interface Progress {
  readonly readTime: Version
  readonly skipped: number
  readonly taken: number
  readonly last: Document | undefined
  /** The part that is being taken, for too long to keep the snapshot; undefined: everything is handed over. */
  readonly taking: Promise<void> | undefined
}

/**
 * See `Documents.streamQuery`. While a part is taken slowly no snapshot is held: the rest is read behind the last document, as it was at
 * the same time.
 */
export async function streamQuery(
  room: ProjectRoom,
  caller: Caller,
  at: DatabaseRef,
  query: Query,
  take: Take,
  options: QueryOptions | undefined,
): Promise<Omit<QueryResult, 'documents'>> {
  // Which documents are nearest is known when all were seen; they are few.
  if (options?.explain !== undefined || query.nearest !== undefined) {
    const { documents, ...end } = await runQuery(room, caller, at, query, options)
    if (documents.length > 0) await take({ ...end, documents })
    return end
  }
  const prepared = await openQuery(room, caller, at, query, options)
  let progress = await readState(room, caller, at, options, async (state) => {
    state.transaction?.noteQuery(at.database, prepared.finds, state.readTime)
    const run = (running: ReadState) => readOn(running, prepared, take, undefined)
    return await watched(room, state, { prepared, run, sizeOf: ({ taken }) => taken })
  })
  while (progress.taking !== undefined) {
    await within(TAKING_MS_MAX, progress.taking)
    const { readTime, last, taken } = progress
    const rest = last === undefined ? prepared : preparedAfter(prepared, at, last, taken)
    progress = await readStateAt(room, at.database, readTime, (state) => readOn(state, rest, take, progress))
  }
  const { readTime, skipped } = progress
  return { readTime, skipped }
}

async function readOn(
  { context, version, readTime }: ReadState,
  prepared: PreparedQuery,
  take: Take,
  before: Progress | undefined,
): Promise<Progress> {
  let taken = before?.taken ?? 0
  let last = before?.last
  let taking: Promise<void> | undefined
  let patienceMs = PATIENCE_MS
  const skipped = await eachPart(context, prepared, version, async (documents, skippedHere, stored) => {
    taken += documents.length
    last = stored
    const handedOver = take({ readTime, documents, skipped: before?.skipped ?? skippedHere })
    if (handedOver === undefined) return true
    const waitsFrom = performance.now()
    if (!(await isTakenWithin(patienceMs, handedOver))) {
      taking = handedOver
      return false
    }
    patienceMs -= performance.now() - waitsFrom
    context.meter.goOn()
    return true
  })
  return { readTime, skipped: before?.skipped ?? skipped, taken, last, taking }
}

async function isTakenWithin(patienceMs: number, taking: Promise<void>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, Math.max(0, patienceMs), false)
  try {
    return await Promise.race([taking.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

async function within(timeMs: number, taking: Promise<void>): Promise<void> {
  if (await isTakenWithin(timeMs, taking)) return
  const text = 'The client took too long to take the answer.'
  throw new StatusError('deadline-exceeded', 'CLIENT_TOO_SLOW', text)
}
