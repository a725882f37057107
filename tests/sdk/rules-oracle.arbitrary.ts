import { encodeValue, type Value } from '@hearth/model'
import fc from 'fast-check'
import { scalarArbitrary, valueArbitrary } from '../../packages/rules/src/testing/fields.arbitrary.ts'

interface Filtered {
  readonly field: { readonly fieldPath: string }
}

type Filter = { readonly fieldFilter: Filtered } | { readonly unaryFilter: Filtered }

const field = fc.constantFrom('a', 'b', 'c.a', 'c.b').map((fieldPath) => ({ fieldPath }))
const operandOf = (value: Value): object => JSON.parse(encodeValue(value)) as object
const lookUp = fc.oneof(
  fc.record({ field, op: fc.constantFrom('EQUAL', 'ARRAY_CONTAINS'), value: valueArbitrary.map(operandOf) }),
  fc.record({
    field,
    op: fc.constantFrom('IN', 'ARRAY_CONTAINS_ANY'),
    value: fc
      .array(scalarArbitrary, { minLength: 1, maxLength: 2 })
      .map((values) => operandOf({ kind: 'array', values })),
  }),
)
const inequality = fc.oneof(
  fc.record({
    field,
    op: fc.constantFrom('NOT_EQUAL', 'LESS_THAN', 'LESS_THAN_OR_EQUAL', 'GREATER_THAN', 'GREATER_THAN_OR_EQUAL'),
    value: valueArbitrary.map(operandOf),
  }),
  fc.record({
    field,
    op: fc.constant('NOT_IN'),
    value: fc
      .array(scalarArbitrary, { minLength: 1, maxLength: 2 })
      .map((values) => operandOf({ kind: 'array', values })),
  }),
)
const unary = fc.record({ field, op: fc.constantFrom('IS_NULL', 'IS_NOT_NULL', 'IS_NAN', 'IS_NOT_NAN') })
const fieldFilter = fc.oneof(lookUp, inequality).map((one) => ({ fieldFilter: one }))
const filter = fc.oneof(
  { weight: 4, arbitrary: fieldFilter },
  unary.map((one): Filter => ({ unaryFilter: one })),
)
const composite = (op: 'AND' | 'OR', filters: fc.Arbitrary<Filter>) =>
  fc
    .uniqueArray(filters, {
      minLength: 2,
      maxLength: 3,
      selector: (one) => (op === 'OR' ? JSON.stringify(one) : rootOf(one)),
    })
    .map((parts) => ({ compositeFilter: { op, filters: parts } }))

/** Filters on a field and on one inside of it may fit no document, as several on one field may. */
function rootOf(one: Filter): string | undefined {
  return ('fieldFilter' in one ? one.fieldFilter : one.unaryFilter).field.fieldPath.split('.')[0]
}

/**
 * Structured queries of the collection `cases`, as they are sent. Not of NaN and null: the emulator makes nothing of filters that fit no
 * document (compatibility.md).
 */
export const queryArbitrary: fc.Arbitrary<object> = fc
  .record(
    {
      from: fc.constant([{ collectionId: 'cases' }]),
      where: fc.oneof(
        filter,
        composite('AND', filter),
        composite(
          'OR',
          lookUp.map((one) => ({ fieldFilter: one })),
        ),
      ),
      orderBy: fc.tuple(fc.record({ field, direction: fc.constantFrom('ASCENDING', 'DESCENDING') })),
      limit: fc.constantFrom(1, 20),
      offset: fc.constant(1),
    },
    { requiredKeys: ['from', 'where'] },
  )
  .filter((query) => !/NaN|nullValue/.test(JSON.stringify(query)))
