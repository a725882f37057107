import { expect, it } from 'vitest'
import { dayIn } from './time-zone.ts'

it.each([
  ['UTC', '2026-11-20'],
  ['Asia/Tokyo', '2026-11-21'],
  ['Pacific/Pago_Pago', '2026-11-20'],
  ['Mars/Base', '2026-11-20'],
])('the day in %s', (zone, day) => {
  expect(dayIn(zone, Date.UTC(2026, 10, 20, 20))).toBe(day)
})
