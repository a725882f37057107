import type { Clock } from '../../lib/ambient.ts'
import type { ProjectStore, RecordChange } from '../../persistence/persistence.ts'

/** A generation lasts so long, or so many events; what is seen is known for one generation at least, and two at most. */
const GENERATION_MS = 60 * 60_000
const GENERATION_SIZE = 750_000
const SLOTS_AT_FIRST = 1_024
const LOAD_MAX = 0.75
const EMPTY = 0
const DELETED = -1
/**
 * What was taken in during the last days, by batch: the prints of its events as 8 bytes each in base64. Keys begin with the six hours of its
 * arrival since 1970, in 6 digits, and end with the first of the prints, in hexadecimal digits: a client that sends a batch again
 * may have added to its end.
 */
const SPACE = 'analytics-prints'
const PERIOD_MS = 6 * 60 * 60_000
/** `@hearth/client` sends events again for three days. */
const KNOWN_MS = 4 * 24 * 60 * 60_000

/** The prints of the events that came lately, so that those that come again are known. */
export class SeenEvents {
  readonly #clock: Clock
  #current = new PrintSet()
  #before = new PrintSet()
  #currentSince: number
  #beforeSince: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#currentSince = clock.nowMs()
    this.#beforeSince = this.#currentSince
  }

  /** All that came since then is known, in milliseconds. */
  get since(): number {
    return this.#beforeSince
  }

  has(print: number): boolean {
    return this.#current.has(print) || this.#before.has(print)
  }

  add(print: number): void {
    const now = this.#clock.nowMs()
    if (now >= this.#currentSince + GENERATION_MS || this.#current.size >= GENERATION_SIZE) {
      this.#before = this.#current
      this.#beforeSince = this.#currentSince
      this.#current = new PrintSet()
      this.#currentSince = now
    }
    this.#current.add(print)
  }

  delete(print: number): void {
    this.#current.delete(print)
    this.#before.delete(print)
  }
}

/**
 * A set of prints (whole numbers below 2^52, evenly spread) in 11 to 21 bytes each, which a `Set` of such numbers takes three
 * times: a table with open addressing and linear probing, twice as large when three quarters of it are taken.
 */
export class PrintSet {
  #slots = new Float64Array(SLOTS_AT_FIRST)
  /** With the deleted ones, whose slots are not used again. */
  #taken = 0

  get size(): number {
    return this.#taken
  }

  has(print: number): boolean {
    return this.#slots[this.#slotOf(print + 1)] !== EMPTY
  }

  add(print: number): void {
    const slot = this.#slotOf(print + 1)
    if (this.#slots[slot] !== EMPTY) return
    this.#slots[slot] = print + 1
    this.#taken++
    if (this.#taken > this.#slots.length * LOAD_MAX) this.#grow()
  }

  delete(print: number): void {
    const slot = this.#slotOf(print + 1)
    if (this.#slots[slot] !== EMPTY) this.#slots[slot] = DELETED
  }

  /** Where a value is, or else could be. */
  #slotOf(value: number): number {
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = value & mask
    while (slots[slot] !== EMPTY && slots[slot] !== value) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const before = this.#slots
    this.#slots = new Float64Array(before.length * 2)
    this.#taken = 0
    for (const value of before) {
      if (value === EMPTY || value === DELETED) continue
      this.#slots[this.#slotOf(value)] = value
      this.#taken++
    }
  }
}

export function printRecord(prints: readonly [number, ...number[]], receivedAt: number): RecordChange {
  return { space: SPACE, key: keyOf(periodOf(receivedAt), prints[0]), value: encode(prints) }
}

/** Adds what is known of a batch that begins with this print and may have arrived first at `since`. */
export async function readPrints(
  store: ProjectStore,
  first: number,
  range: { since: number; now: number },
  known: Set<number>,
): Promise<void> {
  const last = periodOf(range.now)
  for (let period = periodOf(Math.max(range.since, range.now - KNOWN_MS)); period <= last; period++) {
    const record = await store.getRecord(SPACE, keyOf(period, first))
    if (record !== undefined) for (const print of decode(record.value)) known.add(print)
  }
}

/** Removes what is too old to come again, at most `limit` records. Returns whether there may be more. */
export async function trimPrints(store: ProjectStore, now: number, limit: number): Promise<boolean> {
  const range = { end: keyOf(periodOf(now - KNOWN_MS), 0) }
  const old = await store.read((snapshot) => snapshot.listRecords(SPACE, range, { limit, reverse: false }))
  if (old.length > 0) await store.commit({ records: old.map(({ key }) => ({ space: SPACE, key, value: undefined })) })
  return old.length === limit
}

function periodOf(timeMs: number): number {
  return Math.max(0, Math.floor(timeMs / PERIOD_MS))
}

function keyOf(period: number, first: number): string {
  return `${String(period).padStart(6, '0')}-${first.toString(16).padStart(13, '0')}`
}

function encode(prints: readonly number[]): string {
  return Buffer.from(Float64Array.from(prints).buffer).toString('base64')
}

function decode(text: string): Float64Array {
  return new Float64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}
