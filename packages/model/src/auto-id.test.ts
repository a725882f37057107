import { expect, it } from 'vitest'
import { autoId } from './auto-id.ts'

it('is 20 characters, and passes over bytes that would favour some of them', () => {
  const given = [
    ...Array.from({ length: 30 }, () => 255),
    0,
    61,
    62,
    247,
    ...Array.from({ length: 6 }, () => 248),
    ...Array.from({ length: 40 }, () => 1),
  ]
  const random = { bytes: (count: number) => Uint8Array.from(given.splice(0, count)) }
  expect(autoId(random)).toBe(`A9A9${'B'.repeat(16)}`)
})
