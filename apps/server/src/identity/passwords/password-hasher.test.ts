import { verify } from '@node-rs/argon2'
import { describe, expect, it, vi } from 'vitest'
import { systemRandom } from '../../lib/ambient.ts'
import { PasswordHasher } from './password-hasher.ts'
import { encodeForeignHash } from './stored-hash.ts'

vi.mock('@node-rs/argon2', { spy: true })

const asker = { project: 'demo-app', address: '10.0.0.1' }

describe('the password hasher', () => {
  it('makes argon2id hashes of the advised cost, each with its own salt', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const [one, other] = await Promise.all([hasher.hash('secret', asker), hasher.hash('secret', asker)])
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await hasher.verify('secret', one, asker)).toBe(true)
    expect(await hasher.verify('Secret', one, asker)).toBe(false)
  })

  it('does the same work where there is no hash, and never says yes', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const known = await hasher.hash('secret', asker)
    expect(await hasher.verify('wrong', known, asker)).toBe(false)
    expect(await hasher.verify('wrong', undefined, asker)).toBe(false)
    const [[ofKnown] = [], [ofUnknown] = []] = vi.mocked(verify).mock.calls.slice(-2)
    expect(ofKnown).toBe(known)
    // Version, cost and the lengths of salt and digest decide how long it takes; only their bytes differ.
    expect(shapeOf(ofUnknown)).toBe(shapeOf(known))
    expect(ofUnknown).not.toBe(known)
  })

  it('refuses who finds two at work and 64 of the project waiting, and goes on afterwards', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => hasher.verify('x', undefined, asker)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ code: 'resource-exhausted', reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
    }
    expect(await hasher.verify('x', undefined, asker)).toBe(false)
  })

  it('A5 brute force: checks slow hashes from elsewhere one at a time, and the others beside them', async () => {
    const hasher = new PasswordHasher(systemRandom)
    const bcrypt = Buffer.from(`$2b$10$${'a'.repeat(53)}`).toString('base64')
    const slow = encodeForeignHash({ algorithm: 'BCRYPT', hash: bcrypt, salt: '', parameters: {} })
    const order: string[] = []
    const check = async (name: string, passwordHash: string | undefined) => {
      await hasher.verify('x', passwordHash, asker)
      order.push(name)
    }
    await Promise.all([check('slow', slow), check('slow', slow), check('slow', slow), check('ours', undefined)])
    expect(order).toEqual(['ours', 'slow', 'slow', 'slow'])
  })
})

/** A hash with its salt and digest blotted out, their lengths kept. */
function shapeOf(passwordHash: unknown): string {
  return String(passwordHash).replace(/\$([^$]+)\$([^$]+)$/, (_, salt, digest) => `$${salt.length}$${digest.length}`)
}
