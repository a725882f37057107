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
