import { expect, test } from 'vitest'
import { systemRandom } from '../../ambient.ts'
import { MemoryBudget } from '../../http/memory-budget.ts'
import { Channels } from './channels.ts'

test('all addresses of an IPv6 network share its channels, and get them back', () => {
  const budget = new MemoryBudget({ bytesMax: 512 * 1024 * 1024 })
  const channels = new Channels(systemRandom)
  const open = (address: string) => channels.open(address, budget.lease(address))
  const opened = Array.from({ length: 2_000 }, (_, index) => open(`2001:db8::${index.toString(16)}`))
  expect(() => open('2001:db8::ffff')).toThrow(expect.objectContaining({ reason: 'TOO_MANY_CHANNELS' }))
  open('2001:db8:0:1::1')
  opened[0]?.close()
  open('2001:db8::ffff')
  channels.close()
  expect(channels.size).toBe(0)
})

test('a site with thousands of IPv6 networks leaves channels to others', () => {
  const budget = new MemoryBudget({ bytesMax: 4096 * 1024 * 1024 })
  const channels = new Channels(systemRandom)
  const open = (address: string) => channels.open(address, budget.lease(address))
  const flood = (): void => {
    for (let index = 0; index < 20_000; index++) open(`2001:db8:1:${(index % 40).toString(16)}::1`)
  }
  expect(flood).toThrow(expect.objectContaining({ reason: 'TOO_MANY_CHANNELS' }))
  expect(channels.size).toBe(15_000)
  open('2001:db8:2::1')
  for (let index = 0; index < 2_000; index++) open('192.0.2.1')
  channels.close()
  expect(budget.heldBytes).toBe(0)
})
