import { expect, it } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

it('drops the entry that was not used for longest when it is full', () => {
  const cache = new BoundedCache<number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  expect(cache.get('a')).toBe(1)
  cache.set('c', 3)
  expect(cache.get('b')).toBeUndefined()
  expect(cache.get('a')).toBe(1)
  expect(cache.get('c')).toBe(3)
  expect(cache.size).toBe(2)
})

it('replaces the value of a key without growing', () => {
  const cache = new BoundedCache<number>(2)
  cache.set('a', 1)
  cache.set('a', 2)
  expect(cache.size).toBe(1)
  expect(cache.get('a')).toBe(2)
})
