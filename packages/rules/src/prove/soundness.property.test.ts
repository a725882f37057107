import type { Fields, Filter, Query, Value } from '@hearth/model'
import { matches, normaliseQuery } from '@hearth/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ask, askList, documentOf, documentRules } from '../testing/ask.ts'
import { conditionText } from '../testing/conditions.arbitrary.ts'

const names = ['a', 'b', 'c'] as const

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    { kind: 'null' },
    { kind: 'boolean', value: true },
    { kind: 'integer', value: 1n },
    { kind: 'integer', value: 2n },
    { kind: 'integer', value: 2n ** 53n + 1n },
    { kind: 'double', value: 1 },
    { kind: 'double', value: -0 },
    { kind: 'double', value: 1.5 },
    { kind: 'double', value: Number.NaN },
    { kind: 'string', value: 'x' },
    { kind: 'string', value: 'y' },
    { kind: 'string', value: '' },
    { kind: 'timestamp', micros: 0n },
  ),
)
const value: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  fc.array(scalar, { maxLength: 2 }).map((values): Value => ({ kind: 'array', values })),
  fc.dictionary(fc.constantFrom(...names), scalar, { maxKeys: 2 }).map((fields): Value => {
    return { kind: 'map', fields: new Map(Object.entries(fields)) }
  }),
)
const fields: fc.Arbitrary<Fields> = fc
  .dictionary(fc.constantFrom(...names), value, { maxKeys: 3 })
  .map((record) => new Map(Object.entries(record)))

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
      fc.array(fields, { maxLength: 12 }),
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
        }
      },
    ),
    { numRuns: 20_000 },
  )
  // The property would hold of a prover that grants nothing.
  expect(granted).toBeGreaterThan(500)
})
