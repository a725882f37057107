import { describe, expect, it } from 'vitest'
import { systemRandom } from '../../lib/ambient.ts'
import { newUid, parseDisplayName, parseEmail, parsePhoneNumber, parsePhotoUrl, validateUid } from './account-fields.ts'

describe('an e-mail address', () => {
  it.each([
    [' Ada@Example.COM ', 'ada@example.com'],
    ["o'hara+tag@a.b-c.museum", "o'hara+tag@a.b-c.museum"],
    ['root@localhost', 'root@localhost'],
  ])('%j is kept as %j', (text, email) => {
    expect(parseEmail(text)).toBe(email)
  })

  it.each([
    '',
    '@',
    'a@',
    '@b',
    'a b@c',
    'a@b..c',
    'a@-b',
    'a@b-',
    'a@b@c',
    'a@b\nc',
    `${'a'.repeat(251)}@b.c`,
    'ä@ö',
    'a@b.c\0',
  ])('%j is none', (text) => {
    expect(() => parseEmail(text)).toThrow(expect.objectContaining({ reason: 'INVALID_EMAIL' }) as Error)
  })

  it('is judged in no time, however it is made', () => {
    const began = process.cpuUsage().user
    for (const text of ['a'.repeat(60_000), `a@${'a.'.repeat(30_000)}`, `a@${'a-'.repeat(30_000)}`]) {
      expect(() => parseEmail(text)).toThrow()
    }
    // One that looks at each letter for each other letter would take many seconds.
    expect(process.cpuUsage().user - began).toBeLessThan(1_000_000)
  })
})

describe('other fields', () => {
  it('of an account have their limits', () => {
    expect(parseDisplayName('x'.repeat(256))).toHaveLength(256)
    expect(() => parseDisplayName('x'.repeat(257))).toThrow()
    expect(parseDisplayName('')).toBeUndefined()
    expect(parsePhotoUrl('https://example.com/a.png')).toBe('https://example.com/a.png')
    expect(parsePhotoUrl('')).toBeUndefined()
    expect(parsePhotoUrl('a.png')).toBe('a.png')
    expect(() => parsePhotoUrl('a\n.png')).toThrow()
    expect(() => parsePhotoUrl(`https://example.com/${'x'.repeat(4_096)}`)).toThrow()
    expect(parsePhoneNumber('+14155550123')).toBe('+14155550123')
    for (const text of ['4155550123', '+0123456', '+1', '+1415555012345678', '+1 415']) {
      expect(() => parsePhoneNumber(text)).toThrow()
    }
  })

  it('a user id has 1 to 128 characters', () => {
    expect(() => validateUid('x'.repeat(128))).not.toThrow()
    for (const uid of ['', 'x'.repeat(129), 'a\0b', '\ud800']) expect(() => validateUid(uid)).toThrow()
  })

  it('a made-up user id has 28 letters and digits and is never the same', () => {
    const uids = new Set(Array.from({ length: 1000 }, () => newUid(systemRandom)))
    expect(uids.size).toBe(1000)
    for (const uid of uids) expect(uid).toMatch(/^[A-Za-z0-9]{28}$/)
  })
})
