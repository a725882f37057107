import { createHash } from 'node:crypto'
import {
  collectionIdOf,
  type Document,
  type FieldPath,
  type Filter,
  formatFieldPath,
  isIdentical,
  OrderedBytesWriter,
  parentPath,
  type Query,
  type Value,
  valueAt,
} from '@hearth/model'
import type { DocumentDelta } from '../document-delta.ts'

/** Fields of one collection by which targets can be found; targets that ask for further ones are tried on each change. */
const FIELDS_MAX = 64
/** Shorter than a hash, so that no value is taken for the hash of another. */
const KEY_BYTES_MAX = 63
/** What is encoded of a document without others having their turn, but for a value that is longer. */
const STEP_BYTES = 16 * 1024
/** What looking at a value takes beside its bytes, in bytes that are encoded meanwhile. */
const VALUE_BYTES = 16

/** Targets that demand one of these values of a field, or one of these elements of an array. */
interface Demand {
  readonly field: FieldPath
  readonly isElement: boolean
  readonly values: readonly Value[]
}

interface FieldTargets<T> {
  readonly field: FieldPath
  readonly isElement: boolean
  /** By the ordered bytes of the value, or their hash. */
  readonly byValue: Map<string, Set<T>>
  /** What is of no kind that was demanded, or longer than all that was, is not looked up. */
  readonly kinds: Set<string>
  longest: number
}

interface ScopeTargets<T> {
  /** Those that demand no value. */
  readonly any: Set<T>
  readonly fields: Map<string, FieldTargets<T>>
}

/**
 * Finds the live queries that a changed document may concern, by database, collection and one equality that the query, or each of its
 * alternatives, demands, so that the cost of a change follows what it touches and not how many listen.
 */
export class TargetIndex<T> {
  readonly #scopes = new Map<string, ScopeTargets<T>>()

  /** False: no value leads to it, and it is tried on each change of its collection. */
  add(database: string, query: Query, target: T): boolean {
    const scope = this.#scope(scopeOf(database, query))
    const demands = demandsOf(query.filter)
    if (demands === undefined || !this.#hasRoomFor(scope, demands)) {
      scope.any.add(target)
      return false
    }
    for (const demand of demands) {
      for (const set of this.#setsOf(scope, demand)) set.add(target)
    }
    return true
  }

  remove(database: string, query: Query, target: T): void {
    const key = scopeOf(database, query)
    const scope = this.#scopes.get(key)
    if (scope === undefined) return
    scope.any.delete(target)
    for (const demand of demandsOf(query.filter) ?? []) removeDemand(scope, demand, target)
    if (scope.any.size === 0 && scope.fields.size === 0) this.#scopes.delete(key)
  }

  /** Every target that the change may concern, each once. Undefined where others may have their turn: a document can hold many values. */
  *candidates(delta: DocumentDelta): Generator<T | undefined, void> {
    const found = new Set<T>()
    const scopes = [
      this.#scopes.get(collectionKey(delta.database, parentPath(delta.path))),
      this.#scopes.get(groupKey(delta.database, collectionIdOf(delta.path))),
    ]
    for (const scope of scopes) {
      if (scope === undefined) continue
      for (const target of candidatesOf(scope, delta)) {
        if (target === undefined) yield undefined
        else if (!found.has(target)) {
          found.add(target)
          yield target
        }
      }
    }
  }

  #scope(key: string): ScopeTargets<T> {
    let scope = this.#scopes.get(key)
    if (scope === undefined) {
      scope = { any: new Set(), fields: new Map() }
      this.#scopes.set(key, scope)
    }
    return scope
  }

  #hasRoomFor(scope: ScopeTargets<T>, demands: readonly Demand[]): boolean {
    const added = new Set(demands.map(fieldKey).filter((key) => !scope.fields.has(key)))
    return scope.fields.size + added.size <= FIELDS_MAX
  }

  #setsOf(scope: ScopeTargets<T>, demand: Demand): Set<T>[] {
    const key = fieldKey(demand)
    let targets = scope.fields.get(key)
    if (targets === undefined) {
      targets = { field: demand.field, isElement: demand.isElement, byValue: new Map(), kinds: new Set(), longest: 0 }
      scope.fields.set(key, targets)
    }
    return demand.values.map((value) => setOf(targets, value))
  }
}

function setOf<T>(targets: FieldTargets<T>, value: Value): Set<T> {
  const writer = new OrderedBytesWriter()
  const key = valueKey(writer, value)
  targets.kinds.add(kindOf(value))
  targets.longest = Math.max(targets.longest, writer.length)
  let set = targets.byValue.get(key)
  if (set === undefined) {
    set = new Set()
    targets.byValue.set(key, set)
  }
  return set
}

function removeDemand<T>(scope: ScopeTargets<T>, demand: Demand, target: T): void {
  const key = fieldKey(demand)
  const targets = scope.fields.get(key)
  if (targets === undefined) return
  for (const value of demand.values) {
    const key = valueKey(new OrderedBytesWriter(), value)
    const set = targets.byValue.get(key)
    set?.delete(target)
    if (set?.size === 0) targets.byValue.delete(key)
  }
  if (targets.byValue.size === 0) scope.fields.delete(key)
}

function* candidatesOf<T>(scope: ScopeTargets<T>, { before, after }: DocumentDelta): Generator<T | undefined, void> {
  yield* scope.any
  const writer = new OrderedBytesWriter()
  let work = 0
  for (const targets of scope.fields.values()) {
    const earlier = valuesAt(before, targets)
    for (const values of [earlier, valuesAt(after, targets)]) {
      for (const [i, value] of values.entries()) {
        writer.length = 0
        // An element that is as it was has led to its targets already.
        const isKnown = targets.isElement && values !== earlier && isSame(earlier[i], value)
        if (!isKnown) yield* targetsOf(targets, value, writer)
        work += writer.length + VALUE_BYTES
        if (work < STEP_BYTES) continue
        work = 0
        yield undefined
      }
    }
  }
}

function targetsOf<T>({ byValue, kinds, longest }: FieldTargets<T>, value: Value, writer: OrderedBytesWriter) {
  if (!kinds.has(kindOf(value))) return []
  const key = valueKey(writer, value, longest)
  return (key === undefined ? undefined : byValue.get(key)) ?? []
}

function isSame(earlier: Value | undefined, value: Value): boolean {
  return earlier !== undefined && isIdentical(earlier, value)
}

function valuesAt<T>(document: Document | undefined, targets: FieldTargets<T>): readonly Value[] {
  const value = document && valueAt(document.fields, targets.field)
  if (value === undefined) return []
  if (!targets.isElement) return [value]
  return value.kind === 'array' ? value.values : []
}

/** Everything the filter finds satisfies one of these; of all such lists the one with the fewest values. */
function demandsOf(filter: Filter | undefined): readonly Demand[] | undefined {
  switch (filter?.kind) {
    case undefined:
    case 'unary':
      return undefined
    case 'field': {
      const demand = demandOfFilter(filter)
      return demand && [demand]
    }
    case 'and': {
      const all = filter.filters.map(demandsOf).filter((demands) => demands !== undefined)
      return all.toSorted((a, b) => valuesOf(a) - valuesOf(b))[0]
    }
    case 'or': {
      const all = filter.filters.map(demandsOf)
      return all.length > 0 && all.every((demands) => demands !== undefined) ? all.flat() : undefined
    }
  }
}

function valuesOf(demands: readonly Demand[]): number {
  return demands.reduce((sum, { values }) => sum + values.length, 0)
}

function demandOfFilter(filter: Filter): Demand | undefined {
  if (filter.kind !== 'field' || filter.field[0] === '__name__') return undefined
  const { field, op, value } = filter
  switch (op) {
    case '==':
      return { field, isElement: false, values: [value] }
    case 'array-contains':
      return { field, isElement: true, values: [value] }
    case 'in':
    case 'array-contains-any':
      return value.kind === 'array' ? { field, isElement: op !== 'in', values: value.values } : undefined
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'not-in':
      return undefined
  }
}

function scopeOf(database: string, query: Query): string {
  const id = query.collectionId ?? ''
  if (query.allDescendants) return groupKey(database, id)
  return collectionKey(database, query.parent === '' ? id : `${query.parent}/${id}`)
}

function collectionKey(database: string, path: string): string {
  return `c\0${database}\0${path}`
}

function groupKey(database: string, id: string): string {
  return `g\0${database}\0${id}`
}

function fieldKey({ field, isElement }: Demand): string {
  return `${isElement ? 'e' : 'v'}${formatFieldPath(field)}`
}

/** Numbers of both kinds may tie. */
function kindOf({ kind }: Value): string {
  return kind === 'integer' ? 'double' : kind
}

/** A long value is known by its hash: who asks for it keeps it once already. Undefined: it is longer than `longest`. */
function valueKey(writer: OrderedBytesWriter, value: Value): string
function valueKey(writer: OrderedBytesWriter, value: Value, longest: number): string | undefined
function valueKey(writer: OrderedBytesWriter, value: Value, longest = Infinity): string | undefined {
  writer.length = 0
  writer.value(value, longest + 1)
  if (writer.length > longest) return undefined
  const { buffer, byteOffset, length } = writer.view(0, writer.length)
  const bytes = Buffer.from(buffer, byteOffset, length)
  return length <= KEY_BYTES_MAX ? bytes.toString('latin1') : createHash('sha512').update(bytes).digest('base64url')
}
