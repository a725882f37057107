import type { CompositeField, Filter, Mutation, Order, Query, Value } from '@hearth/model'
import fc from 'fast-check'

/** Of the documents that programs write. */
export const paths = ['c/1', 'c/2', 'c/3', 'c/__id7__', 'd/1', 'd/1/c/1', 'd/1/c/2', 'd/2/c/1', 'e/1/f/1/c/é']

const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 2 }).map((n): Value => ({ kind: 'integer', value: BigInt(n) })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Value>(
      { kind: 'null' },
      { kind: 'boolean', value: true },
      { kind: 'double', value: 1 },
      { kind: 'double', value: NaN },
      { kind: 'double', value: -0 },
      { kind: 'string', value: 'a' },
      { kind: 'map', fields: new Map([['a', { kind: 'integer', value: 1n }]]) },
      { kind: 'map', fields: new Map() },
    ),
  },
  // Too long for an index key: there they tie.
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('a', 'b', 'c')
      .map((end): Value => ({ kind: 'string', value: `${'x'.repeat(1600)}${end}` })),
  },
)
const arrayOrValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 3, arbitrary: value },
  { weight: 2, arbitrary: fc.array(value, { maxLength: 3 }).map((values): Value => ({ kind: 'array', values })) },
)
const fieldName = fc.constantFrom('a', 'b', 't')
const fields = fc.array(fc.tuple(fieldName, arrayOrValue), { maxLength: 3 }).map((entries) => new Map(entries))
const path = fc.constantFrom(...paths)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      path,
      fields,
      transforms: fc.constant([]),
      precondition: fc.constant({ kind: 'none' as const }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      path,
      fields,
      mask: fc.array(
        fieldName.map((name) => [name]),
        { maxLength: 2 },
      ),
      transforms: fc.array(
        fc.oneof(
          fc.record({
            field: fc.constant(['b']),
            kind: fc.constant('increment' as const),
            operand: fc.constant<Value>({ kind: 'integer', value: 1n }),
          }),
          fc.record({
            field: fc.constant(['t']),
            kind: fc.constantFrom('array-union' as const, 'array-remove' as const),
            values: fc.array(value, { maxLength: 2 }),
          }),
        ),
        { maxLength: 2 },
      ),
      precondition: fc.constantFrom({ kind: 'none' as const }, { kind: 'exists' as const, exists: true }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      path,
      precondition: fc.constantFrom({ kind: 'none' as const }, { kind: 'exists' as const, exists: true }),
    }),
  },
)

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  {
    weight: 4,
    arbitrary: fieldFilter(
      fc.constantFrom('==' as const, '<' as const, '<=' as const, '>' as const, '>=' as const, '!=' as const),
      value,
    ),
  },
  { weight: 2, arbitrary: fieldFilter(fc.constant('array-contains' as const), value) },
  {
    weight: 2,
    arbitrary: fieldFilter(
      fc.constantFrom('in' as const, 'not-in' as const, 'array-contains-any' as const),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((values): Value => ({ kind: 'array', values })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('unary' as const),
      field: fieldName.map((name) => [name]),
      op: fc.constantFrom('is-null' as const, 'is-nan' as const, 'is-not-null' as const, 'is-not-nan' as const),
    }),
  },
)

function fieldFilter(
  op: fc.Arbitrary<Extract<Filter, { kind: 'field' }>['op']>,
  operand: fc.Arbitrary<Value>,
): fc.Arbitrary<Filter> {
  return fc.record({ kind: fc.constant('field' as const), field: fieldName.map((name) => [name]), op, value: operand })
}

const filter: fc.Arbitrary<Filter | undefined> = fc.oneof(
  fc.constant(undefined),
  leaf,
  fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    filters: fc.array(leaf, { minLength: 2, maxLength: 3 }),
  }),
)

const order: fc.Arbitrary<Order> = fc.record({
  field: fc.oneof(
    { weight: 4, arbitrary: fieldName.map((name) => [name]) },
    { weight: 1, arbitrary: fc.constant(['__name__']) },
  ),
  direction: fc.constantFrom('ascending' as const, 'descending' as const),
})

const bound = fc.option(fc.record({ values: fc.array(value, { minLength: 1, maxLength: 2 }), before: fc.boolean() }), {
  nil: undefined,
  freq: 4,
})

const anyQuery: fc.Arbitrary<Query> = fc
  .record({
    source: fc.constantFrom(
      { parent: '', collectionId: 'c', allDescendants: false },
      { parent: '', collectionId: 'c', allDescendants: true },
      { parent: 'd/1', collectionId: 'c', allDescendants: false },
      { parent: 'd/1', collectionId: 'c', allDescendants: true },
      { parent: '', collectionId: undefined, allDescendants: true },
    ),
    filter,
    orderBy: fc.uniqueArray(order, { maxLength: 2, selector: ({ field }) => field[0] }),
    startAt: bound,
    endAt: bound,
    offset: fc.constantFrom(0, 0, 0, 1),
    limit: fc.constantFrom(undefined, undefined, 1, 2, 3),
  })
  .map(({ source, ...rest }) => ({ ...source, ...rest }))

/** Indexes over several fields: they may change how an answer is found, and never the answer. */
export const compositeFields: fc.Arbitrary<CompositeField[]> = fc
  .uniqueArray(
    fc.record({
      path: fieldName.map((name) => [name]),
      kind: fc.constantFrom('ascending' as const, 'descending' as const),
    }),
    { minLength: 2, maxLength: 3, selector: ({ path }) => path[0] },
  )
  .chain((fields) =>
    fc
      .option(fc.nat(fields.length - 1), { freq: 2 })
      .map((at) => fields.map((field, i) => (i === at ? { ...field, kind: 'contains' as const } : field))),
  )

/** What a program does next. */
export type Step =
  | { readonly kind: 'index'; readonly fields: readonly CompositeField[]; readonly isGroup: boolean }
  | { readonly kind: 'commit'; readonly mutations: readonly Mutation[] }
  | { readonly kind: 'query'; readonly query: Query; readonly past: number }
  | { readonly kind: 'listen'; readonly query: Query }
  /** The connection is lost; while it is, somebody writes. */
  | { readonly kind: 'reconnect'; readonly meanwhile: readonly (readonly Mutation[])[] }

/** Most documents at once, so that every program has something to find. */
export const seeds: fc.Arbitrary<Step> = fc
  .tuple(
    ...paths.map((path) =>
      fc.tuple(fc.constant(path), fc.record({ a: value, b: value, t: arrayOrValue }, { requiredKeys: [] })),
    ),
  )
  .map((documents) => ({
    kind: 'commit' as const,
    mutations: documents.map(([path, data]): Mutation => ({
      kind: 'set',
      path,
      fields: new Map(Object.entries(data)),
      transforms: [],
      precondition: { kind: 'none' },
    })),
  }))

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('commit' as const),
      mutations: fc.array(mutation, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('query' as const), query: anyQuery, past: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('listen' as const), query: anyQuery }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('reconnect' as const),
      meanwhile: fc.array(fc.array(mutation, { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
    }),
  },
)
