import { argon2, createCipheriv, createHash, createHmac, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { identityError } from '../identity-error.ts'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * A password's hash from another system, as the vendor's import takes it. Kept until the password is first used, then replaced by one
 * of ours. Binary members are base64, either alphabet.
 */
export interface ForeignHash {
  readonly algorithm: ForeignAlgorithm
  readonly hash: string
  readonly salt: string
  /** Of all hashes of an import. */
  readonly parameters: HashParameters
}

export interface HashParameters {
  /** HMAC and SCRYPT: the key. */
  readonly signerKey?: string | undefined
  readonly saltSeparator?: string | undefined
  readonly rounds?: number | undefined
  /** SCRYPT: the cost as a power of two. STANDARD_SCRYPT: the cost itself. ARGON2: KiB. */
  readonly memoryCost?: number | undefined
  readonly parallelization?: number | undefined
  readonly blockSize?: number | undefined
  readonly keyBytes?: number | undefined
  /** ARGON2: which of the three. */
  readonly variant?: (typeof argon2Variants)[number] | undefined
  /** ARGON2: what is hashed along. */
  readonly associatedData?: string | undefined
  /** Which comes first in what is hashed; undefined: what is usual with the algorithm. */
  readonly isSaltFirst?: boolean | undefined
}

const digestNames = {
  MD5: 'md5',
  SHA1: 'sha1',
  SHA256: 'sha256',
  SHA512: 'sha512',
  HMAC_MD5: 'md5',
  HMAC_SHA1: 'sha1',
  HMAC_SHA256: 'sha256',
  HMAC_SHA512: 'sha512',
  PBKDF_SHA1: 'sha1',
  PBKDF2_SHA256: 'sha256',
} as const

export const argon2Variants = ['argon2d', 'argon2i', 'argon2id'] as const

export const foreignAlgorithms = [
  ...(Object.keys(digestNames) as (keyof typeof digestNames)[]),
  'SCRYPT',
  'STANDARD_SCRYPT',
  'BCRYPT',
  'ARGON2',
] as const

export type ForeignAlgorithm = (typeof foreignAlgorithms)[number]

const roundsMax = { digest: 8_192, pbkdf2: 120_000, scrypt: 8 }
const SCRYPT_COST_BITS_MAX = 14
/** Some seven tenths of a second; each more doubles it. */
const BCRYPT_COST_BITS_MAX = 12
/** As the vendor bounds them; memory in KiB. */
const argon2Max = { iterations: 16, lanes: 16, memoryCost: 32_768, keyBytes: 1_024 }
/** Cost, block size and lanes of one check, multiplied: half a second. */
const SCRYPT_WORK_MAX = 2 ** 20
/** What takes longer than some 100 ms. */
const slowFrom = { bcryptCostBits: 8, scryptWork: 2 ** 18, argon2Work: 2 ** 17 }
/** What one check may take. */
const MEMORY_BYTES_MAX = 64 * 1024 * 1024
const HASH_BYTES_MAX = 1_024
const derive = { pbkdf2: promisify(pbkdf2), scrypt: promisify(scrypt) as ScryptOf, argon2: promisify(argon2) }

type ScryptOf = (
  password: string,
  salt: Buffer,
  bytes: number,
  options: { N: number; r: number; p: number; maxmem: number },
) => Promise<Buffer>

/** Throws `INVALID_HASH` for parameters that the algorithm does not have, or that would take too long to check. */
export function validateForeignHash({ algorithm, hash, salt, parameters }: ForeignHash): void {
  const bits = algorithm === 'BCRYPT' ? (bcryptCostBits(hash) ?? 0) : 0
  if (bits > BCRYPT_COST_BITS_MAX) {
    const text = `A bcrypt hash of cost ${bits} takes too long to check: costs up to ${BCRYPT_COST_BITS_MAX} are taken over. Import the user without it; a reset by mail sets a new password.`
    throw identityError('INVALID_HASH', text)
  }
  const { rounds = 0, memoryCost = 0, blockSize = 0, parallelization = 0, keyBytes = 0 } = parameters
  const isShort = bytesOf(hash).length <= HASH_BYTES_MAX && bytesOf(salt).length <= HASH_BYTES_MAX
  const isBounded = ((): boolean => {
    switch (algorithm) {
      case 'SCRYPT':
        return rounds >= 1 && rounds <= roundsMax.scrypt && memoryCost >= 1 && memoryCost <= SCRYPT_COST_BITS_MAX
      case 'STANDARD_SCRYPT': {
        const isPowerOfTwo = memoryCost > 1 && Number.isInteger(Math.log2(memoryCost))
        const bytes = 128 * blockSize * (memoryCost + parallelization)
        const isShort = memoryCost * blockSize * parallelization <= SCRYPT_WORK_MAX && keyBytes <= HASH_BYTES_MAX
        return (
          isPowerOfTwo &&
          blockSize >= 1 &&
          parallelization >= 1 &&
          keyBytes >= 16 &&
          bytes < MEMORY_BYTES_MAX &&
          isShort
        )
      }
      case 'BCRYPT':
        return bcryptCostBits(hash) !== undefined
      case 'ARGON2':
        return (
          parameters.variant !== undefined &&
          bytesOf(salt).length >= 8 &&
          bytesOf(parameters.associatedData ?? '').length <= HASH_BYTES_MAX &&
          isWithin(rounds, 1, argon2Max.iterations) &&
          isWithin(parallelization, 1, argon2Max.lanes) &&
          isWithin(memoryCost, 8 * parallelization, argon2Max.memoryCost) &&
          isWithin(keyBytes, 4, argon2Max.keyBytes)
        )
      case 'PBKDF_SHA1':
      case 'PBKDF2_SHA256':
        return rounds >= 1 && rounds <= roundsMax.pbkdf2
      default:
        return rounds >= 0 && rounds <= roundsMax.digest
    }
  })()
  if (!isShort || !isBounded || hash === '') {
    throw identityError('INVALID_HASH', `The hash or the parameters of ${algorithm} are not valid.`)
  }
}

/** Whether a check takes so long that it must not stand in the way of others. */
export function isSlow({ algorithm, hash, parameters }: ForeignHash): boolean {
  const { rounds = 0, memoryCost = 0, blockSize = 0, parallelization = 0 } = parameters
  switch (algorithm) {
    case 'BCRYPT':
      return (bcryptCostBits(hash) ?? 0) >= slowFrom.bcryptCostBits
    case 'STANDARD_SCRYPT':
      return memoryCost * blockSize * parallelization >= slowFrom.scryptWork
    case 'ARGON2':
      return memoryCost * rounds >= slowFrom.argon2Work
    default:
      return false
  }
}

/** A hash that takes as long to check as the given one, of no password, and with none of its secrets. */
export function likenessOf({ algorithm, hash, parameters }: ForeignHash): ForeignHash {
  const { signerKey: _key, saltSeparator: _separator, associatedData: _data, ...costs } = parameters
  const bits = algorithm === 'BCRYPT' ? bcryptCostBits(hash) : undefined
  const blank =
    bits === undefined
      ? Buffer.alloc(bytesOf(hash).length)
      : Buffer.from(`$2b$${String(bits).padStart(2, '0')}$${'a'.repeat(53)}`)
  return { algorithm, hash: blank.toString('base64'), salt: Buffer.alloc(16).toString('base64'), parameters: costs }
}

/** bcrypt has its cost in the hash, as a power of two. Undefined for a text that is no such hash. */
function bcryptCostBits(hash: string): number | undefined {
  const bits = /^\$2[abxy]?\$(\d\d)\$/.exec(bytesOf(hash).toString())?.[1]
  return bits === undefined ? undefined : Number(bits)
}

/** Whether a password has this hash. */
export async function matchesForeignHash(password: string, foreign: ForeignHash): Promise<boolean> {
  const expected = bytesOf(foreign.hash)
  const { algorithm } = foreign
  if (algorithm === 'BCRYPT') return await matchesBcrypt(password, expected.toString('utf8'))
  const actual = await hashWith(password, foreign, expected.length)
  // Digests also come as their hexadecimal text.
  return isEqual(actual, expected) || isEqual(Buffer.from(actual.toString('hex')), expected)
}

async function hashWith(password: string, foreign: ForeignHash, length: number): Promise<Buffer> {
  const { algorithm, parameters } = foreign
  const salt = bytesOf(foreign.salt)
  const { rounds = 1 } = parameters
  switch (algorithm) {
    case 'MD5':
    case 'SHA1':
    case 'SHA256':
    case 'SHA512': {
      const hash = (input: Buffer): Buffer => createHash(digestNames[algorithm]).update(input).digest()
      let digest = hash(joined(password, salt, parameters.isSaltFirst ?? true))
      for (let round = 1; round < rounds; round++) digest = hash(digest)
      return digest
    }
    case 'HMAC_MD5':
    case 'HMAC_SHA1':
    case 'HMAC_SHA256':
    case 'HMAC_SHA512':
      return createHmac(digestNames[algorithm], bytesOf(parameters.signerKey ?? ''))
        .update(joined(password, salt, parameters.isSaltFirst ?? false))
        .digest()
    case 'PBKDF_SHA1':
    case 'PBKDF2_SHA256':
      return await derive.pbkdf2(password, salt, Math.max(1, rounds), length, digestNames[algorithm])
    case 'STANDARD_SCRYPT': {
      const { memoryCost = 0, blockSize = 0, parallelization = 0, keyBytes = length } = parameters
      const costs = { N: memoryCost, r: blockSize, p: parallelization, maxmem: 2 * MEMORY_BYTES_MAX }
      return await derive.scrypt(password, salt, keyBytes, costs)
    }
    case 'SCRYPT':
      return await vendorScrypt(password, salt, parameters)
    case 'ARGON2': {
      const {
        memoryCost = 0,
        parallelization = 0,
        keyBytes = length,
        variant = 'argon2id',
        associatedData,
      } = parameters
      return await derive.argon2(variant, {
        message: password,
        nonce: salt,
        parallelism: parallelization,
        tagLength: keyBytes,
        memory: memoryCost,
        passes: rounds,
        ...(associatedData !== undefined && { associatedData: bytesOf(associatedData) }),
      })
    }
    case 'BCRYPT':
      throw new Error('bcrypt compares by itself')
  }
}

/**
 * The vendor's own scheme (https://firebaseopensource.com/projects/firebase/scrypt): scrypt makes a key, and the hash is the
 * project's signer key encrypted with it by AES-256 in counter mode.
 */
async function vendorScrypt(password: string, salt: Buffer, parameters: HashParameters): Promise<Buffer> {
  const { rounds = 8, memoryCost = 14, saltSeparator = '', signerKey = '' } = parameters
  const costs = { N: 2 ** memoryCost, r: rounds, p: 1, maxmem: 2 * MEMORY_BYTES_MAX }
  const key = await derive.scrypt(password, Buffer.concat([salt, bytesOf(saltSeparator)]), 32, costs)
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return Buffer.concat([cipher.update(bytesOf(signerKey)), cipher.final()])
}

function joined(password: string, salt: Buffer, isSaltFirst: boolean): Buffer {
  const bytes = Buffer.from(password)
  return Buffer.concat(isSaltFirst ? [salt, bytes] : [bytes, salt])
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

function isWithin(value: number, min: number, max: number): boolean {
  return value >= min && value <= max
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Whether a password has this bcrypt hash (`$2b$10$…`); false for a text that is none. */
async function matchesBcrypt(password: string, hash: string): Promise<boolean> {
  if (!/^\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}$/.test(hash)) return false
  const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { workerData: { password, hash } })
  try {
    const [matches] = (await once(worker, 'message')) as [boolean]
    return matches
  } finally {
    await worker.terminate()
  }
}
