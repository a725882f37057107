import { claimsCharactersMax, isReservedClaim } from '@hearth/model'
import { usersTexts } from '../../texts/en/users.ts'

/** The text as it is stored: JSON without the spaces that people read it by. Throws `SyntaxError`. */
export function compactClaims(text: string): string {
  return text.trim() === '' ? '{}' : JSON.stringify(JSON.parse(text))
}

export function sizeOfClaims(text: string): number {
  try {
    return compactClaims(text).length
  } catch (error) {
    if (error instanceof SyntaxError) return text.length
    throw error
  }
}

/** Says what is wrong with claims, and where. */
export function validateClaims(text: string): string | undefined {
  let claims: unknown
  try {
    claims = JSON.parse(text.trim() === '' ? '{}' : text)
  } catch (error) {
    return usersTexts.claimsNoJson(error instanceof Error ? error.message : '')
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return usersTexts.claimsNoObject
  const forbidden = Object.keys(claims).find(isReservedClaim)
  if (forbidden !== undefined) return usersTexts.claimsReserved(forbidden)
  const size = sizeOfClaims(text)
  return size > claimsCharactersMax ? usersTexts.claimsTooLong(size, claimsCharactersMax) : undefined
}
