import { expect, test } from 'vitest'
import { longestRound, LONGEST_ROUND_MAX } from '../../testing/held-rounds.ts'
import { NameFilter } from './name-filter.ts'

const nameOf = (path: string) => `projects/p/databases/d/documents/${path}`
const paths = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, i) => `c/${from + i}`))

test('the names of a large result are hashed while others have their turn', async () => {
  const all = paths(0, 50_000)
  const filter = new NameFilter(nameOf)
  expect(await longestRound(() => filter.prepare(all))).toBeLessThan(LONGEST_ROUND_MAX / 2)
  expect(await longestRound(async () => void filter.of(all))).toBeLessThan(LONGEST_ROUND_MAX / 2)
  expect(filter.of(all)?.bitmap.length).toBe(62_500)
})

test('what came into the result since it was prepared is in the filter as well', async () => {
  const filter = new NameFilter(nameOf)
  await filter.prepare(paths(0, 2000))
  const before = filter.of(paths(0, 2000))?.bitmap.slice()
  const after = filter.of(paths(100, 2200))?.bitmap
  expect(before).not.toEqual(after)
  const whole = new NameFilter(nameOf)
  await whole.prepare(paths(0, 2000))
  expect(whole.of(paths(0, 2200))?.bitmap).toEqual(after)
})

test('a filter that would be too large is left out, and so is one that knows too little of the result', async () => {
  const filter = new NameFilter(nameOf)
  await filter.prepare(paths(0, 50_001))
  expect(filter.of(paths(0, 50_001))).toBeUndefined()
  await filter.prepare(paths(0, 2000))
  expect(filter.of(paths(0, 3001))).toBeUndefined()
  expect(filter.of(paths(0, 3000))).toBeDefined()
  expect(new NameFilter(nameOf).of(new Set())).toBeUndefined()
  expect(new NameFilter(nameOf).of(paths(0, 1))).toBeDefined()
})
