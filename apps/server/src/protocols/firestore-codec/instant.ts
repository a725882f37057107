import { invalidArgument, parseTimestamp, timestampOf } from '@hearth/model'
import type { Version } from '@hearth/model'

/**
 * A moment in a request. The wire has nine fractional digits, versions have six: a moment between two microseconds is
 * well formed and yet no version, so what was cut off is kept until somebody asks for a version.
 */
export interface Instant {
  readonly micros: bigint
  readonly isExact: boolean
}

/** RFC 3339. Throws `invalid-argument`. */
export function parseInstant(text: string): Instant {
  const micros = parseTimestamp(text)
  return { micros, isExact: !/\.\d{6}0{0,2}[1-9]/.test(text) }
}

/** `seconds` and `nanos` of a google.protobuf.Timestamp. Throws `invalid-argument`. */
export function instantOf(seconds: bigint, nanos: number): Instant {
  const micros = timestampOf(seconds, nanos)
  return { micros, isExact: nanos % 1000 === 0 }
}

/** Throws `invalid-argument`/`TIMESTAMP_PRECISION` for a moment between two microseconds. `what` names it in the text. */
export function versionOf(instant: Instant, what: string): Version {
  if (!instant.isExact) {
    throw invalidArgument('TIMESTAMP_PRECISION', `The ${what} must have microsecond precision.`)
  }
  return Number(instant.micros)
}
