import { afterEach, expect, it } from 'vitest'
import { parseTimestamp } from '@hearth/model/timestamp'
import { formatLocalTime } from './local-time.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

it.each([
  ['UTC', '2026-11-20T09:14:03Z', '2026-11-20 09:14:03 UTC'],
  ['Europe/Berlin', '2026-11-20T09:14:03.120Z', '2026-11-20 10:14:03.120 +01'],
  ['Europe/Berlin', '2026-07-20T23:14:03.123456Z', '2026-07-21 01:14:03.123456 +02'],
  ['Asia/Kolkata', '2026-11-20T09:14:03Z', '2026-11-20 14:44:03 +05:30'],
  ['America/St_Johns', '2026-11-20T09:14:03Z', '2026-11-20 05:44:03 -03:30'],
  ['America/New_York', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
])('in %s %s reads %s', (name, timestamp, text) => {
  process.env['TZ'] = name
  expect(formatLocalTime(parseTimestamp(timestamp))).toBe(text)
})
