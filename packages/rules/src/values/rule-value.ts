import type { TypeName } from '../syntax/ast.ts'

/**
 * What an expression evaluates to: null, bool, int (bigint), float (number), string, bytes, and the classes below. Values
 * never change. Lists and maps are lifted from what they stand on (a document, claims) item by item, when asked.
 */
export type RuleValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | TimestampValue
  | DurationValue
  | LatLngValue
  | PathValue
  | ListValue
  | SetValue
  | MapValue
  | MapDiffValue
  | VectorValue

/** An instant, in nanoseconds since the epoch. */
export class TimestampValue {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** A length of time in nanoseconds, maybe negative. */
export class DurationValue {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

export class LatLngValue {
  readonly latitude: number
  readonly longitude: number

  constructor(latitude: number, longitude: number) {
    this.latitude = latitude
    this.longitude = longitude
  }
}

/** A path such as `/databases/(default)/documents/users/ada`; a segment `{x}` is a placeholder for `bind`. */
export class PathValue {
  readonly segments: readonly string[]

  constructor(segments: readonly string[]) {
    this.segments = segments
  }

  toString(): string {
    return `/${this.segments.join('/')}`
  }
}

/** Turns what a list or map stands on into a value. */
export type Lift = (raw: unknown) => RuleValue

export const asIs: Lift = (raw) => raw as RuleValue

export class ListValue {
  readonly #raw: readonly unknown[]
  readonly #lift: Lift

  constructor(raw: readonly unknown[], lift: Lift = asIs) {
    this.#raw = raw
    this.#lift = lift
  }

  get size(): number {
    return this.#raw.length
  }

  /** The item at an index within the list. */
  at(index: number): RuleValue {
    return this.#lift(this.#raw[index])
  }

  slice(from: number, to: number): ListValue {
    return new ListValue(this.#raw.slice(from, to), this.#lift)
  }

  /** One item after the other, so that a walk that is given up has not lifted the rest. */
  *[Symbol.iterator](): Generator<RuleValue, undefined> {
    for (const raw of this.#raw) yield this.#lift(raw)
    return undefined
  }

  /** All at once: for lists that are known to be short, or paid for. */
  items(): RuleValue[] {
    return this.#lift === asIs ? (this.#raw as RuleValue[]) : this.#raw.map((raw) => this.#lift(raw))
  }
}

/** Distinct items, each under the key that stands for what it equals (`set-key.ts`). */
export class SetValue {
  readonly items: ReadonlyMap<string, RuleValue>

  constructor(items: ReadonlyMap<string, RuleValue>) {
    this.items = items
  }
}

export class MapValue {
  readonly #raw: ReadonlyMap<string, unknown>
  readonly #lift: Lift

  constructor(raw: ReadonlyMap<string, unknown>, lift: Lift = asIs) {
    this.#raw = raw
    this.#lift = lift
  }

  get size(): number {
    return this.#raw.size
  }

  has(key: string): boolean {
    return this.#raw.has(key)
  }

  /** undefined: there is no such key. */
  find(key: string): RuleValue | undefined {
    const raw = this.#raw.get(key)
    return raw === undefined ? undefined : this.#lift(raw)
  }

  /** Its keys, in any order. */
  names(): Iterable<string> {
    return this.#raw.keys()
  }

  entries(): [string, RuleValue][] {
    return [...this.#raw].map(([key, raw]) => [key, this.#lift(raw)])
  }
}

const noKeys: ReadonlyMap<string, unknown> = new Map()

/** A map whose keys are known beforehand: quicker to make than one of a `Map`, and nothing of it is made that nobody asks for. */
export abstract class RecordValue extends MapValue {
  constructor() {
    super(noKeys)
  }

  abstract override names(): readonly string[]

  abstract override find(key: string): RuleValue | undefined

  override get size(): number {
    return this.names().length
  }

  override has(key: string): boolean {
    return this.names().includes(key)
  }

  override entries(): [string, RuleValue][] {
    return this.names().map((name) => [name, this.find(name) ?? null])
  }
}

/** Floats for a search of nearest neighbours: no list and no map, and nothing can be asked of it but what it equals. */
export class VectorValue {
  readonly elements: readonly number[]

  constructor(elements: readonly number[]) {
    this.elements = elements
  }
}

/** How a map differs from another; by top-level keys. */
export class MapDiffValue {
  readonly after: MapValue
  readonly before: MapValue

  constructor(after: MapValue, before: MapValue) {
    this.after = after
    this.before = before
  }
}

/** The name that error texts use. A set is `set` here although `is set` is false of it. */
export function typeOf(value: RuleValue): TypeName | 'null' {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'float'
    case 'string':
      return 'string'
    default:
      return typeOfObject(value)
  }
}

function typeOfObject(value: Exclude<RuleValue, boolean | bigint | number | string>): TypeName | 'null' {
  if (value === null) return 'null'
  if (value instanceof MapValue) return 'map'
  if (value instanceof ListValue) return 'list'
  if (value instanceof TimestampValue) return 'timestamp'
  if (value instanceof DurationValue) return 'duration'
  if (value instanceof PathValue) return 'path'
  if (value instanceof SetValue) return 'set'
  if (value instanceof LatLngValue) return 'latlng'
  if (value instanceof MapDiffValue) return 'map_diff'
  if (value instanceof VectorValue) return 'vector'
  return 'bytes'
}

/** UTF-16 order is code point order except where one side is a surrogate. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const a = left.charCodeAt(at)
    const b = right.charCodeAt(at)
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1
  }
  return left.length - right.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
