import { expect, it } from 'vitest'
import { isFiltered, readUserQuery } from './user-query.ts'

it('reads what an address says of the users to show', () => {
  expect(readUserQuery({ q: 12, provider: 'password', state: 'disabled', sort: 'email', page: 2 })).toEqual({
    q: '12',
    provider: 'password',
    state: 'disabled',
    sort: 'email',
    page: 2,
  })
})

it.each([
  {},
  { q: '', provider: '', state: 'gone', sort: '--email', page: 1 },
  { q: [], provider: 7, state: null, sort: '-created', page: 1.5 },
  { sort: 'password', page: -3 },
])('leaves out of %j what says nothing', (search) => {
  expect(readUserQuery(search)).toEqual({})
})

it.each([
  ['role = "admin"', 'role = "admin"'],
  [12, '12'],
  [true, 'true'],
  ['role =', 'role ='],
])('keeps the claim %j, also one that can’t be read', (claim, text) => {
  expect(readUserQuery({ claim })).toEqual({ claim: text })
  expect(isFiltered({ claim: text })).toBe(true)
})

it('knows when users are left out', () => {
  expect(isFiltered({ sort: 'email', page: 3 })).toBe(false)
  expect(isFiltered({ q: 'ada' })).toBe(true)
})
