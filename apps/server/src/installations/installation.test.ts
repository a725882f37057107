import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFid, newFid, platformOf } from './installation.ts'

describe('installation ids', () => {
  it('have the form the SDK makes itself, whatever the random bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 17, maxLength: 17 }), (bytes) => {
        expect(isFid(newFid({ bytes: () => Buffer.from(bytes) }))).toBe(true)
      }),
    )
  })

  it('differ', () => {
    const random = { bytes: randomBytes }
    expect(new Set(Array.from({ length: 100 }, () => newFid(random))).size).toBe(100)
  })

  it.each([
    '',
    'a123456789012345678901',
    'c12345678901234567890',
    'c1234567890123456789012',
    'c123456789/12345678901',
    'c12345678901234567890\n',
  ])('refuses %j', (text) => {
    expect(isFid(text)).toBe(false)
  })
})

it.each([
  ['1:123456789012:web:abc', 'web'],
  ['1:123456789012:ios:abc', 'ios'],
  ['whatever', 'unknown'],
])('reads the platform of the app %s', (appId, platform) => {
  expect(platformOf(appId)).toBe(platform)
})
