import { type Document, StatusError, type Version } from '@hearth/model'
import type { DatabaseRef, QueryPart } from './documents.ts'
import { eachPart } from './query/execute-query.ts'
import { preparedAfter, type PreparedQuery } from './query/prepared-query.ts'
import { type ReadFor, type ReadProject, type ReadState, readStateAt } from './read-state.ts'

/** So long one snapshot waits for whoever takes the parts; then others may have it. */
const PATIENCE_MS = 500
/** So long one part may take altogether. */
export const TAKING_MS_MAX = 5 * 60_000

/** Takes a part; reading goes on when it has resolved. */
export type Take = (part: QueryPart) => void | Promise<void>

/** How far the answer to a query has come. */
export interface Progress {
  readonly readTime: Version
  readonly skipped: number
  readonly taken: number
  readonly last: Document | undefined
  /** The part that is being taken, for too long to keep the snapshot, or while that gives way to writes; undefined: everything is handed over. */
  readonly taking: Promise<void> | undefined
}

/** Hands over the result of a query in parts, until there are no more or one is taken slowly. */
export async function readParts(
  { view, version, readTime }: ReadState,
  prepared: PreparedQuery,
  take: Take,
  before?: Progress,
): Promise<Progress> {
  let taken = before?.taken ?? 0
  let last = before?.last
  let taking: Promise<void> | undefined
  let patienceMs = PATIENCE_MS
  const skipped = await eachPart(view, prepared, version, async (documents, skippedHere, stored) => {
    taken += documents.length
    last = stored
    const handedOver = take({ readTime, documents, skipped: before?.skipped ?? skippedHere })
    if (view.snapshot.shouldGiveWay) {
      taking = Promise.resolve(handedOver)
      return false
    }
    if (handedOver === undefined) return true
    const waitsFrom = performance.now()
    if (!(await isTakenWithin(patienceMs, handedOver))) {
      taking = handedOver
      return false
    }
    patienceMs -= performance.now() - waitsFrom
    view.meter.goOn()
    return true
  })
  return { readTime, skipped: before?.skipped ?? skipped, taken, last, taking }
}

/**
 * Hands over what `readParts` has not: no snapshot is held while a part is taken slowly, so the rest is read behind the last document, as it
 * was at the same time. Throws `deadline-exceeded`/`CLIENT_TOO_SLOW` when a part takes longer than `takingMsMax`.
 */
export async function readOtherParts(
  context: ReadProject,
  at: DatabaseRef,
  prepared: PreparedQuery,
  take: Take,
  options: ReadFor & { readonly begun: Progress; readonly takingMsMax: number | undefined },
): Promise<Progress> {
  const { takingMsMax } = options
  let progress = options.begun
  while (progress.taking !== undefined) {
    if (takingMsMax === undefined) await progress.taking
    else await within(takingMsMax, progress.taking)
    const { readTime, last, taken } = progress
    const rest = last === undefined ? prepared : preparedAfter(prepared, at, last, taken)
    const read = (state: ReadState) => readParts(state, rest, take, progress)
    progress = await readStateAt(context, at.database, readTime, read, options)
  }
  return progress
}

/** Hands over the result of a query as it was at a version, however long `take` takes. */
export async function readInParts(
  context: ReadProject,
  at: DatabaseRef,
  prepared: PreparedQuery,
  version: Version,
  take: Take,
  readFor: ReadFor,
): Promise<void> {
  const begun = await readStateAt(context, at.database, version, (state) => readParts(state, prepared, take), readFor)
  await readOtherParts(context, at, prepared, take, { ...readFor, begun, takingMsMax: undefined })
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

/** Rejects `deadline-exceeded`/`CLIENT_TOO_SLOW`. */
export async function within(timeMs: number, taking: Promise<void>): Promise<void> {
  if (await isTakenWithin(timeMs, taking)) return
  const text = 'The client took too long to take the answer.'
  throw new StatusError('deadline-exceeded', 'CLIENT_TOO_SLOW', text)
}
