import { expect, test } from 'vitest'
import type { Log } from '../../lib/ambient.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { ReportedBatch, ReportingApp } from '../event.ts'
import { EventAllowance, type EventSender } from './event-allowance.ts'

const MIB = 1024 * 1024
const app: ReportingApp = { project: 'shop-app', appId: '1:1:web:a', platform: 'web' }
const MINUTE_MS = 60_000
const tooMany: unknown = expect.objectContaining({ code: 'resource-exhausted', reason: 'TOO_MANY_REQUESTS' })
const quotaReached: unknown = expect.objectContaining({ code: 'resource-exhausted', reason: 'EVENT_QUOTA_REACHED' })

const from = (address: string): EventSender => ({ kind: 'visitor', address })
const reporter = { clientId: 'ada', userProperties: {}, device: {} }
const event = { name: 'e', params: {} }
const small: ReportedBatch = { ...reporter, events: Array.from({ length: 25 }, () => event) }
const LARGE_BYTES = 256 * 1024
const large: ReportedBatch = { ...reporter, events: [{ name: 'e', params: { text: 'x'.repeat(LARGE_BYTES) } }] }

function world() {
  const clock = { nowMs: () => time.nowMs }
  const time = { nowMs: 0 }
  const warnings: unknown[] = []
  const log: Log = { info() {}, error() {}, warn: (fields) => void warnings.push(fields) }
  const allowance = new EventAllowance({ clock, log, eventsPerMinute: 600_000 })
  /** How many batches are let in, at most so many. */
  const takeAll = (batch: ReportedBatch, sender: () => EventSender, most: number, of = app): number => {
    let count = 0
    try {
      while (count < most) {
        allowance.take(of, batch, sender())
        count++
      }
    } catch {
      // It is refused from here on.
    }
    return count
  }
  return { allowance, takeAll, time, warnings }
}

test('a network gets a part of what an app may have, and the others the rest', () => {
  const { allowance, takeAll } = world()
  expect(takeAll(small, () => from('192.0.2.1'), 24_000)).toBe(30_000 / 25)
  expect(() => allowance.take(app, small, from('192.0.2.1'))).toThrow(tooMany)
  expect(takeAll(small, () => from('192.0.2.2'), 100)).toBe(100)
})

test('the thousands of networks of one IPv6 site get what four may have', () => {
  const { allowance, takeAll } = world()
  let network = 0
  const next = () => from(`2001:db8:1:${(network++ % 60_000).toString(16)}::1`)
  expect(takeAll(small, next, 24_000)).toBe((4 * 30_000) / 25)
  allowance.take(app, small, from('2001:db8:2::1'))
})

test('bytes count as well, by the minute and by the day', () => {
  const { takeAll, time } = world()
  const sender = () => from('192.0.2.1')
  const ofMinute = takeAll(large, sender, 1_000)
  expect(ofMinute * LARGE_BYTES).toBeGreaterThan(7 * MIB)
  expect(ofMinute * LARGE_BYTES).toBeLessThanOrEqual(8 * MIB)
  let ofDay = ofMinute
  for (let minute = 1; minute < 60; minute++) {
    time.nowMs += MINUTE_MS
    ofDay += takeAll(large, sender, 1_000)
  }
  expect(ofDay * LARGE_BYTES).toBeGreaterThan(60 * MIB)
  expect(ofDay * LARGE_BYTES).toBeLessThanOrEqual(64 * MIB)
  time.nowMs += 24 * 60 * MINUTE_MS
  expect(takeAll(large, sender, 1_000)).toBe(ofMinute)
})

test('a project has its bytes of a day, said in the log once in an hour; other projects go on', () => {
  const { allowance, takeAll, time, warnings } = world()
  let network = 0
  const next = () => from(`client-${network++}`)
  const ofDay = takeAll(large, next, 20_000)
  expect(ofDay * LARGE_BYTES).toBeGreaterThan(500 * MIB)
  expect(ofDay * LARGE_BYTES).toBeLessThanOrEqual(512 * MIB)
  expect(() => allowance.take(app, large, next())).toThrow(quotaReached)
  expect(warnings).toEqual([{ project: 'shop-app' }])
  allowance.take({ ...app, project: 'other-app', appId: '1:2:web:b' }, large, next())
  time.nowMs += 61 * MINUTE_MS
  expect(() => allowance.take(app, large, next())).toThrow(quotaReached)
  expect(warnings).toHaveLength(2)
})

test('what is left of a day is for those that have sent little, whoever has used up the rest', () => {
  const { allowance, takeAll, time, warnings } = world()
  /** Each of some networks sends all that it may, minute by minute. */
  const fill = (networks: readonly string[]): number => {
    let bytes = 0
    for (const network of networks) {
      for (let minute = 0; minute < 9; minute++) {
        bytes += takeAll(large, () => from(network), 1_000) * LARGE_BYTES
        time.nowMs += MINUTE_MS
      }
    }
    return bytes
  }
  const eight = fill(Array.from({ length: 8 }, (_, n) => `192.0.2.${n}`))
  expect(eight).toBeGreaterThan(380 * MIB)
  expect(eight).toBeLessThanOrEqual((384 + 8) * MIB)
  expect(warnings.length).toBeGreaterThan(0)
  expect(() => allowance.take(app, large, from('192.0.2.7'))).toThrow(quotaReached)

  allowance.take(app, small, from('198.51.100.1'))
  allowance.take(app, small, { kind: 'server', secret: 'billing' })
  const another = fill(['198.51.100.2'])
  expect(another).toBeGreaterThan(0)
  expect(another).toBeLessThanOrEqual(MIB)
  // The networks of one site have its share together.
  const site = fill(Array.from({ length: 3 }, (_, n) => `2001:db8:1:${n}::1`))
  expect(site).toBeLessThanOrEqual(MIB)
  time.nowMs += 24 * 60 * MINUTE_MS
  expect(takeAll(large, () => from('192.0.2.1'), 20)).toBe(20)
})

test('a secret of servers has half of what the app may have', () => {
  const { allowance, takeAll } = world()
  expect(takeAll(small, () => ({ kind: 'server', secret: 'leaked' }), 24_000)).toBe(300_000 / 25)
  allowance.take(app, small, { kind: 'server', secret: 'another' })
  allowance.take(app, small, from('192.0.2.1'))
})

test('for the console there is little', () => {
  const { takeAll } = world()
  const console = { ...app, project: CONSOLE_PROJECT }
  expect(takeAll(small, () => from('192.0.2.1'), 24_000, console)).toBe(3_000 / 25)
  let network = 0
  const bytes = takeAll(large, () => from(`client-${network++}`), 20_000, console) * LARGE_BYTES
  expect(bytes).toBeGreaterThan(23 * MIB)
  expect(bytes).toBeLessThanOrEqual(24 * MIB)
  expect(takeAll(small, () => from('192.0.2.2'), 100, console)).toBeGreaterThan(10)
})

test('what is refused or given back counts nowhere', () => {
  const { allowance, takeAll } = world()
  for (let batch = 0; batch < 2_000; batch++) allowance.take(app, small, from('192.0.2.1')).giveBack()
  expect(takeAll(small, () => from('192.0.2.1'), 24_000)).toBe(1_200)
  for (let batch = 0; batch < 5_000; batch++) expect(() => allowance.take(app, small, from('192.0.2.1'))).toThrow()
  expect(takeAll(small, () => from('192.0.2.2'), 24_000)).toBe(1_200)
})
