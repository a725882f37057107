import { expect, it } from 'vitest'
import { isTyped } from './use-filter-steps.ts'

interface Filters {
  readonly q?: string
  readonly state?: string
  readonly page?: number
}

it.each<[string, Filters, Filters, boolean]>([
  ['the next letters of a search', { q: 'a' }, { q: 'ad' }, true],
  ['the end of a search', { q: 'a', state: 'disabled' }, { state: 'disabled' }, true],
  ['the first letter of a search', {}, { q: 'a' }, false],
  ['a chosen state', { q: 'a' }, { q: 'a', state: 'disabled' }, false],
  ['another page', { q: 'a' }, { q: 'a', page: 2 }, false],
  ['all filters taken away at once', { q: 'a', state: 'disabled' }, {}, false],
])('takes the place of the entry before: %s', (_what, before, after, expected) => {
  expect(isTyped(before, after, ['q'])).toBe(expected)
})
