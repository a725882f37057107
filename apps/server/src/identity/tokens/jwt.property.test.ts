import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeJwt, encodeSignedJwt, encodeUnsignedJwt, hasRs256Signature } from './jwt.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const payloads = fc.dictionary(fc.string(), fc.jsonValue())

describe('JSON Web Tokens', () => {
  it('come back as they were made', async () => {
    await fc.assert(
      fc.asyncProperty(payloads, async (payload) => {
        const plain = JSON.parse(JSON.stringify(payload)) as object
        expect(decodeJwt(encodeUnsignedJwt(payload))?.payload).toEqual(plain)
        const signed = decodeJwt(await encodeSignedJwt(payload, { kid: 'k', privateKey }))
        expect(signed?.payload).toEqual(plain)
        expect(signed !== undefined && hasRs256Signature(signed, publicKey)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it('do not verify once anything in them has changed', async () => {
    const token = await encodeSignedJwt({ sub: 'ada', role: 'user' }, { kid: 'k', privateKey })
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'ABCxyz019-_.'), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1)
        const jwt = decodeJwt(changed)
        // The last character of a part has bits that mean nothing; what it decodes to is the same then.
        const original = decodeJwt(token)
        const isSame =
          jwt?.signed === original?.signed && jwt?.signature.equals(original?.signature ?? Buffer.alloc(0)) === true
        if (jwt === undefined || isSame) return
        expect(hasRs256Signature(jwt, publicKey)).toBe(false)
      }),
    )
  })

  it('are told from any other text without throwing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String(),
          fc.string().map((text) => `${text}.${text}.${text}`),
        ),
        (text) => {
          const jwt = decodeJwt(text)
          expect(jwt === undefined || typeof jwt.payload === 'object').toBe(true)
        },
      ),
    )
    for (const text of [
      '',
      '.',
      '..',
      '...',
      'e30.e30',
      'e30.e30.e30.e30',
      'e30.W10.',
      'bnVsbA.e30.',
      'e30=.e30.',
      'x'.repeat(20_000),
    ]) {
      expect(decodeJwt(text)).toBeUndefined()
    }
  })
})
