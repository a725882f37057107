import { FieldPath, FieldValue, Timestamp } from '@google-cloud/firestore'
import { describe, expect, it } from 'vitest'
import { openWorld, transports } from './firestore-admin-world.ts'

describe.each(transports)('the Admin SDK’s Firestore over %s', (_, preferRest) => {
  it('creates, reads, updates, merges and deletes', async () => {
    await using world = await openWorld(preferRest)
    const ada = world.db.doc('users/ada')
    await ada.create({ name: 'Ada', tags: ['a'] })
    await expect(ada.create({ name: 'Ada' })).rejects.toMatchObject(preferRest ? {} : { code: 6 })
    await ada.update({ 'address.city': 'London', tags: FieldValue.arrayUnion('b'), n: FieldValue.increment(2) })
    await ada.set({ address: { zip: 'W1' } }, { merge: true })
    expect((await ada.get()).data()).toEqual({
      name: 'Ada',
      tags: ['a', 'b'],
      n: 2,
      address: { city: 'London', zip: 'W1' },
    })
    await expect(world.db.doc('users/nobody').update({ a: 1 })).rejects.toMatchObject({ code: 5 })
    await ada.delete()
    expect((await ada.get()).exists).toBe(false)
  }, 90_000)

  it('reads many documents at once, with a mask', async () => {
    await using world = await openWorld(preferRest)
    await world.db.doc('c/1').set({ a: 1, b: { c: 2, d: 3 } })
    const [one, two] = await world.db.getAll(world.db.doc('c/1'), world.db.doc('c/2'), { fieldMask: ['b.c'] })
    expect(one?.data()).toEqual({ b: { c: 2 } })
    expect(two?.exists).toBe(false)
  })

  it('keeps 64-bit integers exact', async () => {
    await using world = await openWorld(preferRest, { useBigInt: true })
    const big = world.db.doc('c/big')
    await big.set({ max: 9_223_372_036_854_775_807n, min: -9_223_372_036_854_775_808n, near: 9_007_199_254_740_993n })
    expect((await big.get()).data()).toEqual({
      max: 9_223_372_036_854_775_807n,
      min: -9_223_372_036_854_775_808n,
      near: 9_007_199_254_740_993n,
    })
  })

  it('honours preconditions on the update time', async () => {
    await using world = await openWorld(preferRest)
    const first = await world.db.doc('c/1').set({ n: 1 })
    await world.db.doc('c/1').update({ n: 2 }, { lastUpdateTime: first.writeTime })
    await expect(world.db.doc('c/1').update({ n: 3 }, { lastUpdateTime: first.writeTime })).rejects.toMatchObject({
      code: 9,
    })
    await expect(world.db.doc('c/1').delete({ lastUpdateTime: Timestamp.fromMillis(0) })).rejects.toMatchObject({
      code: 9,
    })
  })

  it('runs transactions that read, write and query', async () => {
    await using world = await openWorld(preferRest)
    const counter = world.db.doc('counters/1')
    await counter.set({ n: 0 })
    const add = () =>
      world.db.runTransaction(
        async (transaction) => {
          const n = Number((await transaction.get(counter)).get('n'))
          transaction.update(counter, { n: n + 1 })
        },
        { maxAttempts: 30 },
      )
    await Promise.all([add(), add(), add()])
    expect((await counter.get()).get('n')).toBe(3)
    const total = await world.db.runTransaction(
      async (transaction) => (await transaction.get(world.db.collection('counters'))).size,
      { readOnly: true },
    )
    expect(total).toBe(1)
  })

  it('writes in bulk with a result for each', async () => {
    await using world = await openWorld(preferRest)
    const writer = world.db.bulkWriter()
    writer.onWriteError(() => false)
    const created = writer.create(world.db.doc('bulk/1'), { n: 1 })
    const missing = expect(writer.update(world.db.doc('bulk/none'), { n: 1 })).rejects.toMatchObject({ code: 5 })
    await writer.close()
    await created
    await missing
    expect((await world.db.doc('bulk/1').get()).get('n')).toBe(1)
  })

  it('lists collections and documents, missing ones too', async () => {
    await using world = await openWorld(preferRest)
    await world.db.doc('a/1').set({})
    await world.db.doc('b/ghost/deep/1').set({})
    expect((await world.db.listCollections()).map((collection) => collection.id)).toEqual(['a', 'b'])
    expect((await world.db.collection('b').listDocuments()).map((document) => document.id)).toEqual(['ghost'])
    expect((await world.db.doc('b/ghost').listCollections()).map((collection) => collection.id)).toEqual(['deep'])
  })

  it('queries, streams, pages and projects', async () => {
    await using world = await openWorld(preferRest)
    const batch = world.db.batch()
    for (let n = 0; n < 120; n += 1)
      batch.set(world.db.doc(`numbers/${String(n).padStart(3, '0')}`), { n, even: n % 2 === 0 })
    await batch.commit()
    const numbers = world.db.collection('numbers')
    const evens = await numbers.where('even', '==', true).orderBy('n', 'desc').limit(3).select('n').get()
    expect(evens.docs.map((document) => document.data())).toEqual([{ n: 118 }, { n: 116 }, { n: 114 }])
    expect((await numbers.offset(100).get()).size).toBe(20)
    expect((await numbers.where(FieldPath.documentId(), '>=', '118').get()).size).toBe(2)
    expect((await numbers.count().get()).data().count).toBe(120)
    let streamed = 0
    for await (const document of numbers.stream()) if (document) streamed += 1
    expect(streamed).toBe(120)
  })

  it('listens', async () => {
    await using world = await openWorld(preferRest)
    const sizes: number[] = []
    const settled = Promise.withResolvers<void>()
    const stop = world.db.collection('live').onSnapshot((snapshot) => {
      sizes.push(snapshot.size)
      if (snapshot.size === 2) settled.resolve()
    }, settled.reject)
    await world.db.doc('live/1').set({ n: 1 })
    await world.db.doc('live/2').set({ n: 2 })
    await settled.promise
    stop()
    expect(sizes.at(-1)).toBe(2)
  })

  it('deletes a tree', async () => {
    await using world = await openWorld(preferRest)
    await world.db.doc('tree/1').set({})
    await world.db.doc('tree/1/leaves/1').set({})
    await world.db.doc('tree/1/leaves/2').set({})
    await world.db.recursiveDelete(world.db.doc('tree/1'))
    expect(await world.db.listCollections()).toEqual([])
  })
})
