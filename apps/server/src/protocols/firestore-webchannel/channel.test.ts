import { expect, test } from 'vitest'
import { MemoryBudget } from '../../http/memory-budget.ts'
import { Channel, type ChannelKeeper } from './channel.ts'

const MEBIBYTE = 1024 * 1024

/** Of one that nobody keeps. */
const keeper = (onClosed = (): void => undefined): ChannelKeeper => ({ onWaiting() {}, onFetched() {}, onClosed })

test('a source that goes on within one turn is asked to pause long before the channel is given up', () => {
  const heard: string[] = []
  const budget = new MemoryBudget({ bytesMax: 64 * MEBIBYTE })
  const channel = new Channel(
    'sid',
    budget.lease('127.0.0.1'),
    keeper(() => void heard.push('closed')),
  )
  const hear = (what: string) => () => void heard.push(what)
  channel.attach({ receive: () => Promise.resolve(), pause: hear('pause'), resume: hear('resume'), close() {} }, 0)
  let sent = 0
  for (; heard.length === 0 && sent < 100; sent++) channel.send(`"${'x'.repeat(MEBIBYTE)}"`)
  expect(heard).toEqual(['pause'])
  expect(sent).toBeLessThan(8)
  channel.acknowledge(sent)
  expect(heard).toEqual(['pause', 'resume'])
  channel.close()
})

test('what waits either way is counted, until it was taken or the channel is closed', async () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MEBIBYTE })
  const channel = new Channel('sid', budget.lease('127.0.0.1'), keeper())
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  channel.attach({ receive: () => taken, pause() {}, resume() {}, close() {} }, 0)
  void channel.receive(0, [{}, {}], 2 * MEBIBYTE)
  expect(budget.heldBytes).toBe(2 * MEBIBYTE)
  channel.send(`"${'x'.repeat(MEBIBYTE)}"`)
  expect(budget.heldBytes).toBeGreaterThan(3 * MEBIBYTE)
  channel.acknowledge(1)
  take()
  await expect.poll(() => budget.heldBytes).toBe(0)
  channel.send(`"${'x'.repeat(MEBIBYTE)}"`)
  channel.close()
  expect(budget.heldBytes).toBe(0)
})

test('a channel for whose messages there is no room is given up', () => {
  const budget = new MemoryBudget({ bytesMax: 4 * MEBIBYTE })
  const heard: string[] = []
  const channel = new Channel(
    'sid',
    budget.lease('127.0.0.1'),
    keeper(() => void heard.push('closed')),
  )
  const close = () => void heard.push('stream')
  channel.attach({ receive: () => Promise.resolve(), pause() {}, resume() {}, close }, 0)
  for (let sent = 0; heard.length === 0 && sent < 10; sent++) channel.send(`"${'x'.repeat(MEBIBYTE)}"`)
  expect(heard).toEqual(['stream', 'closed'])
  expect(budget.heldBytes).toBe(0)
})

test('what comes after the end of its stream is held by nobody', () => {
  const budget = new MemoryBudget({ bytesMax: 64 * MEBIBYTE })
  const channel = new Channel('sid', budget.lease('127.0.0.1'), keeper())
  channel.attach({ receive: () => Promise.resolve(), pause() {}, resume() {}, close() {} }, 0)
  channel.end({ code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Too much.' })
  const held = budget.heldBytes
  for (let form = 0; form < 10; form++) void channel.receive(form, [{}], MEBIBYTE)
  expect(budget.heldBytes).toBe(held)
  channel.close()
  expect(budget.heldBytes).toBe(0)
})
