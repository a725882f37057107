import { formatFieldPath, isNameField, parseFieldPath, validateQueryPath } from './field-path.ts'
import type { FieldPath } from './field-path.ts'
import { valueAt } from './fields-draft.ts'
import { invalidArgument } from './invalid-argument.ts'
import type { Fields, Value } from './value.ts'
import { vectorElements } from './value-order.ts'

export type DistanceMeasure = 'euclidean' | 'cosine' | 'dot-product'

/** What `findNearest` asks (document-semantics 7.6): the documents of a query whose vector is closest to this one. */
export interface NearestNeighbours {
  readonly field: FieldPath
  readonly vector: readonly number[]
  readonly measure: DistanceMeasure
  readonly limit: number
  /** The largest distance that is answered; the smallest for a dot product, which grows with likeness. */
  readonly threshold: number | undefined
  /** Where the distance is added to each document. */
  readonly resultField: FieldPath | undefined
}

export const VECTOR_DIMENSIONS_MAX = 2048
export const NEIGHBOURS_MAX = 1000

/** Makes a search out of what came over the wire. Throws `invalid-argument`. */
export function validateNearest(asked: {
  readonly field: FieldPath
  readonly vector: Value | undefined
  readonly measure: DistanceMeasure | undefined
  readonly limit: number | undefined
  readonly threshold: number | undefined
  readonly resultField: string
}): NearestNeighbours {
  const { field, measure, limit, threshold } = asked
  validateQueryPath(field)
  if (isNameField(field)) throw refusal('__name__ is not a vector.')
  const vector = asked.vector && numbersOf(asked.vector)
  if (vector === undefined || vector.length === 0) throw refusal('The query vector must be a vector.')
  if (vector.length > VECTOR_DIMENSIONS_MAX) {
    throw refusal(`The query vector has more than ${VECTOR_DIMENSIONS_MAX} dimensions.`)
  }
  if (measure === undefined) throw refusal('A distance measure is required.')
  if (limit === undefined || limit < 1 || limit > NEIGHBOURS_MAX) {
    throw refusal(`The limit must be between 1 and ${NEIGHBOURS_MAX}.`)
  }
  const resultField = asked.resultField === '' ? undefined : parseFieldPath(asked.resultField)
  if (resultField !== undefined) validateQueryPath(resultField)
  if (resultField !== undefined && isNameField(resultField)) {
    throw refusal(`The distance can't be put into ${formatFieldPath(resultField)}.`)
  }
  return { field, vector, measure, limit, threshold, resultField }
}

/**
 * How far a document is from the vector asked for; undefined when it is not in the result: its field is no vector of
 * as many dimensions, or it is beyond the threshold.
 */
export function distanceTo(nearest: NearestNeighbours, fields: Fields): number | undefined {
  const value = valueAt(fields, nearest.field)
  const vector = value && numbersOf(value)
  if (vector?.length !== nearest.vector.length) return undefined
  const distance = measured(nearest.measure, nearest.vector, vector)
  // The cosine of a vector without length is not a number, and such a document is near nothing.
  if (Number.isNaN(distance)) return undefined
  if (nearest.threshold === undefined) return distance
  return compareDistances(nearest, distance, nearest.threshold) <= 0 ? distance : undefined
}

/** The nearest first. */
export function compareDistances({ measure }: Pick<NearestNeighbours, 'measure'>, a: number, b: number): number {
  if (a === b) return 0
  return a < b === (measure !== 'dot-product') ? -1 : 1
}

function measured(measure: DistanceMeasure, a: readonly number[], b: readonly number[]): number {
  switch (measure) {
    case 'euclidean':
      return Math.sqrt(sumOf(a, (x, i) => (x - (b[i] ?? 0)) ** 2))
    case 'dot-product':
      return dot(a, b)
    case 'cosine':
      return 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
  }
}

function dot(a: readonly number[], b: readonly number[]): number {
  return sumOf(a, (x, i) => x * (b[i] ?? 0))
}

function sumOf(numbers: readonly number[], term: (number: number, index: number) => number): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += term(numbers[i] ?? 0, i)
  return sum
}

function numbersOf(value: Value): number[] | undefined {
  return vectorElements(value)?.map((element) =>
    element.kind === 'double' || element.kind === 'integer' ? Number(element.value) : NaN,
  )
}

function refusal(message: string): Error {
  return invalidArgument('INVALID_VECTOR_SEARCH', message)
}
