import { type Firestore, Timestamp } from '@google-cloud/firestore'
import { describe, expect, it } from 'vitest'
import { openWorld, transports } from './firestore-admin-world.ts'

describe.each(transports)('transactions of the Admin SDK over %s', (_, preferRest) => {
  it('read the past, and refuse writes when they only read', async () => {
    await using world = await openWorld(preferRest)
    const one = world.db.doc('c/1')
    const { writeTime } = await one.set({ n: 1 })
    await one.set({ n: 2 })
    const options = { readOnly: true, readTime: writeTime } as const
    const seen = await world.db.runTransaction(async (transaction) => {
      const [found] = (await transaction.get(world.db.collection('c').where('n', '==', 1))).docs
      const [again] = await transaction.getAll(one)
      return [found?.get('n') as unknown, again?.get('n') as unknown]
    }, options)
    expect(seen).toEqual([1, 1])
    const writing = world.db.runTransaction(async (transaction) => void transaction.set(one, {}), { readOnly: true })
    await expect(writing).rejects.toThrow(/read-only/)
  })

  it('hold off other writers of what they read until they end', async () => {
    await using world = await openWorld(preferRest)
    const one = world.db.doc('c/1')
    await one.set({ n: 1 })
    let written: Promise<unknown> | undefined
    let runs = 0
    await world.db.runTransaction(async (transaction) => {
      runs++
      const snapshot = await transaction.get(one)
      // From outside: it has to wait, so this transaction need not be run again.
      written ??= one.update({ other: true })
      await somethingElse(world.db)
      transaction.update(one, { n: Number(snapshot.get('n')) + 1 })
    })
    await written
    expect(runs).toBe(1)
    expect((await one.get()).data()).toEqual({ n: 2, other: true })
  })

  it('are all or nothing, also when their own code fails', async () => {
    await using world = await openWorld(preferRest)
    const failing = world.db.runTransaction(async (transaction) => {
      await transaction.get(world.db.doc('c/1'))
      transaction.set(world.db.doc('c/1'), {}).create(world.db.doc('c/2'), {})
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect((await world.db.collection('c').get()).empty).toBe(true)
    // Rolled back, so nothing is locked.
    await world.db.doc('c/1').set({})
  })

  it('aggregate and count in the state they see', async () => {
    await using world = await openWorld(preferRest)
    await world.db.doc('c/1').set({ n: 1 })
    const count = await world.db.runTransaction(async (transaction) => {
      const { count: found } = (await transaction.get(world.db.collection('c').count())).data()
      transaction.set(world.db.doc(`c/${found + 1}`), { n: 2 })
      return found
    })
    expect(count).toBe(1)
    expect((await world.db.collection('c').count().get()).data().count).toBe(2)
  })

  it('refuse a read time in the future', async () => {
    await using world = await openWorld(preferRest)
    const readTime = Timestamp.fromMillis(Date.now() + 3_600_000)
    const reading = world.db.runTransaction((transaction) => transaction.get(world.db.doc('c/1')), {
      readOnly: true,
      readTime,
    })
    await expect(reading).rejects.toThrow(/future/)
  })
})

/** Time for others: a round through the server. */
async function somethingElse(db: Firestore): Promise<void> {
  await db.doc('idle/1').set({})
}
