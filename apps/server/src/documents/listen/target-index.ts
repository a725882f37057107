import { createHash } from 'node:crypto'
import {
  collectionIdOf,
  type Document,
  encodeOrderedValue,
  type FieldPath,
  type Filter,
  formatFieldPath,
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

  /** Every target that the change may concern, each once. */
  candidates(delta: DocumentDelta): Set<T> {
    const found = new Set<T>()
    const collection = this.#scopes.get(collectionKey(delta.database, parentPath(delta.path)))
    if (collection !== undefined) addCandidates(found, collection, delta)
    const group = this.#scopes.get(groupKey(delta.database, collectionIdOf(delta.path)))
    if (group !== undefined) addCandidates(found, group, delta)
    return found
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
      targets = { field: demand.field, isElement: demand.isElement, byValue: new Map() }
      scope.fields.set(key, targets)
    }
    const { byValue } = targets
    return demand.values.map((value) => {
      const bytes = valueKey(value)
      let set = byValue.get(bytes)
      if (set === undefined) {
        set = new Set()
        byValue.set(bytes, set)
      }
      return set
    })
  }
}

function removeDemand<T>(scope: ScopeTargets<T>, demand: Demand, target: T): void {
  const key = fieldKey(demand)
  const targets = scope.fields.get(key)
  if (targets === undefined) return
  for (const value of demand.values) {
    const bytes = valueKey(value)
    const set = targets.byValue.get(bytes)
    set?.delete(target)
    if (set?.size === 0) targets.byValue.delete(bytes)
  }
  if (targets.byValue.size === 0) scope.fields.delete(key)
}

function addCandidates<T>(found: Set<T>, scope: ScopeTargets<T>, delta: DocumentDelta): void {
  for (const target of scope.any) found.add(target)
  for (const targets of scope.fields.values()) {
    for (const document of [delta.before, delta.after]) {
      if (document === undefined) continue
      for (const value of valuesAt(document, targets)) {
        for (const target of targets.byValue.get(valueKey(value)) ?? []) found.add(target)
      }
    }
  }
}

function valuesAt<T>(document: Document, targets: FieldTargets<T>): readonly Value[] {
  const value = valueAt(document.fields, targets.field)
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

/** A long value is known by its hash: who asks for it keeps it once already. */
function valueKey(value: Value): string {
  const bytes = Buffer.from(encodeOrderedValue(value))
  return bytes.length <= KEY_BYTES_MAX
    ? bytes.toString('latin1')
    : createHash('sha512').update(bytes).digest('base64url')
}
