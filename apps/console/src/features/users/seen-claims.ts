import { useEffect, useState } from 'react'
import type { ProjectUser } from '../../shared/people/project-user.ts'

/** What kinds of value a filter can ask for. */
export type ClaimKind = 'text' | 'number' | 'true' | 'false' | 'null' | 'any'

/** Claims by name, with the kind of value that was seen first. */
export type SeenClaims = ReadonlyMap<string, ClaimKind>

const namesMax = 200
const nothing: SeenClaims = new Map()

/** The claims of these users beside those known before; those itself where nothing is new. */
export function withClaimsOf(before: SeenClaims, users: readonly ProjectUser[]): SeenClaims {
  const seen = new Map(before)
  for (const { customAttributes } of users) {
    for (const [name, value] of Object.entries(claimsOf(customAttributes))) {
      if (!seen.has(name) && seen.size < namesMax) seen.set(name, kindOf(value))
    }
  }
  return seen.size === before.size ? before : seen
}

/** The claims of all users who were listed since the screen was opened. */
export function useSeenClaims(users: readonly ProjectUser[] | undefined): SeenClaims {
  const [seen, setSeen] = useState(nothing)
  useEffect(() => {
    if (users !== undefined) setSeen((before) => withClaimsOf(before, users))
  }, [users])
  return seen
}

/** How the value of a filter is called; a list is looked for by what is in it. */
export function kindOf(value: unknown): ClaimKind {
  if (Array.isArray(value)) return kindOf(value[0])
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'number'
  if (value === null) return 'null'
  return value === true ? 'true' : value === false ? 'false' : 'any'
}

function claimsOf(attributes: string | undefined): object {
  const claims: unknown = attributes === undefined ? undefined : JSON.parse(attributes)
  return typeof claims === 'object' && claims !== null ? claims : {}
}
