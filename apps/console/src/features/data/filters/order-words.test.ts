import { expect, it } from 'vitest'
import type { ValueType } from '../../../documents/values/typed-value.ts'
import { orderWords } from './order-words.ts'

const seen = new Map(
  (['timestamp', 'string', 'double', 'boolean'] as const satisfies readonly ValueType[]).map((type) => [
    type,
    { path: [type], type, count: 1 },
  ]),
)

it.each([
  ['timestamp', true, 'newest first'],
  ['timestamp', false, 'oldest first'],
  ['string', false, 'A to Z'],
  ['string', true, 'Z to A'],
  ['double', true, 'largest first'],
  ['boolean', false, 'false first'],
  ['unseen', false, 'smallest first'],
  ['__name__', false, 'A to Z'],
] as const)('an order by the field %s, descending %s, is %s', (field, isDescending, words) => {
  expect(orderWords(field, seen, isDescending)).toBe(words)
})
