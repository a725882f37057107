import { argon2Variants, type ForeignHash, foreignAlgorithms, validateForeignHash } from './foreign-hash.ts'
import { identityError } from '../identity-error.ts'

/**
 * How an account keeps its password's hash, which is also how exports of Hearth carry it (algorithm `HEARTH`): argon2id in PHC format,
 * or `foreign:` and JSON of a `ForeignHash` for one from elsewhere whose password was not used yet. Each says by itself what it is.
 */
const FOREIGN_PREFIX = 'foreign:'
/** The parameters of ours alone: others could make a check as dear as they like. */
const ownPattern = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/

export function encodeForeignHash(foreign: ForeignHash): string {
  return FOREIGN_PREFIX + JSON.stringify(foreign)
}

/** Undefined for a hash of ours. */
export function decodeForeignHash(passwordHash: string): ForeignHash | undefined {
  if (!passwordHash.startsWith(FOREIGN_PREFIX)) return undefined
  return JSON.parse(passwordHash.slice(FOREIGN_PREFIX.length)) as ForeignHash
}

/** Whether it says by itself that a server of ours kept it: no hash of another algorithm reads like this. */
export function isStoredHash(text: string): boolean {
  return text.startsWith(FOREIGN_PREFIX) || ownPattern.test(text)
}

/** Reads what another server kept. Throws `INVALID_HASH`. */
export function parseStoredHash(text: string): string {
  if (!text.startsWith(FOREIGN_PREFIX)) {
    if (!ownPattern.test(text)) throw identityError('INVALID_HASH')
    return text
  }
  const foreign = parseForeignHash(text.slice(FOREIGN_PREFIX.length))
  validateForeignHash(foreign)
  return encodeForeignHash(foreign)
}

const textParameters = ['signerKey', 'saltSeparator', 'associatedData'] as const
const numberParameters = ['rounds', 'memoryCost', 'parallelization', 'blockSize', 'keyBytes'] as const

function parseForeignHash(json: string): ForeignHash {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    // Nothing else to tell: the text is a secret.
    throw notExported()
  }
  const { algorithm: name, hash, salt, parameters } = membersOf(value)
  const algorithm = foreignAlgorithms.find((known) => known === name)
  const given = membersOf(parameters)
  const isWhole =
    typeof hash === 'string' &&
    typeof salt === 'string' &&
    textParameters.every((key) => ['undefined', 'string'].includes(typeof given[key])) &&
    numberParameters.every((key) => given[key] === undefined || Number.isSafeInteger(given[key])) &&
    ['undefined', 'boolean'].includes(typeof given['isSaltFirst']) &&
    (given['variant'] === undefined || argon2Variants.some((variant) => variant === given['variant']))
  if (algorithm === undefined || !isWhole) throw notExported()
  const known = [...textParameters, ...numberParameters, 'isSaltFirst', 'variant'].filter(
    (key) => given[key] !== undefined,
  )
  return { algorithm, hash, salt, parameters: Object.fromEntries(known.map((key) => [key, given[key]])) }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function notExported(): Error {
  return identityError('INVALID_HASH', 'The hash is not one that Hearth exported.')
}
