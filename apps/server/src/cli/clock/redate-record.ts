import { tryParseJson } from '@hearth/model'

/** What something happened at; in seconds, milliseconds or microseconds since the epoch, as the record has it. */
const happened = new Set([
  'at',
  'authTime',
  'createdAt',
  'enrolledAt',
  'firstSeenAt',
  'lastSeenAt',
  'lastSignInAt',
  'lastUsedAt',
  'learntAt',
  'linkedAt',
  'mintedAt',
  'openedAt',
  'passwordUpdatedAt',
  'provenAt',
  'stateSince',
  'updatedAt',
  'usedAt',
  'validSince',
  'withdrawnAt',
])
/** What ends then. */
const ends = new Set(['endsAt', 'expiresAt', 'recoverableUntil', 'tokenExpiresAt', 'until'])
/** What apps put into a record is theirs. */
const ofApps = new Set(['claims', 'content', 'custom', 'customClaims', 'metadata', 'params'])
/** Nothing of what is kept for a time is kept for longer from the moment it was made. */
const LIFE_MS_MAX = 60 * 24 * 60 * 60_000

interface Present {
  readonly nowMs: number
  readonly latestMs: number
}

interface Shift extends Present {
  readonly aheadMs: number
  /** The record itself, not something in it. */
  readonly isWhole: boolean
}

/**
 * The text of a record with every time after the present set to the present, and what ends by a time of it moved by as much. Undefined where there is
 * none, and for what is no JSON: sealed records.
 */
export function redateRecord(text: string, present: Present): string | undefined {
  const value = tryParseJson(text)
  if (value === undefined) return undefined
  const aheadMs = aheadOf(value, present)
  const redated = redate(value, { ...present, aheadMs, isWhole: true })
  const after = JSON.stringify(redated)
  return after === JSON.stringify(value) ? undefined : after
}

/** How far the latest thing that happened is after the present; 0 when nothing is. */
function aheadOf(value: unknown, present: Present): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map((item) => aheadOf(item, present)))
  if (typeof value !== 'object' || value === null) return 0
  let aheadMs = 0
  for (const [name, field] of Object.entries(value)) {
    if (ofApps.has(name)) continue
    const ms = happened.has(name) && typeof field === 'number' ? field / unitOf(field) : undefined
    if (ms === undefined) aheadMs = Math.max(aheadMs, aheadOf(field, present))
    else if (ms > present.latestMs) aheadMs = Math.max(aheadMs, ms - present.nowMs)
  }
  return aheadMs
}

function redate(value: unknown, shift: Shift): unknown {
  const inside = { ...shift, isWhole: false }
  if (Array.isArray(value)) return value.map((item) => redate(item, inside))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (ofApps.has(name)) return [name, field]
      if (typeof field !== 'number') return [name, redate(field, inside)]
      if (happened.has(name)) return [name, atMost(field, shift)]
      return [name, ends.has(name) ? endOf(field, shift) : field]
    }),
  )
}

function atMost(time: number, { nowMs, latestMs }: Present): number {
  const unit = unitOf(time)
  return time / unit > latestMs ? Math.floor(nowMs * unit) : time
}

function endOf(time: number, { aheadMs, isWhole, nowMs }: Shift): number {
  const unit = unitOf(time)
  if (aheadMs > 0) return Math.floor(time - aheadMs * unit)
  // When it began is not written down.
  return isWhole && time / unit > nowMs + LIFE_MS_MAX ? Math.floor(nowMs * unit) : time
}

/** Of a millisecond: seconds have ten digits in our time, milliseconds 13, microseconds 16. */
function unitOf(time: number): number {
  if (time < 1e11) return 1 / 1000
  return time < 1e14 ? 1 : 1000
}
