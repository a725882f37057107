import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import type { ProjectStore, ReadClient, ReadSnapshot } from '../persistence.ts'
import { defaultLimits } from './sqlite-limits.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

const readers = defaultLimits.snapshotsMax

async function inStore(work: (store: ProjectStore) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-turn-snapshots-'))
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  try {
    const store = await persistence.openProject('demo-app')
    await store.commit({ records: [{ space: 's', key: 'k', value: '1' }] })
    await work(store)
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A read that goes on until it is told to end, in a turn of its own. */
async function hold(store: ProjectStore, client?: ReadClient): Promise<{ end: () => Promise<void> }> {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const read = store.read(async () => {
    begun.resolve()
    await over.promise
  }, client)
  await begun.promise
  await setImmediate()
  await setImmediate()
  return {
    async end() {
      over.resolve()
      await read
    },
  }
}

const valueIn = async (snapshot: ReadSnapshot): Promise<string | undefined> =>
  (await snapshot.getRecord('s', 'k'))?.value

test('reads that waited for one another leave every reader free, however their turns fall', async () => {
  await inStore(async (store) => {
    for (let microtasks = 0; microtasks < 40; microtasks++) {
      const holders: { end: () => Promise<void> }[] = []
      for (let count = 0; count < readers; count++) holders.push(await hold(store))
      const waiting = [store.read(valueIn), store.read(valueIn), store.read(valueIn)]
      const [first, second, ...rest] = holders
      const ended = [first?.end()]
      for (let passed = 0; passed < microtasks; passed++) await Promise.resolve()
      ended.push(second?.end())
      expect(await Promise.all(waiting)).toEqual(['1', '1', '1'])
      await Promise.all([...ended, ...rest.map((holder) => holder.end())])
      await setImmediate()
    }
  })
})

test('what was acknowledged is seen by every read that begins after it, in the same turn, too', async () => {
  await inStore(async (store) => {
    for (let value = 2; value < 200; value++) {
      const early = store.read(valueIn)
      await store.commit({ records: [{ space: 's', key: 'k', value: String(value) }] })
      expect(await store.read(valueIn)).toBe(String(value))
      await early
    }
  })
})

test('a client with a thousand reads leaves readers to others, who wait for one of its reads at most', async () => {
  await inStore(async (store) => {
    const many = { place: 'many', isGone: false }
    const one = { place: 'one', isGone: false }
    const holders: { end: () => Promise<void> }[] = []
    const order: string[] = []
    const told = (name: string) => async () => void order.push(name)
    for (let count = 0; count < readers / 2; count++) holders.push(await hold(store))
    for (let count = 0; count < readers / 2; count++) holders.push(await hold(store, many))
    const waiting = [store.read(told('many'), many), store.read(told('many'), many), store.read(told('one'), one)]
    await Promise.all(holders.splice(0, readers / 2).map((holder) => holder.end()))
    await Promise.all(waiting)
    expect(order).toContain('one')

    // Now it has as many as one client may have: the rest is free for others, at once.
    while (holders.length < readers * 0.75) holders.push(await hold(store, many))
    const further = store.read(told('further'), many)
    await store.read(told('at once'), one)
    expect(order.slice(-1)).toEqual(['at once'])
    await holders.pop()?.end()
    await further
    await Promise.all(holders.map((holder) => holder.end()))
  })
})

test('what a client asks for that has gone meanwhile is not read, and one client has not the whole line', async () => {
  await inStore(async (store) => {
    const holders: { end: () => Promise<void> }[] = []
    for (let count = 0; count < readers; count++) holders.push(await hold(store))
    const many = { place: 'many', isGone: false }
    let isRead = false
    const read = async (): Promise<void> => void (isRead = true)
    const most = defaultLimits.waitingReadsMax * 0.75
    const waiting = Array.from({ length: most }, () => store.read(read, many))
    await setImmediate()
    await expect(store.read(read, many)).rejects.toMatchObject({ reason: 'READ_QUEUE_FULL' })
    const other = store.read(valueIn, { place: 'one', isGone: false })
    many.isGone = true
    await Promise.all(holders.map((holder) => holder.end()))
    expect(await other).toBe('1')
    const answers = await Promise.allSettled(waiting)
    expect(answers.every((answer) => answer.status === 'rejected' && answer.reason.reason === 'CLIENT_GONE')).toBe(true)
    expect(isRead).toBe(false)
  })
})
