import { expect, it } from 'vitest'
import { withClaimsOf } from './seen-claims.ts'

const users = [
  { localId: 'a', customAttributes: '{"role":"admin","level":3,"beta":false}' },
  { localId: 'b' },
  { localId: 'c', customAttributes: '{"role":7,"teams":["red"],"of":{"shop":1},"until":null}' },
]

it('knows claims by name with what they were first', () => {
  expect([...withClaimsOf(new Map(), users)]).toEqual([
    ['role', 'text'],
    ['level', 'number'],
    ['beta', 'false'],
    ['teams', 'text'],
    ['of', 'any'],
    ['until', 'null'],
  ])
})

it('stays what it was where nothing is new, and within its bound', () => {
  const seen = withClaimsOf(new Map(), users)
  expect(withClaimsOf(seen, users)).toBe(seen)
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`claim${at}`, true]))
  expect(withClaimsOf(seen, [{ localId: 'd', customAttributes: JSON.stringify(many) }]).size).toBe(200)
})
