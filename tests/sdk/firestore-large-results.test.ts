import { FieldPath } from '@google-cloud/firestore'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, transports, type World } from './firestore-admin-world.ts'

/** More than a query may hold in memory: 64 MiB. */
const count = 80
const length = 900_000
const text = 'x'.repeat(length)

async function fill({ db }: World): Promise<void> {
  for (let first = 0; first < count; first += 10) {
    const batch = db.batch()
    for (let n = first; n < first + 10; n++) batch.set(db.doc(`large/${String(n).padStart(3, '0')}`), { n, text })
    await batch.commit()
  }
}

describe.each(transports)('results of any size over %s', (_, preferRest) => {
  let world: World

  beforeAll(async () => {
    world = await openWorld(preferRest)
    await fill(world)
  }, 120_000)

  afterAll(() => world[Symbol.asyncDispose]())

  it('gets every document, in order, whole', async () => {
    const all = await world.db.collection('large').get()
    expect(all.docs.map((document) => document.get('n') as number)).toEqual(Array.from({ length: count }, (_, n) => n))
    expect(all.docs.every((document) => (document.get('text') as string).length === length)).toBe(true)
    const backwards = world.db.collection('large').orderBy('n', 'desc').offset(3)
    expect((await backwards.get()).docs.map(({ id }) => id).slice(0, 2)).toEqual(['076', '075'])
  }, 120_000)

  it('streams to a reader that takes its time, as it all was when the query began', async () => {
    const { db } = world
    const found: number[] = []
    for await (const document of db.collection('large').orderBy(FieldPath.documentId()).stream()) {
      // What comes later is changed while the client is still at the beginning.
      if (found.length === 0) {
        await db.doc('large/079').update({ n: -1 })
        await db.doc('large/078').delete()
        await db.doc('large/0785').set({ n: -2 })
      }
      found.push((document as unknown as { get(field: string): number }).get('n'))
    }
    await db.doc('large/0785').delete()
    for (const n of [78, 79]) await db.doc(`large/0${n}`).set({ n, text })
    expect(found).toEqual(Array.from({ length: count }, (_, n) => n))
  }, 120_000)

  it.skipIf(preferRest)(
    'begins a listener',
    async () => {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>()
      const stop = world.db
        .collection('large')
        .onSnapshot((snapshot) => resolve(snapshot.docs.map((document) => document.get('n') as number)), reject)
      expect(await promise).toEqual(Array.from({ length: count }, (_, n) => n))
      stop()
    },
    120_000,
  )
})
