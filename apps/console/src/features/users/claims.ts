import { claimsCharactersMax, isReservedClaim } from '@hearth/model'
import { usersTexts } from '../../texts/en/users.ts'

/** The text as it is stored: JSON without the spaces that people read it by. Throws `SyntaxError`. */
export function compactClaims(text: string): string {
  return text.trim() === '' ? '{}' : JSON.stringify(JSON.parse(text))
}

export function sizeOfClaims(text: string): number {
  return tidyClaims(text).length
}

/** As it is stored, or as it is while it is no JSON yet. */
export function tidyClaims(text: string): string {
  try {
    return compactClaims(text)
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** Says what is wrong with claims, and where. */
export function validateClaims(text: string): string | undefined {
  let claims: unknown
  try {
    claims = JSON.parse(text.trim() === '' ? '{}' : text)
  } catch {
    // Engines say what is wrong in English, and each in its own words.
    return usersTexts.claimsNoJson
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return usersTexts.claimsNoObject
  const forbidden = Object.keys(claims).find(isReservedClaim)
  if (forbidden !== undefined) return usersTexts.claimsReserved(forbidden)
  const size = sizeOfClaims(text)
  return size > claimsCharactersMax ? usersTexts.claimsTooLong(size, claimsCharactersMax) : undefined
}
