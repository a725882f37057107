import {
  decodeBase64,
  decodeFields,
  decodeValue,
  doubleFromJson,
  integerFromJson,
  invalidArgument,
} from '@hearth/model'
import { parseInstant } from './instant.ts'
import { Turn } from '../../lib/turn.ts'
import { typeOf } from './wire-schema.ts'
import type { EnumType, Field, MessageType, ScalarName } from './wire-schema.ts'

/** Filters nest in filters; a query cannot need more than this. */
const MESSAGE_DEPTH_MAX = 64
/** Of one list of a message. A mask names at most so many fields, and every other list is shorter. */
const ITEMS_MAX = 100_000
/** Transactions, tokens of streams and of listeners: far above what the server makes. */
const TOKEN_LENGTH_MAX = 64 * 1024

/**
 * Reads the proto3 JSON form of a message (https://protobuf.dev/programming-guides/json/) from parsed JSON. Names may
 * be lower camel case or the proto file's; enums names or numbers; 64-bit integers text or numbers; wrappers plain or
 * `{value}`; `null` is absent. Unknown names are refused as the vendor does. Throws `invalid-argument`/`INVALID_MESSAGE`.
 */
export function readJson<Shape>(type: MessageType<Shape>, json: unknown): Shape {
  return readMessage(type, json, { at: type.name, depth: 0, rest: undefined }) as Shape
}

/** The same for what may be large: others have their turn in between the items of its lists. A promise only where it takes longer than a turn. */
export function readJsonInTurns<Shape>(type: MessageType<Shape>, json: unknown): Shape | Promise<Shape> {
  const rest = new RestOfLists()
  const shape = readMessage(type, json, { at: type.name, depth: 0, rest }) as Shape
  return rest.isDone ? shape : rest.read().then(() => shape)
}

/** Where something stands in a message. */
interface Place {
  /** For complaints. */
  readonly at: string
  readonly depth: number
  /** Where it may be read in turns. */
  readonly rest: RestOfLists | undefined
}

/** A list of a message that is read up to somewhere. */
interface PartlyRead {
  readonly type: ScalarName | EnumType | MessageType
  readonly raw: readonly unknown[]
  readonly items: unknown[]
  readonly place: Place
}

/** What is left of lists when a turn was over: the message is whole when all of it is read. */
class RestOfLists {
  readonly #turn = new Turn()
  readonly #lists: PartlyRead[] = []

  /** Nothing is left, and whoever goes on with the message does so in this turn. */
  get isDone(): boolean {
    return this.#lists.length === 0 && !this.#turn.isOver
  }

  /** Reads as many of the items as the turn allows. */
  begin(list: PartlyRead): void {
    const { type, raw, items, place } = list
    while (items.length < raw.length) {
      // Of one item alone no clock is asked.
      if (items.length > 0 && this.#turn.isOver) {
        this.#lists.push(list)
        return
      }
      items.push(readSingle(type, raw[items.length], place))
    }
  }

  async read(): Promise<void> {
    while (!this.isDone) {
      await this.#turn.next()
      const list = this.#lists.pop()
      if (list !== undefined) this.begin(list)
    }
  }
}

function readMessage(type: MessageType, json: unknown, place: Place): unknown {
  const { at, depth, rest } = place
  if (depth > MESSAGE_DEPTH_MAX) throw invalid(at, 'is nested too deep')
  if (!isObject(json)) throw invalid(at, 'must be an object')
  const shape: Record<string, unknown> = {}
  let oneofs: string[] | undefined
  for (const name of Object.keys(json)) {
    const raw = json[name]
    const field = type.byName.get(name)
    if (field === undefined) throw invalid(at, `has the unknown field "${shorten(name)}"`)
    if (raw === null || raw === undefined) {
      // The one null that says something: the null value of a field transform or a filter operand.
      if (field.type !== 'value' || field.label !== 'single') continue
    }
    if (field.oneof !== undefined) {
      if (oneofs?.includes(field.oneof)) throw invalid(at, `has more than one of its ${field.oneof} fields`)
      oneofs = oneofs === undefined ? [field.oneof] : [...oneofs, field.oneof]
    }
    shape[field.name] = readField(field, raw, { at: `${at}.${field.name}`, depth, rest })
  }
  return shape
}

function readField(field: Field, raw: unknown, place: Place): unknown {
  const type = typeOf(field)
  const { at, rest } = place
  switch (field.label) {
    case 'single':
      return readSingle(type, raw, place)
    case 'repeated': {
      if (!Array.isArray(raw)) throw invalid(at, 'must be an array')
      if (raw.length > ITEMS_MAX) throw invalid(at, `has more than ${ITEMS_MAX} items`)
      if (rest === undefined) return raw.map((item: unknown) => readSingle(type, item, place))
      const items: unknown[] = []
      rest.begin({ type, raw, items, place })
      return items
    }
    case 'string-map': {
      if (!isObject(raw)) throw invalid(at, 'must be an object')
      return new Map(Object.keys(raw).map((key) => [key, readSingle(type, raw[key], place)]))
    }
  }
}

function readSingle(type: ScalarName | EnumType | MessageType, raw: unknown, place: Place): unknown {
  if (typeof type === 'string') return readScalar(type, raw, place.at)
  if (type.kind === 'enum') return readEnum(type, raw, place.at)
  return readMessage(type, raw, { at: place.at, depth: place.depth + 1, rest: place.rest })
}

function readScalar(type: ScalarName, raw: unknown, at: string): unknown {
  switch (type) {
    case 'string':
      if (typeof raw !== 'string') throw invalid(at, 'must be a string')
      return raw
    case 'bool':
      if (raw === true || raw === 'true') return true
      if (raw === false || raw === 'false') return false
      throw invalid(at, 'must be a boolean')
    case 'int32':
      return readInt32(raw, at)
    case 'int32Value':
      return readInt32(unwrap(raw), at)
    case 'int64':
      return readInt64(raw, at)
    case 'int64Value':
      return readInt64(unwrap(raw), at)
    case 'double':
      return readDouble(raw, at)
    case 'doubleValue':
      return readDouble(unwrap(raw), at)
    case 'bytes':
      if (typeof raw !== 'string') throw invalid(at, 'must be base64 text')
      if (raw.length > TOKEN_LENGTH_MAX) throw invalid(at, 'is too long')
      return decodeBase64(raw)
    case 'instant':
      if (typeof raw !== 'string') throw invalid(at, 'must be an RFC 3339 timestamp')
      return parseInstant(raw)
    case 'value':
      return decodeValue(raw)
    case 'arrayValue': {
      const value = decodeValue({ arrayValue: raw })
      if (value.kind !== 'array') throw invalid(at, 'must be an array value')
      return value.values
    }
    case 'fields':
      return decodeFields(raw)
    case 'opaque':
      return true
    case 'version':
    case 'document':
    case 'duration':
    case 'struct':
      throw new TypeError(`${at}: the type ${type} stands in answers alone`)
  }
}

function readEnum(type: EnumType, raw: unknown, at: string): string {
  if (typeof raw === 'string' && Object.hasOwn(type.numbers, raw)) return raw
  const name = typeof raw === 'number' ? type.names.get(raw) : undefined
  if (name === undefined) throw invalid(at, `must be one of ${Object.keys(type.numbers).join(', ')}`)
  return name
}

function readInt32(raw: unknown, at: string): number {
  const number = integerFromJson(raw)
  if (number === undefined || BigInt.asIntN(32, number) !== number) throw invalid(at, 'must be a 32-bit integer')
  return Number(number)
}

function readInt64(raw: unknown, at: string): bigint {
  const number = integerFromJson(raw)
  if (number === undefined) throw invalid(at, 'must be a 64-bit integer')
  return number
}

function readDouble(raw: unknown, at: string): number {
  const number = doubleFromJson(raw)
  if (number === undefined) throw invalid(at, 'must be a number')
  return number
}

function unwrap(raw: unknown): unknown {
  return isObject(raw) ? (raw['value'] ?? 0) : raw
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name
}

function invalid(at: string, complaint: string): Error {
  return invalidArgument('INVALID_MESSAGE', `Invalid request: ${at} ${complaint}.`)
}
