import {
  type DocumentSnapshot,
  endAt,
  endBefore,
  limit,
  query,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  snapshotEqual,
  startAfter,
  startAt,
} from 'firebase/firestore'
import { listenerOfQuery } from '../../../backend/live/listeners.ts'
import type { LiveListener } from '../../../backend/live/live-listener.ts'
import { dataOf, type Live } from '../../../backend/live/live-state.ts'

/** A stretch of the result that is listened to by itself while it is near what is on the screen. */
interface Chunk {
  /** It begins with this document. */
  readonly at: DocumentSnapshot | undefined
  /** It begins behind this document; the first one begins with the result where it has neither. */
  readonly after: QueryDocumentSnapshot | undefined
  /** It ends in front of this document, which was looked for before; undefined for those that were walked to. */
  readonly before: DocumentSnapshot | undefined
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
  /** How many documents there are, as far as that is known; those that nobody looked at among them once they are counted. */
  readonly size: number
  /** There may be more than these. */
  readonly hasMore: boolean
  /** No document is left that nobody walked to. */
  readonly isWhole: boolean
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
  /** Finds the document of a row, counted from zero, of so many; undefined where there is none. */
  readonly findDocument: (row: number, count: number, signal: AbortSignal) => Promise<DocumentSnapshot | undefined>
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
/** What lies further from the stretches than this is not walked to: they begin anew there. */
const walkedRows = 300
/** Somebody who draws at the scrollbar passes many rows and looks at the last. */
const pauseMs = 100
/** What could not be looked for is so again. */
const againMs = 3000
/** Browsers draw no box that is higher than this many rows. */
const sizeMax = 400_000

/**
 * The result of a query of any length, live where somebody looks. Each stretch but the last lies between two documents, so that one that
 * is added or goes in between belongs to exactly one of them. The stretches lie one behind the other; how many documents come before the first
 * one and behind the last is a count, as nobody looked at them.
 */
export class DocumentWindow {
  readonly #source: Query
  readonly #options: WindowOptions
  readonly #listeners = new Set<() => void>()
  readonly #chunks: Chunk[] = [newChunk({})]
  #state: WindowState
  #first = 0
  #last = 0
  /** So many documents come before the first stretch. */
  #start = 0
  #count: number | undefined
  #seeking: { readonly row: number; readonly aborting: AbortController } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

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
      this.#stopSeeking()
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

  /** Says how many documents the query finds, where that was counted. */
  expect = (count: number | undefined): void => {
    if (this.#count === count) return
    this.#count = count
    this.#tell()
    this.#settle()
  }

  /** Where the stretches end. */
  #end(): number {
    return this.#chunks.reduce((sum, { size }) => sum + size, this.#start)
  }

  /** Listens where somebody looks, lets go what is far away, and goes on at either end when it comes near. */
  #settle(): void {
    if (this.#listeners.size === 0) return
    const walked = this.#end()
    const isNear = this.#first <= walked + walkedRows && this.#last >= this.#start - walkedRows
    if (!isNear) this.#seek(this.#first - nearRows)
    else if (this.#start > 0 && this.#first - rowsAhead < this.#start) {
      this.#seek(this.#start - this.#options.chunkSize)
    } else this.#stopSeeking()
    const goesOn = isNear && mayGoOn(this.#chunks.at(-1), this.#options) && this.#last + rowsAhead >= walked
    let hasChanged = false
    let start = this.#start
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
    const next = newChunk({ after: last })
    this.#chunks.push(next)
    this.#listen(next)
    this.#tell()
  }

  /** Looks for the document of a row once nobody passes on, to go on from there. */
  #seek(wanted: number): void {
    const row = Math.max(0, wanted)
    if (this.#seeking?.row === row) return
    this.#stopSeeking()
    const aborting = new AbortController()
    this.#seeking = { row, aborting }
    const find = async (): Promise<void> => {
      try {
        const { signal } = aborting
        const found = row === 0 ? undefined : await this.#options.findDocument(row, this.#count ?? this.#end(), signal)
        if (signal.aborted) return
        this.#seeking = undefined
        // It was counted with more than there are by now.
        if (row > 0 && found === undefined) this.expect(undefined)
        else this.#beginAt(row, found)
      } catch {
        if (!aborting.signal.aborted) this.#timer = setTimeout(() => void find(), againMs)
      }
    }
    this.#timer = setTimeout(() => void find(), pauseMs)
  }

  #stopSeeking(): void {
    clearTimeout(this.#timer)
    this.#seeking?.aborting.abort()
    this.#seeking = undefined
  }

  /** Puts a stretch in front of those there are, or in their place where they are far away. */
  #beginAt(row: number, at: DocumentSnapshot | undefined): void {
    const [first] = this.#chunks
    const gap = this.#start - row
    const joins = gap > 0 && gap <= this.#options.chunkSize && first?.at !== undefined
    if (!joins) {
      for (const chunk of this.#chunks) letGo(chunk)
      this.#chunks.length = 0
    }
    // Until it is known it has room for those that are likely to come: the table stays as long as it is.
    const next = newChunk(joins ? { at, before: first.at, size: gap } : { at, size: this.#options.chunkSize })
    this.#start = row
    this.#chunks.unshift(next)
    this.#listen(next)
    this.#tell()
    this.#settle()
  }

  #listen(chunk: Chunk): void {
    const { at, after, before, until } = chunk
    const bounds = [
      ...(at === undefined ? [] : [startAt(at)]),
      ...(after === undefined ? [] : [startAfter(after)]),
      before !== undefined
        ? endBefore(before)
        : chunk.isCounted || until === undefined
          ? limit(this.#options.chunkSize)
          : endAt(until),
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
    const starts: number[] = []
    let walked = this.#start
    for (const chunk of this.#chunks) {
      starts.push(walked)
      walked += chunk.size
    }
    const known = this.#chunks.map(({ documents }) => documents)
    const isOpen = mayGoOn(this.#chunks.at(-1), this.#options)
    const size = isOpen ? Math.max(walked, Math.min(this.#count ?? 0, sizeMax)) : walked
    return {
      live: this.#worst(),
      isKnown: walked > 0 || known.some((documents) => documents !== undefined),
      size,
      hasMore: isOpen && (this.#count === undefined || size < this.#count),
      isWhole: !isOpen && this.#start === 0,
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

/**
 * Whether documents may come behind the last stretch: one whose answer is still on its way has some, too, for the one before it was full, or it
 * has room for as many.
 */
function mayGoOn(end: Chunk | undefined, { chunkSize, isWhole }: WindowOptions): boolean {
  if (isWhole || end === undefined) return false
  return end.size >= chunkSize || (!end.wasKnown && end.after !== undefined)
}

/** Whether what was heard holds the stretch and nothing beyond it. */
function endsAsBefore({ isCounted, until }: Chunk, heard: QuerySnapshot): boolean {
  if (!isCounted || until === undefined) return true
  const last = heard.docs.at(-1)
  return last !== undefined && snapshotEqual(last, until)
}

function newChunk({ at, after, before, size = 0 }: Partial<Pick<Chunk, 'at' | 'after' | 'before' | 'size'>>): Chunk {
  return {
    at,
    after,
    before,
    until: undefined,
    documents: undefined,
    size,
    wasKnown: false,
    listener: undefined,
    isCounted: before === undefined,
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
