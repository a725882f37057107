import { expect, it } from 'vitest'
import { readFilter } from './request-filter.ts'

it('reads a time that is narrowed to, and none that ends before it begins or has one end alone', () => {
  expect(readFilter({ begin: 1_000, end: 61_000, since: '1h' })).toEqual({ begin: 1_000, end: 61_000, since: '1h' })
  for (const address of [
    { begin: 61_000, end: 1_000 },
    { begin: 1_000 },
    { end: 1_000 },
    { begin: -1, end: 2 },
    { begin: 0.5, end: 2 },
    { begin: 'now', end: 2 },
  ]) {
    expect(readFilter(address)).toEqual({})
  }
})
