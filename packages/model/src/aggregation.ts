import { isNameField, MAX_FIELD_NAME_BYTES, validateQueryPath } from './field-path.ts'
import type { FieldPath } from './field-path.ts'
import { valueAt } from './fields-draft.ts'
import { invalidArgument } from './invalid-argument.ts'
import { MAX_INT64, MIN_INT64 } from './json-numbers.ts'
import type { Aggregation } from './query.ts'
import { isReservedName } from './resource-path.ts'
import { utf8Exceeds } from './utf8.ts'
import type { Fields, Value } from './value.ts'

export const MAX_AGGREGATIONS = 5

/**
 * Throws `invalid-argument` unless the aggregations may run together. Answers them with every empty alias replaced by
 * `field_1`, `field_2`, ... in their order.
 */
export function validateAggregations(aggregations: readonly Aggregation[]): Aggregation[] {
  assertNumberOfAggregations(aggregations)
  let unnamed = 0
  const named = aggregations.map((one) => ({ ...one, alias: one.alias || `field_${++unnamed}` }))
  const aliases = new Set<string>()
  for (const aggregation of named) {
    if (aliases.has(aggregation.alias)) {
      throw refusal(`Aggregation aliases contain duplicate alias: ${aggregation.alias}.`)
    }
    aliases.add(aggregation.alias)
    validateAggregation(aggregation)
  }
  return named
}

/** Throws `invalid-argument`. */
export function assertNumberOfAggregations({ length }: { readonly length: number }): void {
  if (length === 0) throw refusal('Aggregations can not be empty.')
  if (length <= MAX_AGGREGATIONS) return
  throw refusal(`The maximum number of aggregations allowed in a query is ${MAX_AGGREGATIONS}. Received: ${length}`)
}

function validateAggregation(aggregation: Aggregation): void {
  if (isReservedName(aggregation.alias)) throw refusal(`The property.name "${aggregation.alias}" is reserved.`)
  if (utf8Exceeds(aggregation.alias, MAX_FIELD_NAME_BYTES)) {
    throw refusal(`The property.name is longer than ${MAX_FIELD_NAME_BYTES} bytes.`)
  }
  if (aggregation.kind === 'count') {
    if (aggregation.upTo !== undefined && aggregation.upTo < 0n) {
      throw refusal('The `up_to` value in a COUNT aggregation must be greater than or equal to zero.')
    }
    return
  }
  validateQueryPath(aggregation.field)
  if (isNameField(aggregation.field)) throw refusal('Aggregations are not supported for the property: __name__')
}

function refusal(message: string): Error {
  return invalidArgument('INVALID_AGGREGATION', message)
}

/**
 * Takes the documents of a query, after its offset and limit, and answers its aggregations (document-semantics 7.5).
 * Documents that lack an aggregated field are not in the result: not for the count, and not for offset and limit.
 */
export class Aggregator {
  readonly #aggregations: readonly Aggregation[]
  readonly #fields: readonly FieldPath[]
  readonly #totals: readonly NumberTotal[]
  #count = 0n

  constructor(aggregations: readonly Aggregation[]) {
    this.#aggregations = aggregations
    this.#totals = aggregations.map(() => new NumberTotal())
    this.#fields = aggregations.flatMap((one) => (one.kind === 'count' ? [] : [one.field]))
  }

  /** Whether a count alone is asked for, which needs no document's fields: then `addCount` serves as well. */
  get isCountAlone(): boolean {
    return this.#aggregations.every(({ kind }) => kind === 'count')
  }

  /** The number of documents after which no more change the answer; undefined: all have to be seen. */
  get enough(): bigint | undefined {
    let most = 0n
    for (const aggregation of this.#aggregations) {
      if (aggregation.kind !== 'count' || aggregation.upTo === undefined) return undefined
      if (aggregation.upTo > most) most = aggregation.upTo
    }
    return most
  }

  /** The fields that are summed or averaged. */
  get fields(): readonly FieldPath[] {
    return this.#fields
  }

  /** Whether a document has every aggregated field. */
  takes(fields: Fields): boolean {
    return this.#fields.every((field) => valueAt(fields, field) !== undefined)
  }

  /** Only a document that it `takes`. */
  add(fields: Fields): void {
    this.#count++
    for (const [i, aggregation] of this.#aggregations.entries()) {
      if (aggregation.kind === 'count') continue
      const value = valueAt(fields, aggregation.field)
      if (value !== undefined) this.#totals[i]?.add(value)
    }
  }

  /** Counts documents unseen. Only when `isCountAlone`. */
  addCount(documents: number): void {
    this.#count += BigInt(documents)
  }

  /** By alias, in the order asked. */
  results(): Map<string, Value> {
    return new Map(this.#aggregations.map((aggregation, i) => [aggregation.alias, this.#result(aggregation, i)]))
  }

  #result(aggregation: Aggregation, i: number): Value {
    if (aggregation.kind === 'count') {
      const { upTo } = aggregation
      return { kind: 'integer', value: upTo !== undefined && upTo < this.#count ? upTo : this.#count }
    }
    const total = this.#totals[i] ?? new NumberTotal()
    return aggregation.kind === 'sum' ? total.sum() : total.average()
  }
}

/** Integers are added exactly, doubles as IEEE 754 has it. */
class NumberTotal {
  #count = 0
  #integers = 0n
  #doubles = 0
  #hasDoubles = false

  add(value: Value): void {
    if (value.kind === 'integer') this.#integers += value.value
    else if (value.kind === 'double') {
      this.#doubles += value.value
      this.#hasDoubles = true
    } else return
    this.#count++
  }

  sum(): Value {
    if (this.#hasDoubles || this.#integers > MAX_INT64 || this.#integers < MIN_INT64) {
      return { kind: 'double', value: this.#asDouble() }
    }
    return { kind: 'integer', value: this.#integers }
  }

  average(): Value {
    return this.#count === 0 ? { kind: 'null' } : { kind: 'double', value: this.#asDouble() / this.#count }
  }

  #asDouble(): number {
    return this.#hasDoubles ? Number(this.#integers) + this.#doubles : Number(this.#integers)
  }
}
