import { parseTimestamp } from '@hearth/model/timestamp'

/** RFC 3339 as people write it: a space for the T, small letters, no seconds, an offset without its colon. */
const pattern = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(:\d\d)?(\.\d{1,9})?\s*(?:[Zz]|([+-]\d\d):?(\d\d))$/

/** The time a person wrote, with a zone, in microseconds since the epoch; undefined when it is none the database holds. */
export function findTimestamp(text: string): bigint | undefined {
  const match = pattern.exec(text.trim())
  if (match === null) return undefined
  const [, date = '', minute = '', second = ':00', fraction = '', hours, minutes = ''] = match
  try {
    return parseTimestamp(`${date}T${minute}${second}${fraction}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`)
  } catch {
    // It has the form of a time, and there is no such time.
    return undefined
  }
}

/** Whether a text looks like a time, of a day that the calendar doesn't have, such as 31 February. */
export function namesNoDay(text: string): boolean {
  const date = pattern.exec(text.trim())?.[1]
  return date !== undefined && findTimestamp(`${date}T00:00:00Z`) === undefined
}
