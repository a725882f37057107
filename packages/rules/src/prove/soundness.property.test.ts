import type { Filter, Query, Value } from '@hearth/model'
import { matches, normaliseQuery } from '@hearth/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, askList, askResult, documentOf, documentRules } from '../testing/ask.ts'
import { conditionText } from '../testing/conditions.arbitrary.ts'
import { fieldsArbitrary, scalarArbitrary as scalar, valueArbitrary as value } from '../testing/fields.arbitrary.ts'

const names = ['a', 'b', 'c'] as const

const field = fc.oneof(
  fc.constantFrom(...names).map((name) => [name]),
  fc.tuple(fc.constantFrom(...names), fc.constantFrom(...names)),
)
const simple: fc.Arbitrary<Filter> = fc.oneof(
  fc.record({
    kind: fc.constant('field' as const),
    field,
    op: fc.constantFrom('==', '==', '!=', '<', '<=', '>', '>=', 'array-contains'),
    value,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    field,
    op: fc.constantFrom('in', 'not-in', 'array-contains-any'),
    value: fc.array(scalar, { minLength: 1, maxLength: 2 }).map((values): Value => ({ kind: 'array', values })),
  }),
  fc.record({
    kind: fc.constant('unary' as const),
    field,
    op: fc.constantFrom('is-null', 'is-nan', 'is-not-null', 'is-not-nan'),
  }),
)
const filter: fc.Arbitrary<Filter | undefined> = fc.option(
  fc.oneof(
    simple,
    fc.record({ kind: fc.constantFrom('and', 'or'), filters: fc.array(simple, { minLength: 1, maxLength: 3 }) }),
  ),
  { nil: undefined },
)
const orderBy = fc.array(
  fc.record({ field, direction: fc.constantFrom('ascending' as const, 'descending' as const) }),
  { maxLength: 1 },
)

test('whatever a granted query finds could be read on its own', () => {
  let granted = 0
  fc.assert(
    fc.property(
      conditionText,
      filter,
      orderBy,
      fc.array(fieldsArbitrary, { maxLength: 12 }),
      (condition, where, order, found) => {
        const rules = documentRules(`match /cases/{id} { allow read: if ${condition}; }`)
        const query: Query = {
          parent: '',
          collectionId: 'cases',
          allDescendants: false,
          filter: where,
          orderBy: order,
          offset: 0,
        }
        if (!askList(rules, query, { uid: 'x' }).isAllowed) return
        granted++
        const normalised = normaliseQuery(query)
        for (const data of found) {
          if (!matches(normalised, documentOf('cases/one', data))) continue
          expect(ask(rules, { uid: 'x', before: data }).isAllowed, condition).toBe(true)
          expect(askResult(rules, query, { uid: 'x', before: data }).isAllowed, condition).toBe(true)
        }
      },
    ),
    { numRuns: 20_000 },
  )
  // The property would hold of a prover that grants nothing.
  expect(granted).toBeGreaterThan(500)
})
