import { expect, it } from 'vitest'
import { WorkList } from './each-item.ts'

it('goes on with what no run has come to, and then with what was refused', () => {
  const list = new WorkList(['a', 'b', 'c', 'd', 'a'])
  expect(list.count).toBe(4)
  expect(list.begin()).toEqual(['a', 'b', 'c', 'd'])
  list.settle('a', false)
  list.settle('b', true)
  expect(list.begin()).toEqual(['c', 'd'])
  list.settle('c', false)
  list.settle('d', true)
  expect(list.begin()).toEqual(['b', 'd'])
  list.settle('b', false)
  list.settle('d', true)
  expect(list.begin()).toEqual(['d'])
  list.settle('d', false)
  expect(list.begin()).toEqual([])
})
