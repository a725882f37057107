import { timingSafeEqual } from 'node:crypto'
import { StatusError } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import type { Random } from '../lib/ambient.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'

/** Of one file. */
export const DOWNLOAD_TOKENS_MAX = 20

const chosenToken = /^[\w-]{1,128}$/

/** 122 random bits in the form the official SDKs show as download tokens. */
export function newDownloadToken(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Compared in constant time for each token of the file. */
export function hasToken(object: FileObject, token: string): boolean {
  const given = Buffer.from(token)
  return object.downloadTokens.some((known) => {
    const expected = Buffer.from(known)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

/**
 * The tokens of a file after an upload or an update that may name some, none of them too. What users and visitors name is left out, and
 * what a program chose must be as hard to guess as it looks: shorter ones than `charactersMin` are refused.
 * Throws `invalid-argument`/`INVALID_DOWNLOAD_TOKEN`, `resource-exhausted`/`TOO_MANY_DOWNLOAD_TOKENS`.
 */
export function downloadTokensAfter(
  current: readonly string[],
  { downloadTokens: chosen }: SettableMetadata,
  caller: Caller,
  charactersMin: number,
): readonly string[] {
  const tokens = chosen === undefined || isUnderRules(caller) ? current : [...new Set(chosen ?? [])]
  if (tokens === current) return current
  if (tokens.length > DOWNLOAD_TOKENS_MAX) throw tooManyDownloadTokens()
  const isChosen = (token: string): boolean => chosenToken.test(token) && token.length >= charactersMin
  if (tokens.every((token) => isChosen(token) || current.includes(token))) return tokens
  throw new StatusError(
    'invalid-argument',
    'INVALID_DOWNLOAD_TOKEN',
    `A download token has ${charactersMin} to 128 letters, digits, underscores and dashes.`,
  )
}

export function tooManyDownloadTokens(): StatusError {
  return new StatusError(
    'resource-exhausted',
    'TOO_MANY_DOWNLOAD_TOKENS',
    `A file may have at most ${DOWNLOAD_TOKENS_MAX} download links. Revoke one first.`,
  )
}
