import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { systemRandom } from '../../lib/ambient.ts'
import { MemoryBudget } from '../../http/memory-budget.ts'
import { PacedAnswer } from '../../http/paced-answer.ts'
import type { Channel } from './channel.ts'
import { Channels } from './channels.ts'

/** An answer that stays open until it is ended. */
class HeldResponse extends EventEmitter {
  readonly destroyed = false

  writeHead(): void {}

  write(_bytes: Buffer, taken: () => void): void {
    taken()
  }

  end(): void {
    this.emit('close')
  }
}

class ChannelsWorld {
  readonly budget = new MemoryBudget({ bytesMax: 4096 * 1024 * 1024 })
  readonly channels = new Channels(systemRandom)

  open(address: string): Channel {
    return this.channels.open(address, this.budget.lease(address))
  }

  /** Whose client waits for what comes. */
  openFetched(address: string): Channel {
    const channel = this.open(address)
    this.fetch(channel)
    return channel
  }

  fetch(channel: Channel): HeldResponse {
    const held = new HeldResponse()
    const response = held as unknown as ServerResponse
    channel.openBackChannel({ response, answer: new PacedAnswer(response, this.budget.lease('answers'), 60_000) }, true)
    return held
  }

  has({ sid }: Channel): boolean {
    return this.channels.find(sid) !== undefined
  }
}

afterEach(() => void vi.useRealTimers())

test('all addresses of an IPv6 network share its channels, and get them back', () => {
  const world = new ChannelsWorld()
  const opened = Array.from({ length: 2_000 }, (_, index) => world.openFetched(`2001:db8::${index.toString(16)}`))
  expect(() => world.open('2001:db8::ffff')).toThrow(expect.objectContaining({ reason: 'TOO_MANY_CHANNELS' }))
  world.open('2001:db8:0:1::1')
  opened[0]?.close()
  world.open('2001:db8::ffff')
  world.channels.close()
  expect([world.channels.size, world.budget.heldBytes]).toEqual([0, 0])
})

test('a site with thousands of IPv6 networks leaves channels to others', () => {
  const world = new ChannelsWorld()
  const flood = (): void => {
    for (let index = 0; index < 20_000; index++) world.openFetched(`2001:db8:1:${(index % 40).toString(16)}::1`)
  }
  expect(flood).toThrow(expect.objectContaining({ reason: 'TOO_MANY_CHANNELS' }))
  expect(world.channels.size).toBe(15_000)
  world.open('2001:db8:2::1')
  for (let index = 0; index < 2_000; index++) world.openFetched('192.0.2.1')
  world.channels.close()
  expect(world.budget.heldBytes).toBe(0)
})

test('of channels that no answer is open for a network keeps the last hundred, and all that one is open for', () => {
  const world = new ChannelsWorld()
  const fetched = [world.openFetched('192.0.2.1'), world.openFetched('192.0.2.1')]
  const left = world.openFetched('192.0.2.1')
  const answer = world.fetch(left)
  const waiting = Array.from({ length: 200 }, () => world.open('192.0.2.1'))
  expect(waiting.map((channel) => world.has(channel))).toEqual([
    ...Array<boolean>(100).fill(false),
    ...Array<boolean>(100).fill(true),
  ])
  expect([...fetched, left].every((channel) => world.has(channel))).toBe(true)
  // What its client leaves waits from then on.
  answer.end()
  expect([world.has(left), waiting.filter((channel) => world.has(channel)).length]).toEqual([true, 99])
  for (let index = 0; index < 100; index++) world.open('192.0.2.1')
  expect([world.has(left), world.channels.size]).toEqual([false, 102])
  world.channels.close()
})

test('the many networks of an IPv6 site have four times as many that wait', () => {
  const world = new ChannelsWorld()
  for (let index = 0; index < 1_000; index++) world.open(`2001:db8:1:${(index * 16).toString(16)}::1`)
  expect(world.channels.size).toBe(400)
  world.channels.close()
})

test('where there is no room the one that waits longest in the network that has most such ends', () => {
  const world = new ChannelsWorld()
  const elsewhere = world.open('192.0.2.1')
  const [first] = Array.from({ length: 50 }, () => world.open('192.0.2.2'))
  for (let network = 10; world.channels.size < 20_000; network++) {
    for (let index = 0; index < 2_000 && world.channels.size < 20_000; index++) world.openFetched(`192.0.2.${network}`)
  }
  const visitor = world.open('198.51.100.1')
  expect(first === undefined ? undefined : world.has(first)).toBe(false)
  expect([world.has(elsewhere), world.has(visitor), world.channels.size]).toEqual([true, true, 20_000])
  // A network that has its share ends nobody's.
  expect(() => world.open('192.0.2.10')).toThrow(expect.objectContaining({ reason: 'TOO_MANY_CHANNELS' }))
  expect(world.channels.size).toBe(20_000)
  world.channels.close()
})

test('where a few addresses have all channels, the oldest of whoever has most ends for whoever has fewer', () => {
  const world = new ChannelsWorld()
  const held = Array.from({ length: 20_000 }, (_, index) => world.openFetched(`192.0.2.${Math.floor(index / 2_000)}`))
  const visitors = Array.from({ length: 100 }, () => world.openFetched('198.51.100.1'))
  expect(visitors.every((visitor) => world.has(visitor))).toBe(true)
  // Each of the ten gave ten of its own.
  const ended = held.flatMap((channel, index) => (world.has(channel) ? [] : [index]))
  expect(ended).toEqual(Array.from({ length: 100 }, (_, index) => Math.floor(index / 10) * 2_000 + (index % 10)))
  // Who has most gains nothing by coming again.
  expect(() => world.open('192.0.2.0')).toThrow(expect.objectContaining({ reason: 'TOO_MANY_CHANNELS' }))
  expect(world.channels.size).toBe(20_000)
  world.channels.close()
  expect(world.budget.heldBytes).toBe(0)
})

test('a channel whose client never fetches lives for ten seconds, and for 75 when it goes away', () => {
  vi.useFakeTimers()
  const world = new ChannelsWorld()
  const [never, left] = [world.open('192.0.2.1'), world.openFetched('192.0.2.1')]
  world.fetch(left).end()
  vi.advanceTimersByTime(9_000)
  expect([world.has(never), world.has(left)]).toEqual([true, true])
  vi.advanceTimersByTime(1_000)
  expect([world.has(never), world.has(left)]).toEqual([false, true])
  vi.advanceTimersByTime(64_000)
  expect(world.has(left)).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect([world.has(left), world.channels.size]).toEqual([false, 0])
})
