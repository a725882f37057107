import { StatusError } from '@hearth/model'
import { type Fields, limits } from '../../analytics/event.ts'

/** Milliseconds of the last moment that has four digits of year. */
const LAST_MS = 253_402_300_799_999
const none: ReadonlySet<string> = new Set()
const name = /^[A-Za-z]\w{0,39}$/

/** Refuses a batch. Written by hand, as the decoders that use it: they run for every event. */
export function invalid(path: string, message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_REQUEST', `${path}: ${message}`)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Throws for a member that has no meaning. */
export function requireMembers(object: Record<string, unknown>, known: ReadonlySet<string>, path: string): void {
  for (const member in object) if (!known.has(member)) throw invalid(path, `${member.slice(0, 80)} means nothing here.`)
}

export function decodeName(value: unknown, path: string): string {
  if (typeof value === 'string' && name.test(value)) return value
  throw invalid(
    path,
    `A name begins with a letter, has letters, digits and _, and at most ${limits.nameLength} of them.`,
  )
}

export function decodeOptionalText(value: unknown, path: string, lengthMax: number): string | undefined {
  return value === undefined ? undefined : decodeText(value, path, lengthMax)
}

export function decodeText(value: unknown, path: string, lengthMax: number): string {
  if (typeof value === 'string' && value.length > 0 && value.length <= lengthMax && value.isWellFormed()) return value
  throw invalid(path, `It must be a text of 1 to ${lengthMax} characters.`)
}

export function decodeMilliseconds(value: unknown, path: string): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_MS) return value
  throw invalid(path, 'It must be a time in whole milliseconds since 1970.')
}

export function decodeWhole(value: unknown, path: string, least: number, most: number): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw invalid(path, `It must be a whole number from ${least} to ${most}.`)
}

/** Texts and numbers by name; at most `countMax` of them, besides those in `uncounted`. */
export function decodeFields(
  value: unknown,
  path: string,
  countMax: number,
  uncounted: ReadonlySet<string> = none,
): Fields {
  const fields: Record<string, string | number> = {}
  if (value === undefined) return fields
  if (!isObject(value)) throw invalid(path, 'It must be an object.')
  let count = 0
  for (const key in value) {
    if (!uncounted.has(key)) count++
    if (count > countMax) throw invalid(path, `At most ${countMax} are allowed.`)
    decodeName(key, path)
    const field = value[key]
    // A path is made for what is refused alone: for each parameter of each event it would cost more than the rest.
    fields[key] = isField(field) ? field : decodeField(field, `${path}.${key}`)
  }
  return fields
}

function isField(value: unknown): value is string | number {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && value.length <= limits.textLength && value.isWellFormed()
}

export function decodeField(value: unknown, path: string): string | number {
  if (isField(value)) return value
  throw invalid(path, `It must be a number, or a text of at most ${limits.textLength} characters.`)
}
