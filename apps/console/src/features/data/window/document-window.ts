import {
  endAt,
  limit,
  query,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  snapshotEqual,
  startAfter,
} from 'firebase/firestore'
import { listenerOfQuery } from '../../../backend/live/listeners.ts'
import type { LiveListener } from '../../../backend/live/live-listener.ts'
import { dataOf, type Live } from '../../../backend/live/live-state.ts'

/** A stretch of the result that is listened to by itself while it is near what is on the screen. */
interface Chunk {
  /** It begins behind this document. */
  readonly after: QueryDocumentSnapshot | undefined
  /** It ends with this document; undefined for the last one, which ends after so many documents. */
  until: QueryDocumentSnapshot | undefined
  /** undefined while it is not known, or known no more. */
  documents: readonly QueryDocumentSnapshot[] | undefined
  /** How many it had when it was known last. */
  size: number
  /** Whether it was ever known. */
  wasKnown: boolean
  listener: LiveListener<QuerySnapshot> | undefined
  /** It is asked for by the number of its documents, which spares a second listener as long as they end with `until` as it was. */
  isCounted: boolean
  stop: (() => void) | undefined
}

export interface WindowState {
  /** What is known of the way to the result: the worst of its stretches. */
  readonly live: Live<QuerySnapshot>
  /** Whether anything was known yet. */
  readonly isKnown: boolean
  /** How many documents were walked to so far. */
  readonly size: number
  readonly hasMore: boolean
  /** Those that are known now, in order. */
  readonly documents: readonly QueryDocumentSnapshot[]
  /** undefined for one that is too far from the screen to be known. */
  readonly documentAt: (index: number) => QueryDocumentSnapshot | undefined
}

export interface WindowOptions {
  /** So many documents are fetched together. */
  readonly chunkSize: number
  /** The first stretch is all there is to show. */
  readonly isWhole: boolean
}

/** When so many rows or fewer are left below the screen, more are fetched. */
const rowsAhead = 100
/** Stretches with a row no further than this from the screen are listened to. */
const nearRows = 50
/**
 * Those that are further than this are let go, and those above that are not near when more is fetched below: a stretch asked for by its
 * number looks at every document that comes behind it.
 */
const farRows = 200

/**
 * The result of a query of any length, live where somebody looks. Each stretch but the last lies between two documents, so that one that
 * is added or goes in between belongs to exactly one of them.
 */
export class DocumentWindow {
  readonly #source: Query
  readonly #options: WindowOptions
  readonly #listeners = new Set<() => void>()
  readonly #chunks: Chunk[] = [newChunk(undefined)]
  #state: WindowState
  #first = 0
  #last = 0

  constructor(source: Query, options: WindowOptions) {
    this.#source = source
    this.#options = options
    this.#state = this.#stateNow()
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#settle()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      for (const chunk of this.#chunks) release(chunk)
    }
  }

  getSnapshot = (): WindowState => this.#state

  /** Says which rows are on the screen. */
  show = (first: number, last: number): void => {
    if (this.#first === first && this.#last === last) return
    this.#first = first
    this.#last = last
    this.#settle()
  }

  /** Listens where somebody looks, lets go what is far away, and goes on behind the end when it comes near. */
  #settle(): void {
    if (this.#listeners.size === 0) return
    const { size, hasMore } = this.#state
    const goesOn = hasMore && this.#last + rowsAhead >= size
    let hasChanged = false
    let start = 0
    for (const chunk of this.#chunks) {
      const above = this.#first - (start + chunk.size)
      const below = start - this.#last
      if (Math.max(above, below) <= nearRows && chunk.stop === undefined) this.#listen(chunk)
      if ((above > (goesOn ? nearRows : farRows) || below > farRows) && chunk.stop !== undefined) {
        letGo(chunk)
        hasChanged = true
      }
      start += chunk.size
    }
    const end = this.#chunks.at(-1)
    if (end !== undefined && goesOn) this.#goOn(end)
    if (hasChanged) this.#tell()
  }

  #goOn(end: Chunk): void {
    const last = end.documents?.at(-1)
    if (last === undefined) return
    end.until = last
    const next = newChunk(last)
    this.#chunks.push(next)
    this.#listen(next)
    this.#tell()
  }

  #listen(chunk: Chunk): void {
    const bounds = [
      ...(chunk.after === undefined ? [] : [startAfter(chunk.after)]),
      chunk.isCounted || chunk.until === undefined ? limit(this.#options.chunkSize) : endAt(chunk.until),
    ]
    const listener = listenerOfQuery(query(this.#source, ...bounds))
    chunk.listener = listener
    chunk.stop = listener.subscribe(() => this.#hear(chunk, listener))
    this.#hear(chunk, listener)
  }

  #hear(chunk: Chunk, listener: LiveListener<QuerySnapshot>): void {
    if (chunk.listener !== listener) return
    const data = dataOf(listener.getSnapshot())
    if (data !== undefined && !endsAsBefore(chunk, data)) {
      const { stop } = chunk
      chunk.isCounted = false
      // The documents stay while they are asked for by their bounds.
      this.#listen(chunk)
      stop?.()
      listener.releaseUnread()
      return
    }
    if (data !== undefined) {
      chunk.documents = data.docs
      chunk.size = data.size
      chunk.wasKnown = true
    }
    this.#tell()
    this.#settle()
  }

  #stateNow(): WindowState {
    const { chunkSize, isWhole } = this.#options
    const starts: number[] = []
    let size = 0
    for (const chunk of this.#chunks) {
      starts.push(size)
      size += chunk.size
    }
    const known = this.#chunks.map(({ documents }) => documents)
    const end = this.#chunks.at(-1)
    return {
      live: this.#worst(),
      isKnown: size > 0 || known.some((documents) => documents !== undefined),
      size,
      hasMore: !isWhole && end !== undefined && mayGoOn(end, chunkSize),
      documents: known.flatMap((documents) => documents ?? []),
      documentAt: (index) => {
        const at = starts.findLastIndex((start) => start <= index)
        return known[at]?.[index - (starts[at] ?? 0)]
      },
    }
  }

  #worst(): Live<QuerySnapshot> {
    const states = this.#chunks.flatMap(({ listener, stop }) =>
      listener === undefined || stop === undefined ? [] : [listener.getSnapshot()],
    )
    return (
      states.find(({ status }) => status === 'denied' || status === 'failed') ??
      states.find(({ status }) => status !== 'live' && status !== 'loading') ??
      states[0] ?? { status: 'loading' }
    )
  }

  #tell(): void {
    this.#state = this.#stateNow()
    for (const listener of this.#listeners) listener()
  }
}

/** Whether documents may come that nobody has walked to: a stretch whose answer is still on its way has some, too, for the one before it was full. */
function mayGoOn({ after, until, wasKnown, size }: Chunk, chunkSize: number): boolean {
  if (until !== undefined) return false
  return wasKnown ? size >= chunkSize : after !== undefined
}

/** Whether what was heard holds the stretch and nothing beyond it. */
function endsAsBefore({ isCounted, until }: Chunk, heard: QuerySnapshot): boolean {
  if (!isCounted || until === undefined) return true
  const last = heard.docs.at(-1)
  return last !== undefined && snapshotEqual(last, until)
}

function newChunk(after: QueryDocumentSnapshot | undefined): Chunk {
  return {
    after,
    until: undefined,
    documents: undefined,
    size: 0,
    wasKnown: false,
    listener: undefined,
    isCounted: true,
    stop: undefined,
  }
}

/** Its documents are known no more, and nobody will come back to it soon. */
function letGo(chunk: Chunk): void {
  const { listener } = chunk
  release(chunk)
  listener?.releaseUnread()
  chunk.documents = undefined
}

function release(chunk: Chunk): void {
  chunk.stop?.()
  chunk.stop = undefined
  chunk.listener = undefined
}
