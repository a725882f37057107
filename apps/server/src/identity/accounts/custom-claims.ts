import { parseJson, claimsCharactersMax, isReservedClaim } from '@hearth/model'
import type { OperatorRole } from '../../access/caller.ts'
import { identityError } from '../identity-error.ts'

/** The claim that makes a custom token's sign-in an operator session. Only this server signs such tokens. */
export const OPERATOR_ROLE_CLAIM = 'hearth_role'
/** Beside it: when the person signed in. */
export const AUTH_TIME_CLAIM = 'auth_time'
/** Beside it: when somebody was last at the page that asks, in seconds. */
export const USED_AT_CLAIM = 'hearth_used_at'
/** The session an ID token belongs to. */
export const SESSION_CLAIM = 'hearth_session'
/** When its user last proved who they are, in seconds; left out where that is `auth_time`. */
export const PROVEN_AT_CLAIM = 'hearth_proven_at'

/** Throws `FORBIDDEN_CLAIM`, with the name alone as the sentence, as the vendor has it, and `CLAIMS_TOO_LARGE`. */
export function validateClaims(claims: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(claims)) {
    if (isReservedClaim(name)) throw identityError('FORBIDDEN_CLAIM', name)
  }
  if (JSON.stringify(claims).length > claimsCharactersMax) throw identityError('CLAIMS_TOO_LARGE')
}

/** Claims from their JSON text; undefined without any text. `{}`, which takes all claims away, stays, as with the vendor. Throws `INVALID_CLAIMS`, `CLAIMS_TOO_LARGE`, `FORBIDDEN_CLAIM`. */
export function parseClaims(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > claimsCharactersMax) throw identityError('CLAIMS_TOO_LARGE')
  if (text === '') return undefined
  const claims = parseObject(text)
  if (claims === undefined) throw identityError('INVALID_CLAIMS')
  validateClaims(claims)
  return claims
}

export function isOperatorRole(value: unknown): value is OperatorRole {
  return value === 'viewer' || value === 'editor' || value === 'owner'
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    // Broken JSON is answered like any other value that is no object.
    return undefined
  }
}
