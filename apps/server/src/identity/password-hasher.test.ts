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
    // The processor's time of this process: the clock on the wall also counts what else the machine does.
    const spent = { known: 0, unknown: 0 }
    for (let round = 0; round < 6; round++) {
      for (const [of, passwordHash] of [['known', hash] as const, ['unknown', undefined] as const]) {
        const before = process.cpuUsage()
        expect(await hasher.verify('wrong', passwordHash)).toBe(false)
        const { user, system } = process.cpuUsage(before)
        spent[of] += user + system
      }
    }
    const { known, unknown } = spent
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
