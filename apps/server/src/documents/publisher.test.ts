import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import type { FeedBatch, FeedPush, ReadSnapshot } from '../persistence/persistence.ts'
import { silentLog } from '../testing/documents-world.ts'
import type { CommittedChanges } from './document-delta.ts'
import { Publisher } from './publisher.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** A feed that others write to, and whose pushes come when a test says so. */
class FakeStore {
  readonly feed: FeedBatch[] = []
  time = 900
  collected = 0
  reads = 0
  failure: StatusError | undefined
  push: (push: FeedPush) => void = () => undefined

  lastVersion = () => 0
  follow = (onPush: (push: FeedPush) => void) => {
    this.push = onPush
    return { readTime: () => this.time }
  }
  read = async <T>(work: (snapshot: ReadSnapshot) => Promise<T>): Promise<T> => {
    await nextTurn()
    this.reads++
    if (this.failure !== undefined) throw this.failure
    const feed = [...this.feed]
    const feedAfter: ReadSnapshot['feedAfter'] = async (version) => {
      if (version < this.collected) throw new StatusError('out-of-range', 'VERSION_COLLECTED', 'Gone.')
      const after = feed.filter((batch) => batch.version > version)
      return { entries: after.slice(0, 2), isLast: after.length <= 2 }
    }
    return await work({ version: feed.at(-1)?.version ?? 0, feedAfter } as Partial<ReadSnapshot> as ReadSnapshot)
  }

  /** Somebody else commits. Answers what would be pushed. */
  add(version: number): FeedPush {
    const previous = this.feed.at(-1)?.version ?? 0
    this.feed.push({ version, author: 'elsewhere', documents: [], records: [] })
    return { version, previous, ticket: undefined, records: [] }
  }
}

function open() {
  const store = new FakeStore()
  const seen: (number | string)[] = []
  const publisher = new Publisher({ store, log: silentLog, onRead: (version) => seen.push(`read ${version}`) })
  const subscriber = {
    onCommit: ({ version }: CommittedChanges) => void seen.push(version),
    onBehind: () => void seen.push('behind'),
  }
  publisher.subscribe(subscriber)
  let fed = 0
  const ticketOf = new Map<number, object>()
  return {
    store,
    publisher,
    seen,
    subscriber,
    enter: (version: number) => {
      const ticket = {}
      ticketOf.set(version, ticket)
      return publisher.enter(ticket)
    },
    /** As its commit is answered, the feed has it. */
    own: (version: number, previous = fed) => {
      store.feed.push({ version, author: undefined, documents: [], records: [] })
      fed = version
      store.push({ version, previous, ticket: ticketOf.get(version), records: [] })
      return { changes: { version, deltas: [] }, previous }
    },
  }
}

test('publishes in the order of versions, whichever is durable first', async () => {
  const { publisher, seen, enter, own } = open()
  const first = enter(1)
  const second = enter(2)
  const [ofFirst, ofSecond] = [own(1), own(2)]
  publisher.settle(second, ofSecond)
  await nextTurn()
  expect(seen).toEqual([])
  publisher.settle(first, ofFirst)
  await nextTurn()
  expect(seen).toEqual([1, 2])
  expect(publisher.publishedVersion).toBe(2)
})

test('never publishes a commit that was refused, and does not wait for it', async () => {
  const { publisher, seen, enter, own } = open()
  const first = enter(1)
  publisher.settle(enter(2), own(2))
  publisher.settle(first, 'refused')
  await nextTurn()
  expect(seen).toEqual([2])
})

test('whoever commits is answered before the listeners are told', () => {
  const { publisher, seen, enter, own } = open()
  publisher.settle(enter(1), own(1))
  expect(seen).toEqual([])
})

test('whoever asks at once gets what was answered already, and each commit once', async () => {
  const { publisher, seen, store, enter, own } = open()
  publisher.settle(enter(1), own(1))
  enter(2)
  expect(publisher.publishSettled()).toBeUndefined()
  expect(seen).toEqual([1])
  await nextTurn()
  expect(seen).toEqual([1])
  expect(store.reads).toBe(0)
})

test('a subscriber that asks for more while it is told gets each commit once, in order', () => {
  const { publisher, seen, subscriber, enter, own } = open()
  publisher.subscribe({
    ...subscriber,
    onCommit: (changes) => {
      subscriber.onCommit(changes)
      void publisher.publishSettled()
    },
  })
  publisher.settle(enter(1), own(1))
  publisher.settle(enter(2), own(2))
  void publisher.publishSettled()
  expect(seen).toEqual([1, 2])
})

test('publishes at once when too many commits wait', () => {
  const { publisher, seen, enter, own } = open()
  const slots = Array.from({ length: 1001 }, (_, i) => enter(i + 1))
  for (const [i, slot] of slots.entries()) publisher.settle(slot, own(i + 1))
  expect(seen.length).toBeGreaterThan(0)
})

test('what is published is the whole truth up to what was pushed, unless a commit is on its way to be', () => {
  const { publisher, store, enter, own } = open()
  expect(publisher.readTime()).toBe(900)
  publisher.settle(enter(400), own(400))
  void publisher.publishSettled()
  expect(publisher.readTime()).toBe(900)
  enter(500)
  expect(publisher.readTime()).toBe(400)
  store.time = 1000
  expect(publisher.readTime()).toBe(400)
})

test('what others have committed is read, in its place among the own commits, and each is passed on once', async () => {
  const { publisher, store, seen, enter, own } = open()
  const slot = enter(4)
  for (const version of [1, 2, 3]) store.add(version)
  // No push of them came: the own commit says what is before it.
  const answer = own(4, 3)
  publisher.settle(slot, answer)
  expect(publisher.readTime()).toBe(0)
  await publisher.publishSettled()
  expect(seen).toEqual(['read 1', 1, 'read 2', 2, 'read 3', 3, 'read 4', 4])
  publisher.settle(enter(5), own(5))
  await publisher.publishSettled()
  expect(seen.slice(8)).toEqual([5])
})

test('pushes may come twice, late, and while what they tell of is being read', async () => {
  const { publisher, store, seen } = open()
  const [first, second] = [store.add(1), store.add(2)]
  store.push(second)
  expect(publisher.readTime()).toBe(0)
  const reading = publisher.publishSettled()
  await nextTurn()
  store.push(store.add(3))
  await reading
  store.push(first)
  store.push(second)
  await publisher.publishSettled()
  expect(seen.filter((one) => typeof one === 'number')).toEqual([1, 2, 3])
  expect(publisher.readTime()).toBe(900)
})

test('a commit of which nobody knows whether it was made is passed on if the feed has it', async () => {
  const { publisher, store, seen, enter } = open()
  publisher.settle(enter(1), 'unknown')
  await publisher.publishSettled()
  expect(seen).toEqual([])
  store.add(2)
  publisher.settle(enter(2), 'unknown')
  await publisher.publishSettled()
  expect(seen).toEqual(['read 2', 2])
})

test('where the feed goes no further back, the subscriber is told that it is behind, and goes on from there', async () => {
  const { publisher, store, seen } = open()
  store.add(1)
  store.collected = 2
  store.push(store.add(3))
  await publisher.publishSettled()
  expect(seen).toEqual(['read 3', 'behind'])
  store.push(store.add(4))
  await publisher.publishSettled()
  expect(seen.slice(2)).toEqual(['read 4', 4])
})

test('what could not be read is read when somebody asks again', async () => {
  const { publisher, store, seen } = open()
  store.failure = new StatusError('resource-exhausted', 'READ_QUEUE_FULL', 'Full.')
  store.push(store.add(1))
  await publisher.publishSettled()
  expect([seen, publisher.readTime()]).toEqual([[], 0])
  store.failure = undefined
  await publisher.publishSettled()
  expect(seen).toEqual(['read 1', 1])
})
