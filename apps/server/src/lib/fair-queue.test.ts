import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

test('the lines are served in turn, each in its order', () => {
  const queue = new FairQueue<string>()
  for (let i = 0; i < 5; i++) queue.push('many', `many ${i}`)
  queue.push('one', 'one')
  for (let i = 0; i < 2; i++) queue.push('two', `two ${i}`)
  expect(queue.size).toBe(8)
  expect(queue.sizeOf('many')).toBe(5)
  const served = Array.from({ length: 9 }, () => queue.shift())
  const inTurn = ['many 0', 'one', 'two 0', 'many 1', 'two 1', 'many 2', 'many 3', 'many 4', undefined]
  expect(served).toEqual(inTurn)
  expect([queue.size, queue.sizeOf('many')]).toEqual([0, 0])
})

test('a line that may not go is passed over, and keeps its turn', () => {
  const queue = new FairQueue<string>()
  for (const client of ['a', 'b', 'b']) queue.push(client, client)
  expect(queue.shift((client) => client !== 'a')).toBe('b')
  expect(queue.shift((client) => client === 'c')).toBeUndefined()
  expect(queue.shift()).toBe('a')
  expect(queue.clear()).toEqual(['b'])
  expect(queue.size).toBe(0)
})
