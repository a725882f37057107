import { vectorElements, sortedFields } from './value-order.ts'
import { nameParts, parseNumericId } from './resource-path.ts'
import { StatusError } from './status-error.ts'
import type { Value } from './value.ts'

/**
 * Values, texts and paths as bytes whose unsigned order is the order of `compareValues` and `comparePaths`. Values that
 * tie (`3` and `3.0`, the zeros) have the same bytes. No encoding is the beginning of another, so what is written one
 * after the other compares component by component. Integers are big-endian.
 *
 *   text, bytes   the bytes (UTF-8 for text), 00 written as 01 01 and 01 as 01 02; then 00
 *   path          each segment as text, `__id7__` as 01 00 and the number in 8 bytes with its sign bit flipped; then 00
 *   value         one tag byte and
 *     08 null   10 false   11 true   18 NaN   28 timestamp: microseconds, 8 bytes, sign bit flipped
 *     20 number: a double in 8 bytes, the sign bit flipped when positive, all bits when negative. An integer that no
 *        double equals is written as the next double below. From 2^53 on in size, two bytes follow with what is
 *        missing (0 to 1023), so that integers and doubles stand on one line, exactly
 *     30 string: text   38 bytes   40 reference: project and database as text, then the path
 *     48 geo point: latitude and longitude, each as the 8 bytes of a double
 *     50 array: its values, then 00   58 vector: the number of elements in 4 bytes, then its values
 *     60 map: for each entry in order of names the name as a string value, then the value; then 00
 *
 *   "a\0"           30 61 01 01 00
 *   3, 3.0          20 c0 08 00 00 00 00 00 00
 *   2^53 + 1        20 c3 40 00 00 00 00 00 00 00 01
 *   [true]          50 11 00
 *   path c/__id7__  63 00 01 00 80 00 00 00 00 00 00 07 00
 */
export const END = 0x00

const TAG = {
  null: 0x08,
  false: 0x10,
  true: 0x11,
  nan: 0x18,
  number: 0x20,
  timestamp: 0x28,
  string: 0x30,
  bytes: 0x38,
  reference: 0x40,
  geopoint: 0x48,
  array: 0x50,
  vector: 0x58,
  map: 0x60,
} as const

const ESCAPE = 0x01
const NUMERIC_ID = 0x00

const EXACT_INTEGERS = 2 ** 53
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const scratch = new DataView(new ArrayBuffer(8))

/** The tags of the bracket a value is in, from the first to the one after the last. */
export function bracketTags(value: Value): { first: number; end: number } {
  switch (value.kind) {
    case 'boolean':
      return { first: TAG.false, end: TAG.true + 1 }
    case 'integer':
      return { first: TAG.number, end: TAG.number + 1 }
    case 'double': {
      const tag = Number.isNaN(value.value) ? TAG.nan : TAG.number
      return { first: tag, end: tag + 1 }
    }
    case 'map': {
      const tag = vectorElements(value) === undefined ? TAG.map : TAG.vector
      return { first: tag, end: tag + 1 }
    }
    default:
      return { first: TAG[value.kind], end: TAG[value.kind] + 1 }
  }
}

/** Collects bytes in one buffer that grows and is used again: `length` may be set back to write on from there. */
export class OrderedBytesWriter {
  length = 0
  #bytes = new Uint8Array(512)

  /** What was written since `start`, in an array of its own. */
  take(start = 0): Uint8Array {
    return this.#bytes.slice(start, this.length)
  }

  /** What was written from `start` to `end`; valid until the next byte is written. */
  view(start: number, end: number): Uint8Array {
    return this.#bytes.subarray(start, end)
  }

  /** What was written since `start` is in the reverse order from now on. */
  flip(start: number): void {
    flip(this.#bytes.subarray(start, this.length))
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  /** As they are: what was taken out before. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  text(text: string): void {
    // Three bytes a unit is the most that UTF-8 takes; the two of an escape stand for a single byte.
    this.#reserve(text.length * 3 + 1)
    const bytes = this.#bytes
    let at = this.length
    for (let i = 0; i < text.length; i++) {
      let unit = text.charCodeAt(i)
      if (unit < 0x80) {
        if (unit <= ESCAPE) {
          bytes[at++] = ESCAPE
          unit++
        }
        bytes[at++] = unit
      } else if (unit < 0x800) {
        bytes[at++] = 0xc0 | (unit >> 6)
        bytes[at++] = 0x80 | (unit & 0x3f)
      } else if (unit < 0xd800 || unit > 0xdfff) {
        bytes[at++] = 0xe0 | (unit >> 12)
        bytes[at++] = 0x80 | ((unit >> 6) & 0x3f)
        bytes[at++] = 0x80 | (unit & 0x3f)
      } else {
        // A lone surrogate never gets this far: what comes in is checked to be well-formed.
        const point = text.codePointAt(i++) ?? 0
        bytes[at++] = 0xf0 | (point >> 18)
        bytes[at++] = 0x80 | ((point >> 12) & 0x3f)
        bytes[at++] = 0x80 | ((point >> 6) & 0x3f)
        bytes[at++] = 0x80 | (point & 0x3f)
      }
    }
    bytes[at++] = END
    this.length = at
  }

  path(path: string): void {
    this.openPath(path)
    this.byte(END)
  }

  /** A path without its end: what all paths below it begin with. */
  openPath(path: string): void {
    if (path === '') return
    let start = 0
    while (start <= path.length) {
      const slash = path.indexOf('/', start)
      const end = slash < 0 ? path.length : slash
      this.#segment(path.slice(start, end))
      start = end + 1
    }
  }

  #segment(id: string): void {
    const number = parseNumericId(id)
    if (number === undefined) return this.text(id)
    this.byte(ESCAPE)
    this.byte(NUMERIC_ID)
    this.#int64(number)
  }

  /** Writes a value, but may stop anywhere once `limit` bytes of it are written: the rest is of no interest. */
  value(value: Value, limit = Infinity): void {
    this.#value(value, this.length + limit)
  }

  #value(value: Value, end: number): void {
    switch (value.kind) {
      case 'null':
        return this.byte(TAG.null)
      case 'boolean':
        return this.byte(value.value ? TAG.true : TAG.false)
      case 'integer':
        return this.#integer(value.value)
      case 'double':
        return this.#double(value.value)
      case 'timestamp':
        this.byte(TAG.timestamp)
        return this.#int64(value.micros)
      case 'string':
        return this.#string(value.value, end)
      case 'bytes':
        this.byte(TAG.bytes)
        return this.#escaped(value.value.subarray(0, this.#room(end)))
      case 'reference': {
        const name = nameParts(value.name)
        this.byte(TAG.reference)
        this.text(name.project)
        this.text(name.database)
        return this.path(name.path)
      }
      case 'geopoint':
        this.byte(TAG.geopoint)
        this.#float64(value.latitude)
        return this.#float64(value.longitude)
      case 'array':
        this.byte(TAG.array)
        if (this.#elements(value.values, end)) this.byte(END)
        return
      case 'map':
        return this.#map(value, end)
    }
  }

  #map(value: Extract<Value, { kind: 'map' }>, end: number): void {
    const elements = vectorElements(value)
    if (elements !== undefined) {
      this.byte(TAG.vector)
      this.#uint32(elements.length)
      this.#elements(elements, end)
      return
    }
    this.byte(TAG.map)
    for (const [name, member] of sortedFields(value.fields)) {
      if (this.length >= end) return
      this.#string(name, end)
      this.#value(member, end)
    }
    this.byte(END)
  }

  /** Answers whether all elements were looked at. */
  #elements(values: readonly Value[], end: number): boolean {
    for (const element of values) {
      if (this.length >= end) return false
      this.#value(element, end)
    }
    return true
  }

  #string(text: string, end: number): void {
    this.byte(TAG.string)
    const room = this.#room(end)
    this.text(text.length > room ? wholePairs(text, room) : text)
  }

  /** One more than still counts, so that the end that is written after a cut lies outside. */
  #room(end: number): number {
    return Math.max(0, end - this.length) + 1
  }

  #integer(value: bigint): void {
    let double = Number(value)
    this.byte(TAG.number)
    if (double > -EXACT_INTEGERS && double < EXACT_INTEGERS) return this.#float64(double)
    if (double > value) double = nextBelow(double)
    this.#float64(double)
    this.uint16(Number(value - BigInt(double)))
  }

  #double(value: number): void {
    if (Number.isNaN(value)) return this.byte(TAG.nan)
    this.byte(TAG.number)
    this.#float64(value)
    if (value <= -EXACT_INTEGERS || value >= EXACT_INTEGERS) this.uint16(0)
  }

  #float64(value: number): void {
    scratch.setFloat64(0, value === 0 ? 0 : value)
    const isNegative = value < 0
    const high = scratch.getUint32(0)
    this.#uint32(isNegative ? ~high : high ^ 0x8000_0000)
    this.#uint32(isNegative ? ~scratch.getUint32(4) : scratch.getUint32(4))
  }

  #int64(value: bigint): void {
    scratch.setBigInt64(0, value)
    this.#uint32(scratch.getUint32(0) ^ 0x8000_0000)
    this.#uint32(scratch.getUint32(4))
  }

  #uint32(value: number): void {
    this.uint16(value >>> 16)
    this.uint16(value & 0xffff)
  }

  uint16(value: number): void {
    this.#reserve(2)
    this.#bytes[this.length++] = value >> 8
    this.#bytes[this.length++] = value
  }

  #escaped(bytes: Uint8Array): void {
    this.#reserve(bytes.length * 2 + 1)
    for (const byte of bytes) {
      if (byte <= ESCAPE) {
        this.#bytes[this.length++] = ESCAPE
        this.#bytes[this.length++] = byte + 1
      } else {
        this.#bytes[this.length++] = byte
      }
    }
    this.#bytes[this.length++] = END
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + count))
    grown.set(this.#bytes.subarray(0, this.length))
    this.#bytes = grown
  }
}

/** Of bytes none of which are the beginning of others: those that were above are below. */
export function flip(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~(bytes[i] ?? 0) & 0xff
}

/** The first `units` of a text, or one more where that would part a pair of surrogates. */
function wholePairs(text: string, units: number): string {
  const last = text.charCodeAt(units - 1)
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? units + 1 : units)
}

/** The largest double below a finite one that is not zero. */
function nextBelow(double: number): number {
  scratch.setFloat64(0, double)
  scratch.setBigInt64(0, scratch.getBigInt64(0) + (double > 0 ? -1n : 1n))
  return scratch.getFloat64(0)
}

/** What is left of a key that a store gave back damaged. */
export function unreadableKey(): StatusError {
  return new StatusError('data-loss', 'INDEX_UNREADABLE', 'A key of the index cannot be read.')
}

/** Reads texts and paths back. What is read was written by `OrderedBytesWriter`; throws `data-loss` where it was not. */
export class OrderedBytesReader {
  at: number
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.#bytes[this.at++] ?? END
  }

  text(): string {
    let ascii = ''
    for (let at = this.at; ; at++) {
      const byte = this.#bytes[at] ?? END
      if (byte === END) {
        this.at = at + 1
        return ascii
      }
      if (byte <= ESCAPE || byte >= 0x80) return this.#anyText()
      ascii += String.fromCharCode(byte)
    }
  }

  #anyText(): string {
    const unescaped: number[] = []
    for (let byte = this.byte(); byte !== END; byte = this.byte()) {
      unescaped.push(byte === ESCAPE ? this.byte() - 1 : byte)
    }
    return utf8.decode(Uint8Array.from(unescaped))
  }

  path(): string {
    let path = ''
    while ((this.#bytes[this.at] ?? END) !== END) {
      const segment = this.#segment()
      path = path === '' ? segment : `${path}/${segment}`
    }
    this.at++
    return path
  }

  #segment(): string {
    if (this.#bytes[this.at] !== ESCAPE || this.#bytes[this.at + 1] !== NUMERIC_ID) return this.text()
    if (this.at + 10 > this.#bytes.length) throw unreadableKey()
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.at + 2, 8)
    this.at += 10
    return `__id${BigInt.asIntN(64, view.getBigUint64(0) ^ (1n << 63n))}__`
  }
}

/** The bytes of a value. */
export function encodeOrderedValue(value: Value): Uint8Array {
  const writer = new OrderedBytesWriter()
  writer.value(value)
  return writer.take()
}

/** The bytes of a path, relative to a database. */
export function encodeOrderedPath(path: string): Uint8Array {
  const writer = new OrderedBytesWriter()
  writer.path(path)
  return writer.take()
}

/**
 * The first key after all keys that begin with `prefix`. The prefixes of index keys hold a byte below ff, so there
 * always is one.
 */
export function keyAfterPrefix(prefix: Uint8Array): Uint8Array {
  let length = prefix.length
  while (length > 0 && prefix[length - 1] === 0xff) length--
  const after = prefix.slice(0, length)
  after[length - 1] = (after[length - 1] ?? 0) + 1
  return after
}
