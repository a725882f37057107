import fc from 'fast-check'
import { arbitraryLongText, arbitraryScalar, arbitraryValue } from './arbitrary-values.ts'
import { PATHS, ROOM, ROOT, type Step, type WireQuery, type WireValue } from './wire.ts'

type Wire = Readonly<Record<string, unknown>>

const field = fc.constantFrom('a', 'a', 'b', 'm', 'm.x', '`a b`').map((fieldPath) => ({ fieldPath }))
const nameField = { fieldPath: '__name__' }
const key: fc.Arbitrary<WireValue> = fc.constantFrom(...PATHS).map((path) => ({ referenceValue: `${ROOT}/${path}` }))
const operandList = fc
  .array(arbitraryScalar, { minLength: 0, maxLength: 4 })
  .map((values) => ({ arrayValue: { values } }))

const fieldFilter: fc.Arbitrary<Wire> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        field,
        op: fc.constantFrom('LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'),
        // A range of null or NaN is empty, and the emulator then leaves its field out of the order.
        value: arbitraryValue.filter((value) => !('nullValue' in value) && value['doubleValue'] !== 'NaN'),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        field,
        op: fc.constantFrom('EQUAL', 'EQUAL', 'NOT_EQUAL', 'ARRAY_CONTAINS'),
        value: arbitraryValue,
      }),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({ field, op: fc.constantFrom('IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'), value: operandList })
        // NaN is kept by the emulator, dropped here and by the SDK.
        .filter(({ op, value }) => op !== 'NOT_IN' || !JSON.stringify(value).includes('"NaN"')),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        field,
        op: fc.constantFrom('LESS_THAN', 'GREATER_THAN_OR_EQUAL', 'EQUAL', 'NOT_EQUAL', 'ARRAY_CONTAINS'),
        value: arbitraryLongText,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        field: fc.constant(nameField),
        op: fc.constantFrom(
          'LESS_THAN',
          'LESS_THAN_OR_EQUAL',
          'GREATER_THAN',
          'GREATER_THAN_OR_EQUAL',
          'EQUAL',
          'NOT_EQUAL',
        ),
        value: key,
      }),
    },
  )
  .map((filter) => ({ fieldFilter: filter }))

const unaryFilter: fc.Arbitrary<Wire> = fc
  .record({ field, op: fc.constantFrom('IS_NAN', 'IS_NULL', 'IS_NOT_NAN', 'IS_NOT_NULL') })
  .map((filter) => ({ unaryFilter: filter }))

const leaf = fc.oneof({ weight: 5, arbitrary: fieldFilter }, { weight: 1, arbitrary: unaryFilter })

function composite(inner: fc.Arbitrary<Wire>): fc.Arbitrary<Wire> {
  return fc
    .tuple(fc.constantFrom('AND', 'OR'), fc.array(inner, { minLength: 2, maxLength: 3 }))
    .map(([op, filters]) => ({ compositeFilter: { op, filters } }))
}

const filter = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 2, arbitrary: composite(leaf) },
  { weight: 1, arbitrary: composite(composite(leaf)) },
)

const direction = fc.constantFrom('ASCENDING', 'DESCENDING')
const orders = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('a', 'b', 'm', 'm.x'), { maxLength: 2 }),
    fc.array(direction, { minLength: 3, maxLength: 3 }),
    fc.boolean(),
  )
  .map(([paths, directions, endsInName]) =>
    [...paths, ...(endsInName ? ['__name__'] : [])].map((fieldPath, i) => ({
      field: { fieldPath },
      direction: directions[i],
    })),
  )

/** A cursor has a value for each order or for the first ones; a key where the order is by name. */
function cursor(
  orderBy: readonly { readonly field: { readonly fieldPath: string } }[],
): fc.Arbitrary<Wire | undefined> {
  if (orderBy.length === 0) return fc.constant(undefined)
  const values = orderBy.map(({ field: { fieldPath } }) => (fieldPath === '__name__' ? key : arbitraryValue))
  return fc.option(
    fc
      .tuple(fc.tuple(...values), fc.integer({ min: 1, max: values.length }), fc.boolean())
      .map(([all, length, before]) => ({ values: all.slice(0, length), before })),
    { nil: undefined, freq: 2 },
  )
}

const source: fc.Arbitrary<{ parent: string; from: readonly Wire[] }> = fc.constantFrom(
  { parent: ROOT, from: [{ collectionId: `${ROOM}a` }] },
  { parent: ROOT, from: [{ collectionId: `${ROOM}a` }] },
  { parent: ROOT, from: [{ collectionId: `${ROOM}b` }] },
  { parent: ROOT, from: [{ collectionId: `${ROOM}b`, allDescendants: true }] },
  { parent: `${ROOT}/${ROOM}a/d1`, from: [{ collectionId: `${ROOM}b` }] },
)

const select = fc.option(
  fc
    .uniqueArray(fc.constantFrom('a', 'm', 'm.x', '`a b`', '__name__'), { minLength: 1, maxLength: 3 })
    .map((paths) => ({
      fields: paths.map((fieldPath) => ({ fieldPath })),
    })),
  { nil: undefined, freq: 4 },
)

export const arbitraryAsked: fc.Arbitrary<{ parent: string; query: WireQuery }> = orders.chain((orderBy) =>
  fc
    .record({
      source,
      where: fc.option(filter, { nil: undefined, freq: 5 }),
      startAt: cursor(orderBy),
      endAt: cursor(orderBy),
      offset: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 3 }),
      limit: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined, freq: 3 }),
      select,
    })
    .map(({ source: { parent, from }, ...rest }) => ({
      parent,
      query: { from, orderBy, ...rest },
    })),
)

export const arbitraryQuery: fc.Arbitrary<Step> = arbitraryAsked.map((asked) => ({ kind: 'query', ...asked }))

const alias = fc.option(fc.constantFrom('', 'field_1', 'field_2', 'x', 'a b', '`', '__x__', 'x'.repeat(1501)), {
  nil: undefined,
  freq: 2,
})
const upTo = fc.option(fc.constantFrom('-1', '0', '1', '2', '1e1'), { nil: undefined, freq: 2 })
const computed: fc.Arbitrary<Wire> = fc.oneof(
  upTo.map((most) => ({ count: most === undefined ? {} : { upTo: most } })),
  fc.record({ sum: fc.record({ field }) }),
  fc.record({ avg: fc.record({ field }) }),
)
const aggregation = fc
  .tuple(alias, computed)
  .map(([name, one]): Wire => (name === undefined ? one : { alias: name, ...one }))

export const arbitraryAggregation: fc.Arbitrary<Step> = fc
  .tuple(arbitraryAsked, fc.array(aggregation, { minLength: 1, maxLength: 3 }))
  .map(([asked, aggregations]) => {
    const { select: _, ...structured } = asked.query
    return { kind: 'aggregate', parent: asked.parent, query: structured, aggregations }
  })

const listOrder = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(
        fc
          .tuple(
            fc.constantFrom('a', 'b', 'm.x', '`a b`', '`a`', 'm.`x`', '__name__'),
            fc.constantFrom('', ' asc', ' desc', ' DESC', '\tdesc'),
          )
          .map((words) => words.join('')),
        { maxLength: 3 },
      )
      .map((orders) => orders.join(', ')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ' a',
      'a ',
      'a,',
      ',a',
      'a,,b',
      'a b',
      '`a',
      'a.',
      '``',
      '1a',
      'a asc desc',
      'desc',
      '`a`desc',
      ' ',
    ),
  },
)

/** What the emulator runs: not names in descending order. */
export const arbitraryList: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constant('list' as const),
    path: fc.constantFrom(`${ROOM}a`, `${ROOM}b`, `${ROOM}a/d1/${ROOM}b`, `${ROOM}none`),
    orderBy: listOrder,
    pageSize: fc.option(fc.constantFrom(-1, 0, 1, 2, 3, 1000), { nil: undefined, freq: 3 }),
  })
  .filter(({ orderBy }) => !/^__name__\s+desc/i.test(orderBy))
