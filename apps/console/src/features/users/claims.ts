import { claimsCharactersMax, isReservedClaim } from '@hearth/model/claims'
import { placeIn } from '../../documents/values/document-json.ts'
import { JsonProblem, readJson } from '../../documents/values/json-reader.ts'
import { valueTexts } from '../../texts/en/data-values.ts'
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

/** Says what is wrong with claims, and in which line and column where it has a place. */
export function validateClaims(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const misplaced = misplacedIn(text)
  if (misplaced !== undefined) {
    const { line, column } = placeIn(text, misplaced.at)
    return valueTexts.jsonAt(line, column, misplaced.message)
  }
  const size = sizeOfClaims(text)
  return size > claimsCharactersMax ? usersTexts.claimsTooLong(size, claimsCharactersMax) : undefined
}

/** The first part that can't stand where it stands. */
function misplacedIn(text: string): { readonly message: string; readonly at: number } | undefined {
  try {
    const claims = readJson(text)
    if (claims.kind !== 'object') return { message: usersTexts.claimsNoObject, at: claims.at }
    const reserved = claims.entries.find(({ name }) => isReservedClaim(name))
    return reserved && { message: usersTexts.claimsReserved(reserved.name), at: reserved.at }
  } catch (error) {
    if (error instanceof JsonProblem) return error
    throw error
  }
}
