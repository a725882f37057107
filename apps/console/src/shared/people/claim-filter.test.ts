import { expect, it } from 'vitest'
import { type ClaimFilter, formatClaimFilter, parseClaimFilter, parseClaimNumber } from './claim-filter.ts'

const written: readonly (readonly [string, ClaimFilter])[] = [
  ['role', { name: 'role' }],
  ['role = "admin"', { name: 'role', value: 'admin' }],
  ['role = ""', { name: 'role', value: '' }],
  ['level = 3', { name: 'level', value: 3 }],
  ['level = -0.5', { name: 'level', value: -0.5 }],
  ['beta = true', { name: 'beta', value: true }],
  ['plan = null', { name: 'plan', value: null }],
  ['https://hasura.io/jwt/claims', { name: 'https://hasura.io/jwt/claims' }],
  ['"a name = \\"one\\"" = "b = c"', { name: 'a name = "one"', value: 'b = c' }],
]

it.each(written)('reads and writes %s', (text, filter) => {
  expect(parseClaimFilter(text)).toEqual(filter)
  expect(formatClaimFilter(filter)).toBe(text)
})

it('does not mind spaces', () => {
  expect(parseClaimFilter(' role="admin" ')).toEqual({ name: 'role', value: 'admin' })
})

it.each([
  '',
  ' ',
  'role =',
  '= 3',
  'role = admin',
  'role admin',
  'role = {}',
  'role = [1]',
  '"role',
  '"" = 1',
  'n = 1e999',
])('takes %j for no filter', (text) => {
  expect(parseClaimFilter(text)).toBeUndefined()
})

it('reads numbers', () => {
  expect(parseClaimNumber(' 12.5 ')).toBe(12.5)
  for (const text of ['', '1,5', '0x10', 'true', '"1"', '1e999']) expect(parseClaimNumber(text)).toBeUndefined()
})
