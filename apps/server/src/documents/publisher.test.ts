import { expect, test } from 'vitest'
import type { CommittedChanges } from './document-delta.ts'
import { Publisher } from './publisher.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function changes(version: number): CommittedChanges {
  return { version, deltas: [] }
}

function publisherAt(): Publisher {
  return new Publisher({ readTime: () => 900 }, 0)
}

test('publishes in the order of versions, whichever is durable first', async () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  const first = publisher.enter()
  const second = publisher.enter()
  publisher.settle(second, changes(2))
  await nextTurn()
  expect(seen).toEqual([])
  publisher.settle(first, changes(1))
  await nextTurn()
  expect(seen).toEqual([1, 2])
  expect(publisher.publishedVersion).toBe(2)
})

test('never publishes a commit that failed, and does not wait for it', async () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  const first = publisher.enter()
  const second = publisher.enter()
  publisher.settle(second, changes(2))
  publisher.settle(first, 'failed')
  await nextTurn()
  expect(seen).toEqual([2])
})

test('whoever commits is answered before the listeners are told', () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  publisher.settle(publisher.enter(), changes(1))
  expect(seen).toEqual([])
})

test('whoever asks at once gets what was answered already, and each commit once', async () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  publisher.settle(publisher.enter(), changes(1))
  publisher.enter()
  publisher.publishSettled()
  expect(seen).toEqual([1])
  await nextTurn()
  expect(seen).toEqual([1])
})

test('a subscriber that asks for more while it is told gets each commit once, in order', () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => {
    seen.push(version)
    publisher.publishSettled()
  })
  publisher.settle(publisher.enter(), changes(1))
  publisher.settle(publisher.enter(), changes(2))
  publisher.publishSettled()
  expect(seen).toEqual([1, 2])
})

test('publishes at once when too many commits wait', () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  const slots = Array.from({ length: 1001 }, () => publisher.enter())
  for (const [i, slot] of slots.entries()) publisher.settle(slot, changes(i + 1))
  expect(seen.length).toBeGreaterThan(0)
})

test('what is published is the whole truth up to what the store says, unless a commit is on its way to be', () => {
  const publisher = publisherAt()
  expect(publisher.readTime()).toBe(900)
  publisher.settle(publisher.enter(), changes(400))
  expect(publisher.readTime()).toBe(900)
  publisher.enter()
  expect(publisher.readTime()).toBe(400)
})
