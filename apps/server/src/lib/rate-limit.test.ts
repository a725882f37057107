import { expect, it, test } from 'vitest'
import { RateLimit, NetworkRateLimit } from './rate-limit.ts'

function limitOf(calls: number) {
  const clock = { now: 0, nowMs: () => clock.now }
  return { clock, limit: new RateLimit({ calls, windowMs: 60_000, clock }) }
}

it('lets as many calls through as are allowed and names the wait to the next', () => {
  const { clock, limit } = limitOf(2)
  limit.take('a')
  limit.take('a')
  clock.now = 15_000
  expect(() => limit.take('a')).toThrowError(
    expect.objectContaining({ reason: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 45 } }),
  )
})

it('keeps keys apart', () => {
  const { limit } = limitOf(1)
  limit.take('a')
  limit.take('b')
  expect(() => limit.take('a')).toThrowError('Too many requests')
})

it('begins anew when the window has passed', () => {
  const { clock, limit } = limitOf(1)
  limit.take('a')
  clock.now = 60_000
  limit.take('a')
})

it('counts a weight whole or not at all', () => {
  const { limit } = limitOf(3)
  limit.take('a', 2)
  expect(() => limit.take('a', 2)).toThrowError('Too many requests')
  limit.take('a', 1)
})

it('does not count what was given back, however often', () => {
  const { limit } = limitOf(1)
  const call = limit.take('a')
  call.giveBack()
  call.giveBack()
  limit.take('a')
  expect(() => limit.take('a')).toThrowError('Too many requests')
})

it('gives back to the window that the call was taken from', () => {
  const { clock, limit } = limitOf(1)
  const call = limit.take('a')
  clock.now = 60_000
  limit.take('a')
  call.giveBack()
  expect(() => limit.take('a')).toThrowError('Too many requests')
})

it.each([
  ['ahead', 365 * 86_400_000],
  ['back', -365 * 86_400_000],
])('goes by steady time when the wall clock jumps %s', (_where, jumpMs) => {
  const clock = { wallMs: 400 * 86_400_000, steady: 0, nowMs: () => clock.wallMs, steadyMs: () => clock.steady }
  const limit = new RateLimit({ calls: 1, windowMs: 60_000, clock })
  limit.take('a')
  clock.wallMs += jumpMs
  expect(() => limit.take('a')).toThrowError('Try again in 60 s')
  clock.steady = 60_000
  limit.take('a')
})

it('forgets the oldest key beyond its bound', () => {
  const { limit } = limitOf(1)
  limit.take('first')
  for (let index = 0; index < 20_000; index++) limit.take(`key ${index}`)
  limit.take('first')
})

const CALLS = 3
const REFUSED = 'Too many requests'

function networkLimitOf() {
  return new NetworkRateLimit({ calls: CALLS, windowMs: 60_000, clock: { nowMs: () => 0 } })
}

function takeAll(limit: NetworkRateLimit, addresses: readonly string[]): number {
  return addresses.filter((address) => {
    try {
      limit.take(address)
      return true
    } catch {
      return false
    }
  }).length
}

test('a site with thousands of IPv6 networks gets what four of them may have', () => {
  const limit = networkLimitOf()
  const networks = Array.from({ length: 1_000 }, (_, index) => `2001:db8:1:${(index * 60).toString(16)}::1`)
  expect(takeAll(limit, networks)).toBe(4 * CALLS)
  expect(takeAll(limit, ['2001:db8:2::1', '192.0.2.1', '192.0.2.2'])).toBe(3)
})

test('an IPv4 address has its own limit alone', () => {
  const limit = networkLimitOf()
  expect(takeAll(limit, Array<string>(2 * CALLS).fill('192.0.2.1'))).toBe(CALLS)
  expect(takeAll(limit, Array<string>(2 * CALLS).fill('192.0.2.2'))).toBe(CALLS)
})

test('what is refused or given back counts at no level', () => {
  const limit = networkLimitOf()
  const one = '2001:db8:1:1::1'
  for (let call = 0; call < 20; call++) limit.take(one).giveBack()
  for (let call = 0; call < CALLS; call++) limit.take(one)
  for (let call = 0; call < 20; call++) expect(() => limit.take(one)).toThrow(REFUSED)
  expect(takeAll(limit, Array<string>(20).fill('2001:db8:1:2::1'))).toBe(CALLS)
})
