import { expect, test } from 'vitest'
import { MemoryBudget, memoryLimits } from './memory-budget.ts'

const MIB = 1024 * 1024
const KIB = 1024
const refused = expect.objectContaining({ code: 'resource-exhausted', reason: 'TOO_MUCH_HELD' })

test('an address gets its share, all of them the whole but for what is kept for small requests', () => {
  const budget = new MemoryBudget({ bytesMax: 16 * MIB })
  const one = budget.lease('a')
  one.take(10 * MIB)
  expect(() => budget.lease('a').take(MIB)).toThrow(refused)
  const other = budget.lease('b')
  other.take(2 * MIB)
  expect(() => budget.lease('c').take(MIB)).toThrow(refused)
  expect(() => budget.lease('a').take(KIB)).toThrow(refused)
  budget.lease('c').take(KIB)
  one.release()
  budget.lease('c').take(6 * MIB)
  other.release()
  expect(budget.heldBytes).toBe(6 * MIB + KIB)
})

test('a connection gets its share, and the other connections of its address get the rest', () => {
  const budget = new MemoryBudget({ bytesMax: 16 * MIB })
  const [loud, quiet] = [{}, {}]
  budget.lease('a', loud).take(8 * MIB)
  expect(() => budget.lease('a', loud).take(MIB)).toThrow(refused)
  budget.lease('a', loud).take(KIB)
  budget.lease('a', quiet).take(MIB)
})

test('a lease that grows is no small one any more, and gives back what it took', () => {
  const budget = new MemoryBudget({ bytesMax: 4 * MIB })
  budget.lease('a').take(2.5 * MIB)
  const growing = budget.lease('a')
  growing.take(60 * KIB)
  expect(() => growing.take(5 * KIB)).toThrow(refused)
  expect(growing.heldBytes).toBe(60 * KIB)
  growing.give(20 * KIB)
  growing.release()
  growing.give(KIB)
  expect(() => growing.take(KIB)).toThrow(expect.objectContaining({ code: 'cancelled', reason: 'CLIENT_GONE' }))
  expect(budget.heldBytes).toBe(2.5 * MIB)
})

test('small requests of one address leave something to the others, too', () => {
  const budget = new MemoryBudget({ bytesMax: 16 * MIB })
  const flood = (): void => {
    for (let index = 0; index < 1_000; index++) budget.lease('a').take(60 * KIB)
  }
  expect(flood).toThrow(refused)
  budget.lease('b').take(60 * KIB)
})

test('two that take what they get leave the last quarter to those that hold little', () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MIB })
  for (const address of ['a', 'b']) {
    const flood = (): void => {
      for (let index = 0; index < 2_000; index++) budget.lease(address).take(60 * KIB)
    }
    expect(flood).toThrow(refused)
  }
  budget.lease('c').take(MIB)
  for (let index = 0; index < 8; index++) budget.lease('d').take(60 * KIB)
})

test('all addresses of an IPv6 network have one share', () => {
  const budget = new MemoryBudget({ bytesMax: 16 * MIB })
  budget.lease('2001:db8:1:2::1').take(10 * MIB)
  expect(() => budget.lease('2001:db8:1:2:ffff::2').take(MIB)).toThrow(refused)
  budget.lease('2001:db8:1:3::1').take(MIB)
})

test('a site with thousands of IPv6 networks leaves the last quarter to others', () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MIB })
  for (let network = 1; network < 40; network++) {
    const flood = (): void => {
      for (let index = 0; index < 2_000; index++) budget.lease(`2001:db8:1:${network}::1`).take(60 * KIB)
    }
    expect(flood).toThrow(refused)
  }
  expect(budget.heldBytes).toBeLessThanOrEqual(48 * MIB)
  budget.lease('2001:db8:2::1').take(MIB)
  budget.lease('192.0.2.1').take(MIB)
})

test('the whole follows the memory there is', () => {
  const { bytesMax } = memoryLimits()
  expect(bytesMax).toBeGreaterThanOrEqual(96 * MIB)
  expect(bytesMax).toBeLessThanOrEqual(512 * MIB)
})
