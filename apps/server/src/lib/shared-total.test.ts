import { expect, test } from 'vitest'
import { placeOf, SharedTotal } from './shared-total.ts'

const MAX = 320
const addressOf = (network: number): string => `2001:db8:1:${network.toString(16)}::1`

/** How many of them one after another get something, each from a network of its own. */
function takeEach(total: SharedTotal, addresses: readonly string[]): number {
  return addresses.filter((address) => {
    const place = placeOf(address)
    if (total.taken === MAX || total.isKeptFrom(place, 1)) return false
    total.take(place, 1)
    return true
  }).length
}

test('the networks of one site leave the last quarter to sites that have little', () => {
  const total = new SharedTotal(MAX)
  const addresses = Array.from({ length: 2 * MAX }, (_, network) => addressOf(network))
  expect(takeEach(total, addresses)).toBe((MAX * 3) / 4)
  expect(takeEach(total, Array<string>(MAX).fill('2001:db8:2::1'))).toBe(8)
  total.give(placeOf(addressOf(0)), 1)
  expect(takeEach(total, addresses)).toBe(0)
})

test('an IPv4 address has no site around it', () => {
  const total = new SharedTotal(MAX)
  expect(placeOf('192.0.2.7')).toEqual({ network: '192.0.2.7', site: undefined })
  expect(takeEach(total, Array<string>(2 * MAX).fill('192.0.2.7'))).toBe(MAX)
})

test('dozens of sites that take what they get leave something to the next', () => {
  const max = 10_000
  const total = new SharedTotal(max)
  const takeAll = (site: number): number => {
    const place = placeOf(`2001:db8:${site.toString(16)}::1`)
    let taken = 0
    for (; total.taken < max && !total.isKeptFrom(place, 1); taken++) total.take(place, 1)
    return taken
  }
  for (let site = 1; site <= 30; site++) takeAll(site)
  expect(takeAll(31)).toBeGreaterThan(5)
})

test('what is given back is as if it had not been taken', () => {
  const total = new SharedTotal(MAX)
  const place = placeOf(addressOf(1))
  total.take(place, MAX)
  total.give(place, MAX)
  expect([total.taken, total.ofNetwork(place), total.isKeptFrom(place, MAX / 32)]).toEqual([0, 0, false])
})
