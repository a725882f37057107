import type { Fields, Value } from '@hearth/model'
import type { Expression } from '../syntax/ast.ts'

/**
 * For tests: a second reading of the language, written for its obviousness alone: it walks the tree, throws what has no value,
 * and counts nothing. It knows what the conditions of `conditions.arbitrary.ts` are made of.
 */
export function isGrantedNaively(condition: Expression, data: Fields, uid: string): boolean {
  try {
    return evaluate(condition, data, uid) === true
  } catch (error) {
    if (error instanceof NoValue) return false
    throw error
  }
}

/** Whether a condition is made of nothing but what `isGrantedNaively` knows; of others it may say no where the language says yes. */
export function isWithinNaiveVocabulary(node: Expression): boolean {
  const all = (...inner: readonly Expression[]): boolean => inner.every(isWithinNaiveVocabulary)
  switch (node.kind) {
    case 'literal':
      return typeof node.value !== 'string' ? !(node.value instanceof Uint8Array) : isPlainText(node.value)
    case 'name':
      return node.name === 'resource' || node.name === 'id'
    case 'list':
      return all(...node.items)
    case 'map':
      return node.entries.every(({ key, value }) => all(key, value))
    case 'member':
      return isOwnUid(node) || (isPlainText(node.name) && all(node.object))
    case 'index':
      return all(node.object, node.index)
    case 'not':
    case 'is':
      return all(node.operand)
    case 'binary':
      return !'-*/%'.includes(node.operator) && all(node.left, node.right)
    case 'and':
    case 'or':
      return all(node.left, node.right)
    case 'ternary':
      return all(node.condition, node.whenTrue, node.whenFalse)
    case 'call':
      return node.object !== undefined && isKnownCall(node) && all(node.object, ...node.args)
    case 'negate':
    case 'path':
    case 'slice':
      return false
  }
}

/** Keys that are no text here, and texts whose order is not that of JavaScript. */
function isPlainText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII is what is meant
  return text !== '__name__' && /^[\x00-\x7f]*$/.test(text)
}

/** `request.auth.uid`: of `request` nothing else is known. */
function isOwnUid({ object, name }: Extract<Expression, { kind: 'member' }>): boolean {
  if (name !== 'uid' || object.kind !== 'member' || object.name !== 'auth') return false
  return object.object.kind === 'name' && object.object.name === 'request'
}

function isKnownCall({ name, args: [first] }: Extract<Expression, { kind: 'call' }>): boolean {
  if (name === 'get') return first?.kind === 'literal'
  return ['size', 'keys', 'hasAny', 'hasAll', 'hasOnly'].includes(name)
}

/** Plain values: int is bigint, float is number, lists are arrays, maps are Maps, an instant is a `{ micros }`. */
type Plain = null | boolean | bigint | number | string | Plain[] | Map<string, Plain> | { readonly micros: bigint }

class NoValue extends Error {}

function evaluate(node: Expression, data: Fields, uid: string): Plain {
  const of = (inner: Expression): Plain => evaluate(inner, data, uid)
  switch (node.kind) {
    case 'literal':
      if (node.value instanceof Uint8Array) throw new NoValue('bytes')
      return node.value
    case 'name':
      return nameOf(node.name, data, uid)
    case 'list':
      return node.items.map(of)
    case 'map':
      return new Map(node.entries.map(({ key, value }) => [asText(of(key)), of(value)]))
    case 'member':
      return memberOf(of(node.object), node.name)
    case 'index':
      return indexOf(of(node.object), of(node.index))
    case 'not':
      return !asBool(of(node.operand))
    case 'binary':
      return binary(node.operator, of(node.left), of(node.right))
    case 'is':
      return typesOf(of(node.operand)).includes(node.type)
    case 'and':
      return either(node, false, of)
    case 'or':
      return either(node, true, of)
    case 'ternary':
      return asBool(of(node.condition)) ? of(node.whenTrue) : of(node.whenFalse)
    case 'call':
      if (node.object === undefined) throw new NoValue(node.name)
      return call(of(node.object), node.name, node.args.map(of))
    case 'negate':
    case 'path':
    case 'slice':
      throw new Error(`the naive evaluator does not know ${node.kind}`)
  }
}

/** `&&` and `||` in any order: one side that decides is enough, whatever the other is. */
function either(
  { left, right }: { left: Expression; right: Expression },
  decisive: boolean,
  of: (inner: Expression) => Plain,
): boolean {
  const sides = [left, right].map((side) => {
    try {
      return asBool(of(side))
    } catch (error) {
      if (error instanceof NoValue) return undefined
      throw error
    }
  })
  if (sides.includes(decisive)) return decisive
  if (sides.includes(undefined)) throw new NoValue('a side')
  return !decisive
}

function nameOf(name: string, data: Fields, uid: string): Plain {
  switch (name) {
    case 'resource':
      return new Map<string, Plain>([
        ['data', plainMap(data)],
        ['id', 'one'],
        ['__name__', '/databases/(default)/documents/cases/one'],
      ])
    case 'request':
      return new Map<string, Plain>([['auth', new Map<string, Plain>([['uid', uid]])]])
    case 'id':
      return 'one'
    default:
      throw new NoValue(name)
  }
}

function memberOf(object: Plain, name: string): Plain {
  if (!(object instanceof Map)) throw new NoValue('no map')
  const value = object.get(name)
  if (value === undefined) throw new NoValue(name)
  return value
}

function indexOf(object: Plain, key: Plain): Plain {
  if (object instanceof Map && typeof key === 'string') return memberOf(object, key)
  if (typeof key !== 'bigint' || !(Array.isArray(object) || typeof object === 'string')) throw new NoValue('index')
  const item = object[Number(key)]
  if (key < 0n || item === undefined) throw new NoValue('range')
  return item
}

function binary(operator: string, left: Plain, right: Plain): Plain {
  switch (operator) {
    case '==':
      return same(left, right)
    case '!=':
      return !same(left, right)
    case 'in':
      if (Array.isArray(right)) return right.some((item) => sameInside(left, item))
      if (right instanceof Map && typeof left === 'string') return right.has(left)
      throw new NoValue('in')
    case '+':
      return plus(left, right)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return ordered(operator, left, right)
    default:
      throw new Error(`the naive evaluator does not know ${operator}`)
  }
}

function plus(left: Plain, right: Plain): Plain {
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const sum = left + right
    if (BigInt.asIntN(64, sum) !== sum) throw new NoValue('overflow')
    return sum
  }
  if (isNumber(left) && isNumber(right)) return Number(left) + Number(right)
  throw new NoValue('+')
}

function ordered(operator: string, left: Plain, right: Plain): boolean {
  const [a, b] = comparable(left, right)
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    default:
      return a >= b
  }
}

/** The texts of these tests are ASCII, so that their order is that of JavaScript. */
function comparable(left: Plain, right: Plain): [number | bigint | string, number | bigint | string] {
  if (typeof left === 'string' && typeof right === 'string') return [left, right]
  if (typeof left === 'bigint' && typeof right === 'bigint') return [left, right]
  if (isNumber(left) && isNumber(right)) return [Number(left), Number(right)]
  if (isInstant(left) && isInstant(right)) return [left.micros, right.micros]
  throw new NoValue('order')
}

function same(left: Plain, right: Plain): boolean {
  return isNumber(left) && isNumber(right) && typeof left !== typeof right
    ? Number(left) === Number(right)
    : typeof left === 'number' && typeof right === 'number'
      ? left === right
      : sameInside(left, right)
}

/** Of items: int and float differ, as do 0.0 and -0.0, and NaN differs from itself. */
function sameInside(left: Plain, right: Plain): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left === right && Object.is(left, right)
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => sameInside(item, right[i] ?? null))
  }
  if (left instanceof Map && right instanceof Map) {
    return (
      left.size === right.size &&
      [...left].every(([key, value]) => right.has(key) && sameInside(value, right.get(key) ?? null))
    )
  }
  if (isInstant(left) && isInstant(right)) return left.micros === right.micros
  return left === right
}

function call(object: Plain, name: string, args: readonly Plain[]): Plain {
  const [first = null, second = null] = args
  if (name === 'size') {
    if (Array.isArray(object) || typeof object === 'string') return BigInt(object.length)
    if (object instanceof Map) return BigInt(object.size)
  }
  if (object instanceof Map && name === 'keys') return [...object.keys()].sort()
  if (object instanceof Map && name === 'get')
    return object.has(asText(first)) ? memberOf(object, asText(first)) : second
  if (Array.isArray(object) && Array.isArray(first)) {
    const has = (list: readonly Plain[], item: Plain): boolean => list.some((other) => sameInside(item, other))
    if (name === 'hasAny') return first.some((item) => has(object, item))
    if (name === 'hasAll') return first.every((item) => has(object, item))
    if (name === 'hasOnly') return object.every((item) => has(first, item))
  }
  throw new NoValue(name)
}

function typesOf(value: Plain): string[] {
  if (value === null) return []
  if (typeof value === 'boolean') return ['bool']
  if (typeof value === 'bigint') return ['int', 'number']
  if (typeof value === 'number') return ['float', 'number']
  if (typeof value === 'string') return ['string']
  if (Array.isArray(value)) return ['list']
  return [value instanceof Map ? 'map' : 'timestamp']
}

function plainMap(fields: Fields): Map<string, Plain> {
  return new Map([...fields].map(([name, value]) => [name, plainOf(value)]))
}

function plainOf(value: Value): Plain {
  switch (value.kind) {
    case 'null':
      return null
    case 'boolean':
    case 'integer':
    case 'double':
    case 'string':
      return value.value
    case 'timestamp':
      return { micros: value.micros }
    case 'array':
      return value.values.map(plainOf)
    case 'map':
      return plainMap(value.fields)
    case 'bytes':
    case 'reference':
    case 'geopoint':
      throw new Error(`the naive evaluator does not know ${value.kind}`)
  }
}

function asBool(value: Plain): boolean {
  if (typeof value !== 'boolean') throw new NoValue('no bool')
  return value
}

function asText(value: Plain): string {
  if (typeof value !== 'string') throw new NoValue('no text')
  return value
}

function isNumber(value: Plain): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function isInstant(value: Plain): value is { micros: bigint } {
  return typeof value === 'object' && value !== null && 'micros' in value
}
