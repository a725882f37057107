import * as sdk from 'firebase/firestore'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { openFirestore, openWorld, Snapshots } from './firestore-world.ts'

describe('listeners of firebase/firestore over gRPC', () => {
  it('tell of a document that appears, changes and goes', async () => {
    await using world = await openWorld('full')
    const other = openFirestore('full', world.server.port)
    const seen = new Snapshots<sdk.DocumentSnapshot>()
    const stop = sdk.onSnapshot(sdk.doc(world.db, 'rooms/1'), seen.next, seen.fail)
    await seen.until((snapshot) => !snapshot.exists())
    await sdk.setDoc(sdk.doc(other, 'rooms/1'), { topic: 'tea' })
    await seen.until((snapshot) => snapshot.get('topic') === 'tea')
    await sdk.updateDoc(sdk.doc(other, 'rooms/1'), { topic: 'coffee' })
    await seen.until((snapshot) => snapshot.get('topic') === 'coffee')
    await sdk.deleteDoc(sdk.doc(other, 'rooms/1'))
    await seen.until((snapshot) => !snapshot.exists())
    stop()
  })

  it('tell of documents that enter and leave a query', async () => {
    await using world = await openWorld('full')
    const other = openFirestore('full', world.server.port)
    const seen = new Snapshots<sdk.QuerySnapshot>()
    const open = sdk.query(sdk.collection(world.db, 'orders'), sdk.where('state', '==', 'open'), sdk.orderBy('total'))
    const stop = sdk.onSnapshot(open, seen.next, seen.fail)
    const ids = (snapshot: sdk.QuerySnapshot) => snapshot.docs.map((document) => document.id).join()
    await seen.until((snapshot) => ids(snapshot) === '')
    await sdk.setDoc(sdk.doc(other, 'orders/b'), { state: 'open', total: 2 })
    await sdk.setDoc(sdk.doc(other, 'orders/a'), { state: 'open', total: 1 })
    await sdk.setDoc(sdk.doc(other, 'orders/c'), { state: 'paid', total: 3 })
    await seen.until((snapshot) => ids(snapshot) === 'a,b')
    await sdk.updateDoc(sdk.doc(other, 'orders/c'), { state: 'open' })
    await seen.until((snapshot) => ids(snapshot) === 'a,b,c')
    await sdk.updateDoc(sdk.doc(other, 'orders/a'), { state: 'paid' })
    await seen.until((snapshot) => ids(snapshot) === 'b,c')
    await sdk.deleteDoc(sdk.doc(other, 'orders/b'))
    await seen.until((snapshot) => ids(snapshot) === 'c')
    stop()
  })

  it('keep a window of the first documents filled', async () => {
    await using world = await openWorld('full')
    for (const n of [1, 2, 3, 4]) await sdk.setDoc(sdk.doc(world.db, `queue/${n}`), { n })
    const other = openFirestore('full', world.server.port)
    const seen = new Snapshots<sdk.QuerySnapshot>()
    const first = sdk.query(sdk.collection(other, 'queue'), sdk.orderBy('n'), sdk.limit(2))
    const stop = sdk.onSnapshot(first, seen.next, seen.fail)
    const ids = (snapshot: sdk.QuerySnapshot) => snapshot.docs.map((document) => document.id).join()
    await seen.until((snapshot) => ids(snapshot) === '1,2')
    await sdk.deleteDoc(sdk.doc(world.db, 'queue/1'))
    await seen.until((snapshot) => ids(snapshot) === '2,3')
    await sdk.setDoc(sdk.doc(world.db, 'queue/0'), { n: 0 })
    await seen.until((snapshot) => ids(snapshot) === '0,2')
    stop()
  })

  it('confirm a write of their own', async () => {
    await using world = await openWorld('full')
    const seen = new Snapshots<sdk.DocumentSnapshot>()
    const mine = sdk.doc(world.db, 'notes/mine')
    const stop = sdk.onSnapshot(mine, { includeMetadataChanges: true }, seen.next, seen.fail)
    await seen.until((snapshot) => !snapshot.metadata.fromCache)
    await sdk.setDoc(mine, { text: 'hello', at: sdk.serverTimestamp() })
    const settled = await seen.until((snapshot) => snapshot.exists() && !snapshot.metadata.hasPendingWrites)
    expect(settled.get('at')).toBeInstanceOf(sdk.Timestamp)
    stop()
  })

  it('go on where they were after the server was restarted', async () => {
    await using world = await openWorld('full')
    const { port, dataFolder } = world.server
    await sdk.setDoc(sdk.doc(world.db, 'rooms/1'), { n: 1 })
    await sdk.setDoc(sdk.doc(world.db, 'rooms/2'), { n: 2 })
    const seen = new Snapshots<sdk.QuerySnapshot>()
    const stop = sdk.onSnapshot(sdk.collection(world.db, 'rooms'), seen.next, seen.fail)
    await seen.until((snapshot) => snapshot.size === 2)
    await world.server.hearth.stop()
    await using again = await TestServer.start({ mode: 'dev', dataFolder, settings: { HEARTH_PORT: String(port) } })
    const other = openFirestore('full', again.port)
    await sdk.deleteDoc(sdk.doc(other, 'rooms/1'))
    await sdk.setDoc(sdk.doc(other, 'rooms/3'), { n: 3 })
    await seen.until((snapshot) => snapshot.docs.map((document) => document.id).join() === '2,3')
    stop()
  })

  it('go on from a bundle, whose read time is finer than a version', async () => {
    await using world = await openWorld('full')
    await sdk.setDoc(sdk.doc(world.db, 'menu/tea'), { price: 2 })
    await sdk.loadBundle(world.db, bundleOf('dear', 'menu', '2020-01-01T00:00:00.000009999Z'))
    const dear = await sdk.namedQuery(world.db, 'dear')
    if (dear === null) throw new Error('the bundle was not loaded')
    const found = await sdk.getDocs(dear)
    expect(found.docs.map((document) => document.data())).toEqual([{ price: 2 }])
    expect(found.metadata.fromCache).toBe(false)
  })

  it('say permission-denied where nothing may be read', async () => {
    await using world = await openWorld('full', 'start')
    const seen = new Snapshots<sdk.QuerySnapshot>()
    sdk.onSnapshot(sdk.collection(world.db, 'secrets'), seen.next, seen.fail)
    expect(await seen.untilError()).toMatchObject({ code: 'permission-denied' })
  })
})

/** A bundle of one named query of a whole collection and no document: elements, each after its length. */
function bundleOf(name: string, collectionId: string, readTime: string): string {
  const bundledQuery = {
    parent: 'projects/demo-app/databases/(default)/documents',
    structuredQuery: {
      from: [{ collectionId }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
    },
    limitType: 'FIRST',
  }
  const query = JSON.stringify({ namedQuery: { name, readTime, bundledQuery } })
  const metadata = { id: name, version: 1, createTime: readTime, totalDocuments: 0, totalBytes: query.length + 3 }
  return [JSON.stringify({ metadata }), query].map((element) => `${element.length}${element}`).join('')
}
