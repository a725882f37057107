import { expect, test } from 'vitest'
import { NetworkRateLimit } from './network-rate-limit.ts'

const CALLS = 3
const REFUSED = 'Too many requests'

function limitOf() {
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
  const limit = limitOf()
  const networks = Array.from({ length: 1_000 }, (_, index) => `2001:db8:1:${(index * 60).toString(16)}::1`)
  expect(takeAll(limit, networks)).toBe(4 * CALLS)
  expect(takeAll(limit, ['2001:db8:2::1', '192.0.2.1', '192.0.2.2'])).toBe(3)
})

test('an IPv4 address has its own limit alone', () => {
  const limit = limitOf()
  expect(takeAll(limit, Array<string>(2 * CALLS).fill('192.0.2.1'))).toBe(CALLS)
  expect(takeAll(limit, Array<string>(2 * CALLS).fill('192.0.2.2'))).toBe(CALLS)
})

test('what is refused or given back counts at no level', () => {
  const limit = limitOf()
  const one = '2001:db8:1:1::1'
  for (let call = 0; call < 20; call++) limit.take(one).giveBack()
  for (let call = 0; call < CALLS; call++) limit.take(one)
  for (let call = 0; call < 20; call++) expect(() => limit.take(one)).toThrow(REFUSED)
  expect(takeAll(limit, Array<string>(20).fill('2001:db8:1:2::1'))).toBe(CALLS)
})
