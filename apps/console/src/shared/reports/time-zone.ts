import { createContext } from 'react'

/** Whose days the reports are about: the project's time zone, an IANA name. */
export const TimeZoneContext = createContext('UTC')

/** The day that it is in a time zone, such as `2026-11-20`; in UTC where the browser doesn't know the zone. */
export function dayIn(timeZone: string, now: number): string {
  return (formatOf(timeZone) ?? formatOf('UTC'))?.format(now) ?? ''
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    // Swedish dates are ISO 8601.
    return new Intl.DateTimeFormat('sv-SE', { timeZone })
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}
