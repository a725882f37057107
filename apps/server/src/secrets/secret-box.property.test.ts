import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemRandom } from '../lib/ambient.ts'
import { isSealed, SecretBox } from './secret-box.ts'

const box = new SecretBox(systemRandom.bytes(32), systemRandom)
const unreadable = expect.objectContaining({ reason: 'SECRET_UNREADABLE' }) as Error

test('what was sealed opens as it was, where it was sealed for, and shows nothing of itself', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, place) => {
      const sealed = box.seal(text, place)
      expect(isSealed(sealed)).toBe(true)
      expect(box.open(sealed, place)).toBe(text)
      expect(box.seal(text, place)).not.toBe(sealed)
      if (text.length > 3) expect(Buffer.from(sealed.slice('sealed1.'.length), 'base64url').includes(text)).toBe(false)
    }),
  )
})

test('it opens with no other key, at no other place, and not when anything of it was changed', () => {
  const other = new SecretBox(systemRandom.bytes(32), systemRandom)
  const sealed = box.seal('a secret', 'shop-app/webhooks/settings')
  expect(() => other.open(sealed, 'shop-app/webhooks/settings')).toThrow(unreadable)
  expect(() => box.open(sealed, 'blog-app/webhooks/settings')).toThrow(unreadable)
  const bytes = Buffer.from(sealed.slice('sealed1.'.length), 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    const text = `sealed1.${changed.toString('base64url')}`
    expect(() => box.open(text, 'shop-app/webhooks/settings')).toThrow(unreadable)
  }
})

test('texts that were never sealed are refused, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.base64String().map((text) => `sealed1.${text}`),
      ),
      (text) => {
        expect(() => box.open(text, 'here')).toThrow(unreadable)
      },
    ),
  )
})

test('a key of another length is no key', () => {
  expect(() => new SecretBox(systemRandom.bytes(16), systemRandom)).toThrow('32 bytes')
})
