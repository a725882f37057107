import { expect, test } from 'vitest'
import { OpenCounts } from './open-counts.ts'

const connections = { max: 10_000, perNetworkMax: 200 }

/** How many of so many more get in. */
function enter(counts: OpenCounts, times: number, addressOf: (index: number) => string): number {
  let entered = 0
  for (let index = 0; index < times; index++) if (counts.enter(addressOf(index)) !== undefined) entered++
  return entered
}

test('the addresses of a network share what it may have, and get it back', () => {
  const counts = new OpenCounts(connections)
  const leave = counts.enter('2001:db8::1')
  expect(enter(counts, 400, (index) => `2001:db8::${index.toString(16)}`)).toBe(199)
  leave?.()
  expect(enter(counts, 2, () => '2001:db8::2')).toBe(1)
})

test('one IPv6 site of 48 bits leaves the last quarter to others', () => {
  const counts = new OpenCounts(connections)
  expect(enter(counts, 20_000, (index) => `2001:db8:1:${(index % 100).toString(16)}::1`)).toBe(7_500)
  expect(enter(counts, 400, () => '2001:db8:2::1')).toBe(200)
  expect(enter(counts, 400, () => '192.0.2.1')).toBe(200)
})

test('fifty IPv4 addresses with all that they may have leave room for others', () => {
  const counts = new OpenCounts(connections)
  for (let address = 0; address < 50; address++) enter(counts, 400, () => `192.0.2.${address}`)
  expect(enter(counts, 400, () => '198.51.100.1')).toBeGreaterThan(50)
  expect(enter(counts, 400, () => '2001:db8:2::1')).toBeGreaterThan(50)
})

test('those that are let in whatever there is are counted', () => {
  const counts = new OpenCounts({ max: 2, perNetworkMax: 2 })
  for (const address of ['192.0.2.1', '192.0.2.2']) expect(counts.enter(address)).toBeDefined()
  expect(counts.enter('192.0.2.3')).toBeUndefined()
  const leave = counts.enterAnyway('127.0.0.1')
  expect(counts.size).toBe(3)
  leave()
  expect(counts.size).toBe(2)
})
