import { expect, it } from 'vitest'
import { orderWords } from './order-words.ts'

it.each([
  ['timestamp', true, 'newest first'],
  ['timestamp', false, 'oldest first'],
  ['string', false, 'A to Z'],
  ['string', true, 'Z to A'],
  ['double', true, 'largest first'],
  ['boolean', false, 'false first'],
  [undefined, false, 'smallest first'],
] as const)('an order by a %s, descending %s, is %s', (type, isDescending, words) => {
  expect(orderWords(type, isDescending)).toBe(words)
})
