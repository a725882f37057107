import { expect, it } from 'vitest'
import { redateRecord } from './redate-record.ts'

const nowMs = Date.UTC(2026, 5, 1)
const present = { nowMs, latestMs: nowMs + 300_000 }
const HOUR_MS = 60 * 60_000
const AHEAD_MS = 365 * 24 * HOUR_MS
const redated = (record: object): unknown => {
  const text = redateRecord(JSON.stringify(record), present)
  return text === undefined ? 'as it was' : JSON.parse(text)
}

it('sets times of seconds, milliseconds and microseconds after the present to the present', () => {
  const late = nowMs + AHEAD_MS
  expect(redated({ authTime: late / 1000, lastUsedAt: late, createdAt: late * 1000, uid: 'ada' })).toEqual({
    authTime: nowMs / 1000,
    lastUsedAt: nowMs,
    createdAt: nowMs * 1000,
    uid: 'ada',
  })
})

it('moves what ends by as much as what happened', () => {
  const made = nowMs + AHEAD_MS
  expect(redated({ mintedAt: made, endsAt: made + HOUR_MS })).toEqual({ mintedAt: nowMs, endsAt: nowMs + HOUR_MS })
})

it('ends what lasts for longer than anything does', () => {
  expect(redated({ subject: 'ada', expiresAt: nowMs + AHEAD_MS })).toEqual({ subject: 'ada', expiresAt: nowMs })
})

it.each([
  { createdAt: nowMs - 1, expiresAt: nowMs + HOUR_MS },
  { createdAt: nowMs + 1_000 },
  { createdAt: nowMs, customClaims: { expiresAt: nowMs + AHEAD_MS, createdAt: nowMs + AHEAD_MS } },
  { size: nowMs + AHEAD_MS, name: 'createdAt' },
])('leaves a record as it is: %j', (record) => {
  expect(redated(record)).toBe('as it was')
})

it('leaves what is no JSON', () => {
  expect(redateRecord('sealed', present)).toBeUndefined()
})
