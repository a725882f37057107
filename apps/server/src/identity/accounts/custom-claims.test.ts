import { describe, expect, it } from 'vitest'
import { parseClaims } from './custom-claims.ts'

describe('custom claims', () => {
  it('are an object of any depth', () => {
    expect(parseClaims('{"tier":"gold","limits":{"projects":[1,2]}}')).toEqual({
      tier: 'gold',
      limits: { projects: [1, 2] },
    })
  })

  it.each(['{}', ' {} '])('are kept as empty for %j, as with the vendor', (text) => {
    expect(parseClaims(text)).toEqual({})
  })

  it.each([''])('are none for %j', (text) => {
    expect(parseClaims(text)).toBeUndefined()
  })

  it.each(['null', '[]', '1', '"x"', '{', 'undefined', '{"a":}', '\u0000'])('are not %j', (text) => {
    expect(() => parseClaims(text)).toThrow(expect.objectContaining({ reason: 'INVALID_CLAIMS' }) as Error)
  })

  it('take 1000 characters and no more', () => {
    const of = (length: number): string => JSON.stringify({ a: 'x'.repeat(length - 8) })
    expect(of(1000)).toHaveLength(1000)
    expect(() => parseClaims(of(1000))).not.toThrow()
    expect(() => parseClaims(of(1001))).toThrow(expect.objectContaining({ reason: 'CLAIMS_TOO_LARGE' }) as Error)
  })

  it.each(['sub', 'iss', 'aud', 'exp', 'firebase', 'user_id', 'hearth_role', 'hearth_session', 'nonce'])(
    'are not named %s',
    (name) => {
      expect(() => parseClaims(JSON.stringify({ [name]: 1 }))).toThrow(
        expect.objectContaining({ reason: 'FORBIDDEN_CLAIM' }) as Error,
      )
    },
  )

  it('named as prototypes are are plain data', () => {
    const claims = parseClaims('{"__proto__":{"admin":true},"constructor":1}')
    expect(Object.keys(claims ?? {})).toEqual(['__proto__', 'constructor'])
    expect((claims as { admin?: unknown } | undefined)?.admin).toBeUndefined()
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })
})
