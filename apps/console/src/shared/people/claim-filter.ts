import { tryParseJson } from '@hearth/model/parse-json'

/** Users by a custom claim: those who have it, or those where it is a value or a list with that value. */
export interface ClaimFilter {
  readonly name: string
  /** Absent for whatever it is. */
  readonly value?: ClaimValue
}

export type ClaimValue = string | number | boolean | null

/** As it stands in the address: `role`, `role = "admin"`, `level = 3`, `"my role" = true`. */
export function formatClaimFilter({ name, value }: ClaimFilter): string {
  const written = /^[^\s="]+$/.test(name) ? name : JSON.stringify(name)
  return value === undefined ? written : `${written} = ${JSON.stringify(value)}`
}

/** undefined for a text that is no filter by a claim. */
export function parseClaimFilter(text: string): ClaimFilter | undefined {
  const [isRead, written = '', valueText] =
    /^\s*("(?:[^"\\]|\\.)*"|[^\s="]+)\s*(?:=\s*(\S|\S.*\S)\s*)?$/s.exec(text) ?? []
  const name = written.startsWith('"') ? tryParseJson(written) : written
  if (isRead === undefined || typeof name !== 'string' || name === '') return undefined
  if (valueText === undefined) return { name }
  const value = tryParseJson(valueText)
  return isClaimValue(value) ? { name, value } : undefined
}

/** The number that somebody typed; undefined for anything else. */
export function parseClaimNumber(text: string): number | undefined {
  const value = tryParseJson(text.trim())
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function isClaimValue(value: unknown): value is ClaimValue {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}
