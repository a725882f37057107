import { encodeValue, type Value } from '@hearth/model'
import fc from 'fast-check'
import { scalarArbitrary, valueArbitrary } from '../../packages/rules/src/testing/fields.arbitrary.ts'

interface FieldFilter {
  readonly fieldFilter: { readonly field: { readonly fieldPath: string } }
}

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
const inequality = fc.record({
  field,
  op: fc.constantFrom('NOT_EQUAL', 'LESS_THAN', 'GREATER_THAN_OR_EQUAL'),
  value: valueArbitrary.map(operandOf),
})
const fieldFilter = fc.oneof(lookUp, inequality).map((one) => ({ fieldFilter: one }))
const composite = (op: 'AND' | 'OR', filters: fc.Arbitrary<FieldFilter>) =>
  fc
    .uniqueArray(filters, {
      minLength: 2,
      maxLength: 3,
      selector: (one) => (op === 'OR' ? JSON.stringify(one) : one.fieldFilter.field.fieldPath),
    })
    .map((parts) => ({ compositeFilter: { op, filters: parts } }))

/**
 * Structured queries of the collection `cases`, as they are sent. Not of NaN and null: the emulator makes nothing of filters that fit no
 * document (compatibility.md).
 */
export const queryArbitrary: fc.Arbitrary<object> = fc
  .record({
    from: fc.constant([{ collectionId: 'cases' }]),
    where: fc.oneof(
      fieldFilter,
      composite('AND', fieldFilter),
      composite(
        'OR',
        lookUp.map((one) => ({ fieldFilter: one })),
      ),
    ),
  })
  .filter((query) => !/NaN|nullValue/.test(JSON.stringify(query)))
