import type { Command } from 'commander'
import { SettingsError } from '../../config/server-config.ts'
import { valueOption } from '../command.ts'

/** How the password hashes of a file were made: the members of `accounts:batchCreate` that say so. */
export interface HashFlags {
  readonly hashAlgorithm: string
  readonly signerKey?: string
  readonly saltSeparator?: string
  readonly rounds?: number
  readonly memoryCost?: number
  readonly cpuMemCost?: number
  readonly parallelization?: number
  readonly blockSize?: number
  readonly dkLen?: number
  readonly passwordHashOrder?: 'SALT_AND_PASSWORD' | 'PASSWORD_AND_SALT'
  readonly argon2Parameters?: Readonly<Record<string, string | number>>
}

const hashOptions = {
  'hash-algo': [
    '<name>',
    "SCRYPT (the vendor's), STANDARD_SCRYPT, BCRYPT, ARGON2, HMAC_SHA512, HMAC_SHA256, HMAC_SHA1, HMAC_MD5, SHA512, SHA256, SHA1, MD5, PBKDF2_SHA256, PBKDF_SHA1, or HEARTH for an export of ours",
  ],
  'hash-key': ['<base64>', 'SCRYPT, HMAC_…'],
  'salt-separator': ['<base64>', 'SCRYPT'],
  rounds: ['<number>', 'SCRYPT, SHA…, MD5, PBKDF…, ARGON2 (its iterations)'],
  'mem-cost': ['<number>', 'SCRYPT, STANDARD_SCRYPT, ARGON2 (KiB)'],
  parallelization: ['<number>', 'STANDARD_SCRYPT, ARGON2'],
  'block-size': ['<number>', 'STANDARD_SCRYPT'],
  'dk-len': ['<bytes>', 'STANDARD_SCRYPT, ARGON2'],
  'argon2-type': ['<type>', 'ARGON2_ID (the default), ARGON2_I, ARGON2_D'],
  'hash-input-order': ['<order>', 'SALT_FIRST or PASSWORD_FIRST: SHA…, MD5, HMAC_…'],
} as const

type FlagName = keyof typeof hashOptions

const hashFlagNames = Object.keys(hashOptions) as FlagName[]

/** Adds how the passwords of an import are hashed, as "firebase auth:import" names it. */
export function withHashOptions(command: Command): Command {
  for (const name of hashFlagNames) {
    const [value, description] = hashOptions[name]
    command.addOption(valueOption(`--${name} ${value}`, description))
  }
  return command
}

/** What the options of `withHashOptions` say. Throws `SettingsError` with everything that is wrong. */
export function readHashFlags(command: Command): HashFlags | undefined {
  const complaints: string[] = []
  const values = command.opts<Record<string, string | undefined>>()
  const text = (name: FlagName): string | undefined => values[camelCase(name)]
  const flags = parseHashFlags(text, complaints)
  if (complaints.length > 0) throw new SettingsError(complaints)
  return flags
}

/** As commander calls an option in the values that it gives. */
function camelCase(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}

/** Which flags an algorithm has, with the bounds of their numbers. Others are refused: they would be a misunderstanding. */
interface FlagRules {
  readonly numbers?: Readonly<Partial<Record<FlagName, readonly [number, number]>>>
  readonly needsKey?: true
  readonly hasSeparator?: true
  readonly hasOrder?: true
  readonly hasType?: true
}

const LARGE = Number.MAX_SAFE_INTEGER
const hmac: FlagRules = { needsKey: true, hasOrder: true }
const digest: FlagRules = { numbers: { rounds: [1, 8_192] }, hasOrder: true }
const pbkdf: FlagRules = { numbers: { rounds: [1, 120_000] } }

const rulesOf: Readonly<Record<string, FlagRules>> = {
  HMAC_SHA512: hmac,
  HMAC_SHA256: hmac,
  HMAC_SHA1: hmac,
  HMAC_MD5: hmac,
  SHA512: digest,
  SHA256: digest,
  SHA1: digest,
  MD5: { ...digest, numbers: { rounds: [0, 8_192] } },
  PBKDF_SHA1: pbkdf,
  PBKDF2_SHA256: pbkdf,
  SCRYPT: { needsKey: true, hasSeparator: true, numbers: { rounds: [1, 8], 'mem-cost': [1, 14] } },
  STANDARD_SCRYPT: {
    numbers: { 'mem-cost': [2, LARGE], parallelization: [1, LARGE], 'block-size': [1, LARGE], 'dk-len': [16, 1_024] },
  },
  BCRYPT: {},
  ARGON2: {
    numbers: { rounds: [1, 16], 'mem-cost': [8, 32_768], parallelization: [1, 16], 'dk-len': [4, 1_024] },
    hasType: true,
  },
  HEARTH: {},
}

/** Undefined without `--hash-algo`. What is wrong is added to `complaints`. */
function parseHashFlags(text: (name: FlagName) => string | undefined, complaints: string[]): HashFlags | undefined {
  const hashAlgorithm = text('hash-algo')?.toUpperCase()
  if (hashAlgorithm === undefined) {
    const given = hashFlagNames.filter((name) => text(name) !== undefined)
    if (given.length > 0) complaints.push(`--${given.join(', --')}: say --hash-algo as well.`)
    return undefined
  }
  const rules = Object.hasOwn(rulesOf, hashAlgorithm) ? rulesOf[hashAlgorithm] : undefined
  if (rules === undefined) {
    complaints.push(`--hash-algo ${hashAlgorithm} is none of ${Object.keys(rulesOf).join(', ')}.`)
    return undefined
  }
  const numbers = parseNumbers(rules, text, complaints)
  const key = text('hash-key')
  if (rules.needsKey && !key) complaints.push(`--hash-key is missing: ${hashAlgorithm} has one, in base64.`)
  const order = text('hash-input-order')?.toUpperCase()
  if (order !== undefined && order !== 'SALT_FIRST' && order !== 'PASSWORD_FIRST') {
    complaints.push('--hash-input-order must be SALT_FIRST or PASSWORD_FIRST.')
  }
  const type = text('argon2-type')?.toUpperCase() ?? 'ARGON2_ID'
  if (!['ARGON2_ID', 'ARGON2_I', 'ARGON2_D'].includes(type)) {
    complaints.push('--argon2-type must be ARGON2_ID, ARGON2_I or ARGON2_D.')
  }
  for (const name of surplusFlags(rules, text)) complaints.push(`--${name} is no parameter of ${hashAlgorithm}.`)
  return members(hashAlgorithm, { numbers, key, separator: text('salt-separator'), order, type })
}

function parseNumbers(
  { numbers = {} }: FlagRules,
  text: (name: FlagName) => string | undefined,
  complaints: string[],
): Partial<Record<FlagName, number>> {
  const parsed: Partial<Record<FlagName, number>> = {}
  for (const name of hashFlagNames) {
    const bounds = numbers[name]
    if (bounds === undefined) continue
    const given = text(name) ?? ''
    const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
    const [min, max] = bounds
    const range = max === LARGE ? `of at least ${min}` : `from ${min} to ${max}`
    if (!(value >= min && value <= max)) complaints.push(`--${name} must be a whole number ${range}.`)
    parsed[name] = value
  }
  return parsed
}

function surplusFlags(rules: FlagRules, text: (name: FlagName) => string | undefined): FlagName[] {
  const allowed = new Set<string>(['hash-algo', ...Object.keys(rules.numbers ?? {})])
  if (rules.needsKey) allowed.add('hash-key')
  if (rules.hasSeparator) allowed.add('salt-separator')
  if (rules.hasOrder) allowed.add('hash-input-order')
  if (rules.hasType) allowed.add('argon2-type')
  return hashFlagNames.filter((name) => text(name) !== undefined && !allowed.has(name))
}

function members(
  hashAlgorithm: string,
  given: {
    numbers: Partial<Record<FlagName, number>>
    key: string | undefined
    separator: string | undefined
    order: string | undefined
    type: string
  },
): HashFlags {
  const { numbers, key, separator, order, type } = given
  const { rounds = 0, 'mem-cost': memoryCost = 0, parallelization = 0, 'dk-len': dkLen = 0 } = numbers
  const named = {
    hashAlgorithm,
    ...(key !== undefined && { signerKey: key }),
    ...(separator !== undefined && { saltSeparator: separator }),
    ...(order !== undefined && {
      passwordHashOrder: order === 'SALT_FIRST' ? ('SALT_AND_PASSWORD' as const) : ('PASSWORD_AND_SALT' as const),
    }),
  }
  switch (hashAlgorithm) {
    case 'ARGON2':
      return {
        ...named,
        argon2Parameters: {
          hashType: type,
          iterations: rounds,
          memoryCostKib: memoryCost,
          parallelism: parallelization,
          hashLengthBytes: dkLen,
        },
      }
    case 'STANDARD_SCRYPT':
      return { ...named, cpuMemCost: memoryCost, parallelization, blockSize: numbers['block-size'] ?? 0, dkLen }
    case 'SCRYPT':
      return { ...named, rounds, memoryCost }
    default:
      return { ...named, ...(numbers.rounds !== undefined && { rounds }) }
  }
}
