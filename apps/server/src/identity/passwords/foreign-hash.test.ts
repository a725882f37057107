import { argon2Sync, createHash, createHmac, pbkdf2Sync, scryptSync } from 'node:crypto'
import { hash as bcrypt } from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { type ForeignHash, likenessOf, matchesForeignHash, validateForeignHash } from './foreign-hash.ts'

const PASSWORD = 'correct horse'
const salt = Buffer.from('NaCl')

function foreign(
  algorithm: ForeignHash['algorithm'],
  hash: Buffer,
  parameters: ForeignHash['parameters'] = {},
): ForeignHash {
  return { algorithm, hash: hash.toString('base64url'), salt: salt.toString('base64'), parameters }
}

const digest = (name: string, text: string | Buffer): Buffer => createHash(name).update(text).digest()
const signerKey = Buffer.from('secret').toString('base64url')

function argon2Hash(variant: 'argon2d' | 'argon2i' | 'argon2id'): ForeignHash {
  const nonce = Buffer.from('sea salt')
  const costs = { parallelism: 2, tagLength: 24, memory: 64, passes: 3 }
  const hash = argon2Sync(variant, { message: PASSWORD, nonce, associatedData: Buffer.from('shop'), ...costs })
  const parameters = { variant, rounds: 3, parallelization: 2, memoryCost: 64, keyBytes: 24 }
  const associatedData = Buffer.from('shop').toString('base64')
  return { ...foreign('ARGON2', hash, { ...parameters, associatedData }), salt: nonce.toString('base64') }
}

const cases: readonly ForeignHash[] = [
  foreign('MD5', Buffer.from(digest('md5', `NaCl${PASSWORD}`).toString('hex')), { rounds: 0 }),
  foreign('SHA1', digest('sha1', digest('sha1', `NaCl${PASSWORD}`)), { rounds: 2 }),
  foreign('SHA256', digest('sha256', `NaCl${PASSWORD}`), { rounds: 1 }),
  foreign('SHA512', digest('sha512', `${PASSWORD}NaCl`), { rounds: 1, isSaltFirst: false }),
  ...(['md5', 'sha1', 'sha256', 'sha512'] as const).map((name) =>
    foreign(
      `HMAC_${name.toUpperCase()}` as ForeignHash['algorithm'],
      createHmac(name, 'secret').update(`${PASSWORD}NaCl`).digest(),
      { signerKey },
    ),
  ),
  foreign('PBKDF_SHA1', pbkdf2Sync(PASSWORD, salt, 1_000, 20, 'sha1'), { rounds: 1_000 }),
  foreign('PBKDF2_SHA256', pbkdf2Sync(PASSWORD, salt, 1_000, 64, 'sha256'), { rounds: 1_000 }),
  foreign('STANDARD_SCRYPT', scryptSync(PASSWORD, salt, 64, { N: 1_024, r: 8, p: 16 }), {
    memoryCost: 1_024,
    blockSize: 8,
    parallelization: 16,
    keyBytes: 64,
  }),
  foreign('BCRYPT', Buffer.from(await bcrypt(PASSWORD, 4))),
  ...(['argon2d', 'argon2i', 'argon2id'] as const).map((variant) => argon2Hash(variant)),
]

describe('a hash from elsewhere', () => {
  it.each(cases.map((one) => [one.algorithm, one] as const))(
    'of %s knows its password and no other',
    async (_, hash) => {
      expect(() => validateForeignHash(hash)).not.toThrow()
      expect(await matchesForeignHash(PASSWORD, hash)).toBe(true)
      expect(await matchesForeignHash('correct horsf', hash)).toBe(false)
      expect(await matchesForeignHash('', hash)).toBe(false)
    },
  )

  it('of the vendor’s own scrypt knows the password of its published example', async () => {
    const hash: ForeignHash = {
      algorithm: 'SCRYPT',
      hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
      salt: '42xEC+ixf3L2lw==',
      parameters: {
        signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
        saltSeparator: 'Bw==',
        rounds: 8,
        memoryCost: 14,
      },
    }
    expect(await matchesForeignHash('user1password', hash)).toBe(true)
    expect(await matchesForeignHash('user2password', hash)).toBe(false)
  })

  it.each<[string, ForeignHash]>([
    ['no hash', foreign('SHA256', Buffer.alloc(0), { rounds: 1 })],
    ['too many rounds', foreign('SHA256', Buffer.alloc(32), { rounds: 8_193 })],
    ['too many rounds of PBKDF2', foreign('PBKDF2_SHA256', Buffer.alloc(32), { rounds: 120_001 })],
    ['too much memory', foreign('SCRYPT', Buffer.alloc(32), { rounds: 8, memoryCost: 15 })],
    [
      'too much memory of standard scrypt',
      foreign('STANDARD_SCRYPT', Buffer.alloc(32), {
        memoryCost: 2 ** 20,
        blockSize: 8,
        parallelization: 1,
        keyBytes: 32,
      }),
    ],
    [
      'a cost that is no power of two',
      foreign('STANDARD_SCRYPT', Buffer.alloc(32), { memoryCost: 1_000, blockSize: 8 }),
    ],
    [
      'an argon2 hash of more memory than the vendor takes',
      {
        ...argon2Hash('argon2id'),
        parameters: { variant: 'argon2id', rounds: 3, parallelization: 1, memoryCost: 32_769, keyBytes: 24 },
      },
    ],
    [
      'an argon2 hash that does not say of which kind',
      { ...argon2Hash('argon2id'), parameters: { rounds: 3, parallelization: 1, memoryCost: 64, keyBytes: 24 } },
    ],
    [
      'many lanes of standard scrypt',
      foreign('STANDARD_SCRYPT', Buffer.alloc(32), {
        memoryCost: 2 ** 15,
        blockSize: 8,
        parallelization: 64,
        keyBytes: 32,
      }),
    ],
    ['what is no bcrypt hash', foreign('BCRYPT', Buffer.from('a hash'))],
    ['a salt of a kilobyte and more', { ...foreign('SHA1', Buffer.alloc(20)), salt: 'A'.repeat(1_400) }],
  ])('is refused with %s', (_case, hash) => {
    expect(() => validateForeignHash(hash)).toThrow(/not valid/)
  })

  it('is refused with a bcrypt cost above twelve, and told so', () => {
    const bcryptOf = (cost: number) => foreign('BCRYPT', Buffer.from(`$2b$${cost}$${'a'.repeat(53)}`))
    expect(() => validateForeignHash(bcryptOf(12))).not.toThrow()
    expect(() => validateForeignHash(bcryptOf(13))).toThrow(/cost 13 takes too long.*up to 12/)
  })

  it('has a likeness that takes as long and has none of its secrets', async () => {
    const bcryptHash = foreign('BCRYPT', Buffer.from(await bcrypt(PASSWORD, 4)))
    expect(Buffer.from(likenessOf(bcryptHash).hash, 'base64').toString()).toMatch(/^\$2b\$04\$a{53}$/)
    const keyed = {
      ...foreign('HMAC_SHA256', Buffer.alloc(32, 1), { signerKey: 'c2VjcmV0', rounds: 1 }),
      salt: 'c2FsdA==',
    }
    expect(likenessOf(keyed)).toEqual({
      algorithm: 'HMAC_SHA256',
      hash: Buffer.alloc(32).toString('base64'),
      salt: Buffer.alloc(16).toString('base64'),
      parameters: { rounds: 1 },
    })
    expect(await matchesForeignHash(PASSWORD, likenessOf(bcryptHash))).toBe(false)
  })
})
