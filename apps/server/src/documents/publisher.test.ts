import { expect, test } from 'vitest'
import type { CommittedChanges } from './document-delta.ts'
import { Publisher } from './publisher.ts'
import { VersionSource } from './version-source.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

function changes(version: number): CommittedChanges {
  return { version, deltas: [] }
}

function publisherAt(): Publisher {
  return new Publisher(new VersionSource({ nowMs: () => 1 }, () => 0), 0)
}

test('publishes in the order of versions, whichever is durable first', async () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  const first = publisher.enter(changes(1))
  const second = publisher.enter(changes(2))
  publisher.settle(second, true)
  await nextTurn()
  expect(seen).toEqual([])
  publisher.settle(first, true)
  await nextTurn()
  expect(seen).toEqual([1, 2])
  expect(publisher.publishedVersion).toBe(2)
})

test('never publishes a commit that failed, and does not wait for it', async () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  const first = publisher.enter(changes(1))
  const second = publisher.enter(changes(2))
  publisher.settle(second, true)
  publisher.settle(first, false)
  await nextTurn()
  expect(seen).toEqual([2])
})

test('whoever commits is answered before the listeners are told', () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  publisher.settle(publisher.enter(changes(1)), true)
  expect(seen).toEqual([])
})

test('whoever asks at once gets what was answered already, and each commit once', async () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  publisher.settle(publisher.enter(changes(1)), true)
  publisher.enter(changes(2))
  publisher.publishSettled()
  expect(seen).toEqual([1])
  await nextTurn()
  expect(seen).toEqual([1])
})

test('publishes at once when too many commits wait', () => {
  const publisher = publisherAt()
  const seen: number[] = []
  publisher.subscribe(({ version }) => seen.push(version))
  const slots = Array.from({ length: 1001 }, (_, i) => publisher.enter(changes(i + 1)))
  for (const slot of slots) publisher.settle(slot, true)
  expect(seen.length).toBeGreaterThan(0)
})

test('what is published is the whole truth only up to the next commit that is not', () => {
  const publisher = publisherAt()
  publisher.enter(changes(500))
  expect(publisher.readTime()).toBe(499)
})
