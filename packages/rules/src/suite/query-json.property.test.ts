import fc from 'fast-check'
import {
  canonicalQueryId,
  countDisjunctions,
  FIELD_OPERATORS,
  type Filter,
  normaliseQuery,
  type Query,
  QUERY_LIMITS,
} from '@hearth/model'
import { expect, test } from 'vitest'
import { valueArbitrary } from '../testing/fields.arbitrary.ts'
import { decodeQuery, encodeQuery } from './query-json.ts'

const field = fc.array(fc.constantFrom('a', 'b c', '`', 'ümlaut', 'x.y'), { minLength: 1, maxLength: 3 })
const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('field' as const),
    field,
    op: fc.constantFrom(...FIELD_OPERATORS),
    value: valueArbitrary.filter(
      (value) => value.kind !== 'null' && !(value.kind === 'double' && Number.isNaN(value.value)),
    ),
  }),
  fc.record({
    kind: fc.constant('unary' as const),
    field,
    op: fc.constantFrom('is-null', 'is-not-null', 'is-nan', 'is-not-nan'),
  }),
)
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ kind: fc.constantFrom('and', 'or'), filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }) }),
  ),
}))
const query: fc.Arbitrary<Query> = fc.record({
  parent: fc.constantFrom('', 'users/ada'),
  collectionId: fc.constantFrom('notes', 'a b'),
  allDescendants: fc.boolean(),
  filter: fc.option(
    filter.filter((one) => countDisjunctions(one) <= QUERY_LIMITS.disjunctions),
    { nil: undefined },
  ),
  orderBy: fc.array(fc.record({ field, direction: fc.constantFrom('ascending', 'descending') }), { maxLength: 2 }),
  offset: fc.nat(5),
  limit: fc.option(fc.nat(5), { nil: undefined }),
})

test('a query comes back from its JSON as it was', () => {
  fc.assert(
    fc.property(query, (asked) => {
      const path = [...(asked.parent === '' ? [] : [asked.parent]), asked.collectionId].join('/')
      const json = JSON.parse(JSON.stringify(encodeQuery(asked))) as ReturnType<typeof encodeQuery>
      const again = decodeQuery(path, json)
      expect(canonicalQueryId(normaliseQuery(again))).toBe(canonicalQueryId(normaliseQuery(asked)))
    }),
  )
})
