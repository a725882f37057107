import { describe, expect, it } from 'vitest'
import { systemRandom } from '../ambient.ts'
import { PasswordHasher } from './password-hasher.ts'

describe('the password hasher', () => {
  it('makes argon2id hashes of the advised cost, each with its own salt', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const [one, other] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await hasher.verify('secret', one)).toBe(true)
    expect(await hasher.verify('Secret', one)).toBe(false)
  })

  it('does the same work where there is no hash, and never says yes', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const hash = await hasher.hash('secret')
    // In turns, so that whatever else the machine does meets both, and the quickest of each, which met the least of it.
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let round = 0; round < 12; round++) {
      for (const [of, passwordHash] of [['known', hash] as const, ['unknown', undefined] as const]) {
        const began = performance.now()
        expect(await hasher.verify('wrong', passwordHash)).toBe(false)
        times[of].push(performance.now() - began)
      }
    }
    const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
    expect(unknown).toBeGreaterThan(known / 2)
    expect(unknown).toBeLessThan(known * 2)
  })

  it('refuses who finds two at work and 64 waiting, and goes on afterwards', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => hasher.verify('x', undefined)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'resource-exhausted', reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
    }
    expect(await hasher.verify('x', undefined)).toBe(false)
  })
})
