import { expect, test } from 'vitest'
import { BodyBudget } from './body-budget.ts'

test('one address gets its share, all together the whole', () => {
  const budget = new BodyBudget({ bytesMax: 100, bytesPerAddressMax: 60 })
  budget.take('a', 60)
  expect(() => budget.take('a', 1)).toThrow(expect.objectContaining({ reason: 'TOO_MANY_BODIES' }))
  budget.take('b', 40)
  expect(() => budget.take('c', 1)).toThrow(expect.objectContaining({ code: 'resource-exhausted' }))
  budget.give('a', 60)
  budget.take('c', 60)
  budget.give('b', 40)
  budget.give('c', 60)
  expect(budget.heldBytes).toBe(0)
})
