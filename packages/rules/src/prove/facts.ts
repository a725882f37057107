import { type FieldPath, nameParts, type SimpleFilter, type Value } from '@hearth/model'

/** A bound that every value of a field keeps to, and so its type too. */
export interface FieldBound {
  readonly value: Value
  readonly isInclusive: boolean
}

/** What a query says of one field of every document it can find. That it is there is said by each of them. */
export interface FieldFacts {
  readonly path: FieldPath
  equal: Value | undefined
  readonly unequal: Value[]
  readonly lower: FieldBound[]
  readonly upper: FieldBound[]
  readonly contains: Value[]
}

/**
 * What one conjunction of filters says of all documents that pass it. An order says more, but the original takes it for no promise;
 * nor do we.
 */
export class Facts {
  readonly #fields = new Map<string, FieldFacts>()
  /** The path, relative to the database, of the only document, if the query names one. */
  readonly documentPath: string | undefined

  constructor(filters: readonly SimpleFilter[]) {
    let documentPath: string | undefined
    for (const filter of filters) {
      if (isName(filter.field)) {
        documentPath = namedBy(filter) ?? documentPath
      } else {
        addFilter(this.#factsOf(filter.field), filter)
      }
    }
    this.documentPath = documentPath
  }

  find(path: FieldPath): FieldFacts | undefined {
    return this.#fields.get(keyOf(path))
  }

  /** Whether something is said of a field inside of this one, which then is a map. */
  hasInside(path: FieldPath): boolean {
    return this.#fields
      .values()
      .some((facts) => facts.path.length > path.length && path.every((part, i) => part === facts.path[i]))
  }

  /** Whether every document has the field. */
  exists(path: FieldPath): boolean {
    return this.#fields.has(keyOf(path)) || this.hasInside(path)
  }

  #factsOf(path: FieldPath): FieldFacts {
    const key = keyOf(path)
    let facts = this.#fields.get(key)
    if (facts === undefined) {
      facts = { path, equal: undefined, unequal: [], lower: [], upper: [], contains: [] }
      this.#fields.set(key, facts)
    }
    return facts
  }
}

function namedBy(filter: SimpleFilter): string | undefined {
  const isNamed = filter.kind === 'field' && filter.op === '==' && filter.value.kind === 'reference'
  return isNamed ? nameParts(filter.value.name).path : undefined
}

function addFilter(facts: FieldFacts, filter: SimpleFilter): void {
  const nothing: Value = { kind: 'null' }
  if (filter.kind === 'unary') {
    if (filter.op === 'is-null') facts.equal = nothing
    if (filter.op === 'is-not-null' || filter.op === 'is-not-nan') facts.unequal.push(nothing)
    return
  }
  const { op, value } = filter
  switch (op) {
    case '==':
      facts.equal = value
      return
    case '!=':
      facts.unequal.push(value, nothing)
      return
    case 'not-in':
      facts.unequal.push(nothing, ...(value.kind === 'array' ? value.values : []))
      return
    case '<':
    case '<=':
      facts.upper.push({ value, isInclusive: op === '<=' })
      return
    case '>':
    case '>=':
      facts.lower.push({ value, isInclusive: op === '>=' })
      return
    case 'array-contains':
      facts.contains.push(value)
      return
    case 'in':
    case 'array-contains-any':
      // Taken apart into disjuncts before.
      return
  }
}

function isName(field: FieldPath): boolean {
  return field.length === 1 && field[0] === '__name__'
}

function keyOf(path: FieldPath): string {
  return JSON.stringify(path)
}
