import type { FieldPath } from './field-path.ts'
import type { FieldMask, Value } from './value.ts'
import type { NearestNeighbours } from './vector-search.ts'

/** In the order in which people are offered them. */
export const FIELD_OPERATORS = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'not-in',
  'array-contains',
  'array-contains-any',
] as const

export type FieldOperator = (typeof FIELD_OPERATORS)[number]

/** As the protocol calls them: https://firebase.google.com/docs/firestore/reference/rest/v1/StructuredQuery#operator_1 */
export const fieldOperatorNames = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  'array-contains': 'ARRAY_CONTAINS',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
} as const satisfies Readonly<Record<FieldOperator, string>>

export type UnaryOperator = 'is-null' | 'is-nan' | 'is-not-null' | 'is-not-nan'

export type Filter =
  | { readonly kind: 'field'; readonly field: FieldPath; readonly op: FieldOperator; readonly value: Value }
  | { readonly kind: 'unary'; readonly field: FieldPath; readonly op: UnaryOperator }
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }

export interface Order {
  /** `['__name__']` orders by document name. */
  readonly field: FieldPath
  readonly direction: 'ascending' | 'descending'
}

/** A cursor: the first values of the order, and on which side of equal rows it stands. */
export interface Bound {
  readonly values: readonly Value[]
  readonly before: boolean
}

/** What a client asked, before normalisation (document-semantics 7.1). */
export interface Query {
  /** The document path below which to look; empty for the root. */
  readonly parent: string
  /** Absent: every collection below the parent. */
  readonly collectionId?: string | undefined
  readonly allDescendants: boolean
  readonly filter?: Filter | undefined
  readonly orderBy: readonly Order[]
  readonly startAt?: Bound | undefined
  readonly endAt?: Bound | undefined
  readonly offset: number
  readonly limit?: number | undefined
  /** Absent: whole documents. `[['__name__']]`: names alone. */
  readonly select?: FieldMask | undefined
  /** Of what the rest finds, those nearest to a vector, the nearest first. */
  readonly nearest?: NearestNeighbours | undefined
}

export type Aggregation = { readonly alias: string } & (
  | { readonly kind: 'count'; readonly upTo?: bigint | undefined }
  | { readonly kind: 'sum' | 'average'; readonly field: FieldPath }
)

/**
 * A query whose order is complete (document-semantics 7.1), so that no two documents tie: explicit orders, then the
 * fields with inequalities, then the name. Its filter holds no empty composite and no composite of one.
 */
export interface NormalisedQuery extends Query {
  readonly isNormalised: true
}
