import { describe, expect, it } from 'vitest'
import { flavours, openWorld } from './firestore-world.ts'

describe.each(flavours)('documents with %s', (_, flavour, sdk) => {
  const { Bytes, GeoPoint, Timestamp } = sdk

  it('sets, gets, replaces, merges, updates and deletes', async () => {
    await using world = await openWorld(flavour)
    const ada = sdk.doc(world.db, 'users/ada')
    expect((await sdk.getDoc(ada)).exists()).toBe(false)
    await sdk.setDoc(ada, { name: 'Ada', address: { city: 'London', zip: 'W1' } })
    await sdk.setDoc(ada, { address: { zip: 'W2' } }, { merge: true })
    expect((await sdk.getDoc(ada)).data()).toEqual({ name: 'Ada', address: { city: 'London', zip: 'W2' } })
    await sdk.updateDoc(ada, { 'address.city': 'Paris', name: sdk.deleteField() })
    expect((await sdk.getDoc(ada)).data()).toEqual({ address: { city: 'Paris', zip: 'W2' } })
    await sdk.setDoc(ada, { only: true })
    expect((await sdk.getDoc(ada)).data()).toEqual({ only: true })
    await sdk.deleteDoc(ada)
    expect((await sdk.getDoc(ada)).exists()).toBe(false)
  })

  it('keeps every type of value as it was', async () => {
    await using world = await openWorld(flavour)
    const everything = {
      null: null,
      yes: true,
      int: 42,
      big: Number.MAX_SAFE_INTEGER,
      double: 1.5,
      nan: Number.NaN,
      infinity: Number.NEGATIVE_INFINITY,
      text: 'ä 😀 \u0000',
      time: new Timestamp(1_700_000_000, 123_456_000),
      bytes: Bytes.fromUint8Array(new Uint8Array([0, 255, 1])),
      place: new GeoPoint(51.5, -0.12),
      reference: sdk.doc(world.db, 'users/bob'),
      list: [1, 'two', { three: 3 }],
      map: { 'a.b': 1, __proto: 'x', nested: { deep: [] } },
      empty: {},
    }
    const target = sdk.doc(world.db, 'all/types')
    await sdk.setDoc(target, everything)
    const data = (await sdk.getDoc(target)).data() ?? {}
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(everything).toSorted())
    expect(data).toMatchObject({ null: null, yes: true, int: 42, big: Number.MAX_SAFE_INTEGER, double: 1.5, empty: {} })
    expect(data['nan']).toBeNaN()
    expect(data['infinity']).toBe(Number.NEGATIVE_INFINITY)
    expect(data['text']).toBe(everything.text)
    expect(data['time']).toEqual(everything.time)
    expect(data['bytes'].isEqual(everything.bytes)).toBe(true)
    expect(data['place'].isEqual(everything.place)).toBe(true)
    expect(data['reference'].path).toBe('users/bob')
    expect(data['list']).toEqual(everything.list)
    expect(data['map']).toEqual(everything.map)
  })

  it('adds with a new id', async () => {
    await using world = await openWorld(flavour)
    const added = await sdk.addDoc(sdk.collection(world.db, 'notes'), { text: 'hello' })
    expect(added.id).toMatch(/^[A-Za-z0-9]{20}$/)
    expect((await sdk.getDoc(added)).data()).toEqual({ text: 'hello' })
  })

  it('applies server timestamps, array union and remove, and increments', async () => {
    await using world = await openWorld(flavour)
    const post = sdk.doc(world.db, 'posts/1')
    await sdk.setDoc(post, { tags: ['a', 'b'], likes: 1 })
    const before = Date.now()
    await sdk.updateDoc(post, {
      tags: sdk.arrayUnion('b', 'c'),
      likes: sdk.increment(2),
      ratio: sdk.increment(0.5),
      at: sdk.serverTimestamp(),
    })
    await sdk.updateDoc(post, { tags: sdk.arrayRemove('a') })
    const data = (await sdk.getDoc(post)).data() ?? {}
    expect(data).toMatchObject({ tags: ['b', 'c'], likes: 3, ratio: 0.5 })
    expect(Math.abs(data['at'].toMillis() - before)).toBeLessThan(60_000)
  })

  it('counts every increment of many clients on one document', async () => {
    await using world = await openWorld(flavour)
    const counter = sdk.doc(world.db, 'counters/hot')
    await Promise.all(Array.from({ length: 50 }, () => sdk.setDoc(counter, { n: sdk.increment(1) }, { merge: true })))
    expect((await sdk.getDoc(counter)).data()).toEqual({ n: 50 })
  })

  it('writes a batch whole or not at all', async () => {
    await using world = await openWorld(flavour)
    const batch = sdk.writeBatch(world.db)
    batch.set(sdk.doc(world.db, 'batch/1'), { n: 1 })
    batch.set(sdk.doc(world.db, 'batch/2'), { n: 2 })
    await batch.commit()
    const failing = sdk.writeBatch(world.db)
    failing.set(sdk.doc(world.db, 'batch/1'), { n: 100 })
    failing.update(sdk.doc(world.db, 'batch/missing'), { n: 3 })
    await expect(failing.commit()).rejects.toMatchObject({ code: 'not-found' })
    expect((await sdk.getDoc(sdk.doc(world.db, 'batch/1'))).data()).toEqual({ n: 1 })
  })

  it('retries a transaction until nobody interferes', async () => {
    await using world = await openWorld(flavour)
    const account = sdk.doc(world.db, 'accounts/1')
    await sdk.setDoc(account, { balance: 0 })
    const deposit = () =>
      sdk.runTransaction(
        world.db,
        async (transaction) => {
          const balance = Number((await transaction.get(account)).data()?.['balance'])
          transaction.update(account, { balance: balance + 1 })
        },
        { maxAttempts: 50 },
      )
    await Promise.all(Array.from({ length: 5 }, deposit))
    expect((await sdk.getDoc(account)).data()).toEqual({ balance: 5 })
  })

  it('verifies in a transaction what was read and not written', async () => {
    await using world = await openWorld(flavour)
    const read = sdk.doc(world.db, 'tx/read')
    const written = sdk.doc(world.db, 'tx/written')
    await sdk.setDoc(read, { n: 0 })
    let attempts = 0
    await sdk.runTransaction(world.db, async (transaction) => {
      attempts += 1
      const seen = (await transaction.get(read)).data()
      if (attempts === 1) await sdk.setDoc(read, { n: 1 })
      transaction.set(written, { seen: seen?.['n'] })
    })
    expect(attempts).toBe(2)
    expect((await sdk.getDoc(written)).data()).toEqual({ seen: 1 })
  })

  it('says not-found, invalid-argument and permission-denied in the words of the SDK', async () => {
    await using world = await openWorld(flavour)
    await expect(sdk.updateDoc(sdk.doc(world.db, 'no/where'), { a: 1 })).rejects.toMatchObject({ code: 'not-found' })
    const huge = { text: 'x'.repeat(1_100_000) }
    // The lite SDK knows the HTTP status alone, and reads every 400 as a failed precondition.
    const code = flavour === 'lite' ? 'failed-precondition' : 'invalid-argument'
    await expect(sdk.setDoc(sdk.doc(world.db, 'too/big'), huge)).rejects.toMatchObject({ code })

    await using closed = await openWorld(flavour, 'start')
    const denied = { code: 'permission-denied' }
    await expect(sdk.getDocs(sdk.collection(closed.db, 'users'))).rejects.toMatchObject(denied)
    await expect(sdk.setDoc(sdk.doc(closed.db, 'users/ada'), { a: 1 })).rejects.toMatchObject(denied)
  })
})
