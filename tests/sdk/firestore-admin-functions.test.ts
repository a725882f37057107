import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  AggregateField,
  type DocumentSnapshot,
  FieldPath,
  FieldValue,
  Filter,
  type Firestore,
  type Query,
  type QuerySnapshot,
  type Timestamp,
} from '@google-cloud/firestore'
import { describe, expect, it } from 'vitest'
import { openWorld, transports } from './firestore-admin-world.ts'

/** Each public function of the server library that reaches a server, as its type declarations name it, and what it must do. */
const functions: readonly (readonly [names: string, check: (db: Firestore) => Promise<void>])[] = [
  [
    'Firestore.doc Firestore.collection DocumentReference.create DocumentReference.get DocumentReference.collection CollectionReference.doc DocumentSnapshot.data DocumentSnapshot.get QueryDocumentSnapshot.data',
    async (db) => {
      const inner = db.doc('c/1').collection('d').doc('2')
      const { writeTime } = await inner.create({ a: { b: [1, 'x', null] } })
      const read = await db.collection('c/1/d').doc('2').get()
      expect(read.data()).toEqual({ a: { b: [1, 'x', null] } })
      expect(read.get('a.b')).toEqual([1, 'x', null])
      expect(read.createTime?.isEqual(writeTime)).toBe(true)
      expect(read.updateTime?.isEqual(writeTime)).toBe(true)
      expect(read.readTime.valueOf() >= writeTime.valueOf()).toBe(true)
      expect((await db.collection('c/1/d').get()).docs[0]?.data()).toEqual(read.data())
    },
  ],
  [
    'DocumentReference.set',
    async (db) => {
      const one = db.doc('c/1')
      await one.set({ a: 1, b: { c: 1, d: 1 } })
      await one.set({ b: { c: 2 } }, { merge: true })
      await one.set({ a: 9, b: { d: 3, c: 9 } }, { mergeFields: ['b.d'] })
      expect((await one.get()).data()).toEqual({ a: 1, b: { c: 2, d: 3 } })
      await one.set({ only: true })
      expect((await one.get()).data()).toEqual({ only: true })
    },
  ],
  [
    'DocumentReference.update DocumentReference.delete',
    async (db) => {
      const one = db.doc('c/1')
      await one.set({ a: 1, b: { c: 1 } })
      await one.update('a', 2, new FieldPath('b', 'x.y'), 3)
      expect((await one.get()).data()).toEqual({ a: 2, b: { c: 1, 'x.y': 3 } })
      await one.delete({ exists: true })
      await expect(one.delete({ exists: true })).rejects.toMatchObject({ code: 5 })
      await one.delete()
      await expect(one.update({ a: 1 })).rejects.toMatchObject({ code: 5 })
    },
  ],
  [
    'FieldValue.serverTimestamp FieldValue.increment FieldValue.minimum FieldValue.maximum FieldValue.arrayUnion FieldValue.arrayRemove FieldValue.delete FieldValue.vector',
    async (db) => {
      const one = db.doc('c/1')
      await one.set({ n: 1, low: 5, high: 5, list: [1, 2], gone: true })
      const { writeTime } = await one.update({
        n: FieldValue.increment(1.5),
        low: FieldValue.minimum(3),
        high: FieldValue.maximum(7),
        added: FieldValue.arrayUnion('a', 'a'),
        list: FieldValue.arrayRemove(2),
        gone: FieldValue.delete(),
        v: FieldValue.vector([1, 2]),
        at: FieldValue.serverTimestamp(),
      })
      const { at, v, ...rest } = (await one.get()).data() ?? {}
      expect(rest).toEqual({ n: 2.5, low: 3, high: 7, list: [1], added: ['a'] })
      expect(v).toEqual(FieldValue.vector([1, 2]))
      expect(Math.abs((at as Timestamp).toMillis() - writeTime.toMillis())).toBeLessThan(2_000)
    },
  ],
  [
    'DocumentReference.onSnapshot',
    async (db) => {
      const seen = hearing<DocumentSnapshot>()
      const stop = db.doc('c/1').onSnapshot(seen.next, seen.fail)
      expect((await seen.until(({ exists }) => !exists)).exists).toBe(false)
      await db.doc('c/1').set({ n: 1 })
      expect((await seen.until(({ exists }) => exists)).data()).toEqual({ n: 1 })
      await db.doc('c/1').delete()
      await seen.until(({ exists }) => !exists)
      stop()
    },
  ],
  [
    'Query.onSnapshot QuerySnapshot.docChanges QuerySnapshot.forEach',
    async (db) => {
      const seen = hearing<QuerySnapshot>()
      const stop = db.collection('c').where('n', '>', 0).orderBy('n').limit(2).onSnapshot(seen.next, seen.fail)
      await seen.until(({ empty }) => empty)
      await db.doc('c/1').set({ n: 1 })
      await seen.until(({ size }) => size === 1)
      await db.doc('c/0').set({ n: 0.5 })
      const two = await seen.until(({ size }) => size === 2)
      const ids: string[] = []
      two.forEach(({ id }) => ids.push(id))
      expect(ids).toEqual(['0', '1'])
      expect(two.docChanges().map(({ type, newIndex }) => [type, newIndex])).toEqual([['added', 0]])
      stop()
    },
  ],
  [
    'DocumentReference.withConverter CollectionReference.withConverter Query.withConverter CollectionGroup.withConverter',
    async (db) => {
      const converter = {
        toFirestore: ({ name }: { name: string }) => ({ n: name }),
        fromFirestore: (read: DocumentSnapshot) => ({ name: String(read.get('n')) }),
      }
      await db.doc('c/1').withConverter(converter).set({ name: 'Ada' })
      expect((await db.doc('c/1').withConverter(converter).get()).data()).toEqual({ name: 'Ada' })
      for (const asked of [
        db.collection('c').withConverter(converter),
        db.collection('c').where('n', '==', 'Ada').withConverter(converter),
        db.collectionGroup('c').withConverter(converter),
      ]) {
        expect((await asked.get()).docs.map((document) => document.data())).toEqual([{ name: 'Ada' }])
      }
    },
  ],
  [
    'CollectionReference.add CollectionReference.listDocuments Firestore.listCollections DocumentReference.listCollections',
    async (db) => {
      const added = await db.collection('c').add({ n: 1 })
      await db.doc('c/~missing/d/1').set({})
      expect((await db.collection('c').listDocuments()).map(({ id }) => id)).toEqual([added.id, '~missing'])
      expect((await db.listCollections()).map(({ id }) => id)).toEqual(['c'])
      expect((await db.doc('c/~missing').listCollections()).map(({ id }) => id)).toEqual(['d'])
    },
  ],
  [
    'Firestore.getAll',
    async (db) => {
      await db.doc('c/1').set({ a: 1, b: 2 })
      const read = await db.getAll(db.doc('c/2'), db.doc('c/1'), { fieldMask: ['b'] })
      expect(read.map((one) => one.data())).toEqual([undefined, { b: 2 }])
    },
  ],
  [
    'Query.where Query.orderBy Query.limit Query.limitToLast Query.offset Query.select Query.get Filter.where Filter.and Filter.or FieldPath.documentId',
    async (db) => {
      await fill(db)
      const c = db.collection('c')
      const either = Filter.or(
        Filter.where('n', '==', 1),
        Filter.and(Filter.where('n', '>', 2), Filter.where('even', '==', true)),
      )
      expect(await idsOf(c.where(either))).toEqual(['1', '4'])
      expect(await idsOf(c.orderBy('n', 'desc').limit(2))).toEqual(['5', '4'])
      expect(await idsOf(c.orderBy('n').limitToLast(2))).toEqual(['4', '5'])
      expect(await idsOf(c.orderBy('n').offset(4))).toEqual(['4', '5'])
      expect(await idsOf(c.where(FieldPath.documentId(), 'in', ['2', '3']))).toEqual(['2', '3'])
      expect((await c.where('n', '==', 3).select('n').get()).docs[0]?.data()).toEqual({ n: 3 })
      expect((await c.where('n', '==', 3).select().get()).docs[0]?.data()).toEqual({})
    },
  ],
  [
    'Query.startAt Query.startAfter Query.endAt Query.endBefore',
    async (db) => {
      await fill(db)
      const byNumber = db.collection('c').orderBy('n')
      expect(await idsOf(byNumber.startAt(4))).toEqual(['4', '5'])
      expect(await idsOf(byNumber.startAfter(4))).toEqual(['5'])
      expect(await idsOf(byNumber.endAt(1))).toEqual(['0', '1'])
      expect(await idsOf(byNumber.endBefore(await db.doc('c/1').get()))).toEqual(['0'])
    },
  ],
  [
    'Firestore.collectionGroup CollectionGroup.getPartitions QueryPartition.toQuery QueryPartition.startAt QueryPartition.endBefore',
    async (db) => {
      await fill(db)
      await db.doc('x/1/c/inner').set({ n: 9 })
      expect(await idsOf(db.collectionGroup('c').where('n', '>', 4))).toEqual(['5', 'inner'])
      const ids: string[] = []
      let last: unknown
      for await (const partition of db.collectionGroup('c').getPartitions(3)) {
        expect(partition.startAt).toEqual(last)
        last = partition.endBefore
        ids.push(...(await idsOf(partition.toQuery())))
      }
      expect(last).toBeUndefined()
      expect(ids).toEqual(['0', '1', '2', '3', '4', '5', 'inner'])
    },
  ],
  [
    'Query.stream Query.explain Query.explainStream',
    async (db) => {
      await fill(db)
      const asked = db.collection('c').where('even', '==', true)
      const ids: string[] = []
      for await (const document of asked.stream()) ids.push((document as unknown as DocumentSnapshot).id)
      expect(ids).toEqual(['0', '2', '4'])
      expect((await asked.explain({ analyze: true })).metrics.executionStats?.resultsReturned).toBe(3)
      const parts: unknown[] = []
      for await (const part of asked.explainStream({ analyze: true })) parts.push(part)
      expect(parts.length).toBeGreaterThanOrEqual(3)
    },
  ],
  [
    'Query.count Query.aggregate AggregateField.count AggregateField.sum AggregateField.average AggregateQuery.get AggregateQuery.explain AggregateQuerySnapshot.data',
    async (db) => {
      await fill(db)
      const c = db.collection('c')
      const aggregates = {
        all: AggregateField.count(),
        sum: AggregateField.sum('n'),
        mean: AggregateField.average('n'),
      }
      const read = await c.aggregate(aggregates).get()
      expect(read.data()).toEqual({ all: 6, sum: 15, mean: 2.5 })
      expect(read.readTime.toMillis()).toBeGreaterThan(0)
      expect((await c.where('even', '==', true).limit(2).count().get()).data()).toEqual({ count: 2 })
      const explained = await c.count().explain({ analyze: true })
      expect(explained.snapshot?.data()).toEqual({ count: 6 })
    },
  ],
  [
    'Query.findNearest VectorQuery.get VectorQuerySnapshot.docChanges VectorQuerySnapshot.forEach',
    async (db) => {
      for (const [id, v] of Object.entries({ near: [1, 0], far: [5, 5] }))
        await db.doc(`c/${id}`).set({ v: FieldValue.vector(v) })
      const found = await db
        .collection('c')
        .findNearest({ vectorField: 'v', queryVector: [0, 0], limit: 2, distanceMeasure: 'EUCLIDEAN' })
        .get()
      const ids: string[] = []
      found.forEach(({ id }) => ids.push(id))
      expect(ids).toEqual(['near', 'far'])
      expect(found.docChanges()).toHaveLength(2)
    },
  ],
  [
    'Firestore.batch WriteBatch.create WriteBatch.set WriteBatch.update WriteBatch.delete WriteBatch.commit',
    async (db) => {
      await db.doc('c/old').set({ a: 1 })
      await db.doc('c/gone').set({})
      const batch = db.batch()
      batch.create(db.doc('c/new'), { n: 1 }).set(db.doc('c/set'), { n: 2 }, { merge: true })
      batch.update(db.doc('c/old'), { b: 2 }).delete(db.doc('c/gone'))
      const results = await batch.commit()
      expect(new Set(results.slice(0, 3).map(({ writeTime }) => writeTime.valueOf())).size).toBe(1)
      expect(await idsOf(db.collection('c'))).toEqual(['new', 'old', 'set'])
      const failing = db.batch().set(db.doc('c/never'), {}).create(db.doc('c/new'), {})
      await expect(failing.commit()).rejects.toThrow(/already exists/i)
      expect((await db.doc('c/never').get()).exists).toBe(false)
    },
  ],
  [
    'Firestore.runTransaction Transaction.get Transaction.getAll Transaction.create Transaction.set Transaction.update Transaction.delete',
    async (db) => {
      await fill(db)
      const read = await db.runTransaction(async (transaction) => {
        const one = await transaction.get(db.doc('c/1'))
        const [two, none] = await transaction.getAll(db.doc('c/2'), db.doc('c/none'))
        const evens = await transaction.get(db.collection('c').where('even', '==', true))
        const count = await transaction.get(db.collection('c').count())
        transaction.create(db.doc('c/new'), {}).set(db.doc('c/set'), { n: 1 }, { merge: true })
        transaction.update(db.doc('c/1'), 'n', -1).delete(db.doc('c/2'))
        return [one.get('n') as unknown, two?.get('n') as unknown, none?.exists, evens.size, count.data().count]
      })
      expect(read).toEqual([1, 2, false, 3, 6])
      expect(await idsOf(db.collection('c'))).toEqual(['0', '1', '3', '4', '5', 'new', 'set'])
      expect((await db.doc('c/1').get()).get('n')).toBe(-1)
    },
  ],
  [
    'Firestore.bulkWriter BulkWriter.create BulkWriter.set BulkWriter.update BulkWriter.delete BulkWriter.flush BulkWriter.close BulkWriter.onWriteResult BulkWriter.onWriteError',
    async (db) => {
      await db.doc('c/gone').set({})
      const writer = db.bulkWriter()
      const written: string[] = []
      const failed: number[] = []
      writer.onWriteResult(({ id }) => void written.push(id))
      writer.onWriteError(({ code, failedAttempts }) => {
        failed.push(code)
        return failedAttempts < 2
      })
      void writer.create(db.doc('c/new'), { n: 1 })
      await writer.flush()
      expect(written).toEqual(['new'])
      void writer.set(db.doc('c/set'), { n: 2 }, { merge: true })
      void writer.update(db.doc('c/new'), { n: 3 })
      void writer.delete(db.doc('c/gone'))
      const missing = expect(writer.update(db.doc('c/none'), { n: 1 })).rejects.toMatchObject({ code: 5 })
      await writer.close()
      await missing
      expect(failed).toEqual([5, 5])
      expect(written.toSorted()).toEqual(['gone', 'new', 'new', 'set'])
      expect(await idsOf(db.collection('c'))).toEqual(['new', 'set'])
    },
  ],
  [
    'Firestore.recursiveDelete',
    async (db) => {
      for (const path of ['c/1', 'c/1/d/1', 'c/2/d/1/e/1', 'c0/1', 'b/1']) await db.doc(path).set({})
      await db.recursiveDelete(db.doc('c/1'))
      expect((await db.collectionGroup('d').get()).empty).toBe(true)
      expect(await idsOf(db.collectionGroup('e'))).toEqual(['1'])
      const writer = db.bulkWriter()
      await db.recursiveDelete(db.collection('c'), writer)
      await writer.close()
      expect((await db.listCollections()).map(({ id }) => id)).toEqual(['b', 'c0'])
    },
  ],
  [
    'Firestore.bundle BundleBuilder.add BundleBuilder.build',
    async (db) => {
      await fill(db)
      const bundle = db.bundle('all').add(await db.doc('c/1').get())
      bundle.add('evens', await db.collection('c').where('even', '==', true).get())
      const text = bundle.build().toString()
      expect(text.match(/"documentMetadata"/g)).toHaveLength(4)
      expect(text).toContain('"name":"evens"')
    },
  ],
  [
    'Firestore.pipeline Transaction.execute',
    async (db) => {
      await expect(db.pipeline().collection('c').execute()).rejects.toMatchObject({ code: 12 })
      const inside = db.runTransaction((transaction) => transaction.execute(db.pipeline().collection('c')))
      await expect(inside).rejects.toMatchObject({ code: 12 })
    },
  ],
]

/** What the library does by itself. */
const local = new Set([
  'Firestore.settings',
  'Firestore.terminate',
  'Firestore.databaseId',
  'Firestore.alwaysUseImplicitOrderBy',
  'FieldPath.constructor',
  'GeoPoint.constructor',
  'VectorValue.toArray',
])
/** Values of their own, which are made and compared without a server; those of BSON belong to another edition. */
const values =
  /^(Timestamp|Bytes|MinKey|MaxKey|RegexValue|BsonObjectId|BsonTimestamp|Int32Value|Decimal128Value)\.|\.isEqual$/

it('each function that the declarations of the library name is among those that are tried', () => {
  const tried = new Set(functions.flatMap(([names]) => names.split(' ')))
  const declared = declaredFunctions().filter((name) => !values.test(name) && !local.has(name))
  expect(declared.length).toBeGreaterThan(80)
  expect(declared.filter((name) => !tried.has(name))).toEqual([])
  expect([...tried].filter((name) => !declared.includes(name))).toEqual([])
})

describe.each(transports)('over %s', (_, preferRest) => {
  it.each(functions)('%s', async (_names, check) => {
    await using world = await openWorld(preferRest)
    await check(world.db)
  })
})

/** `Class.method`, inherited ones at their class alone. */
function declaredFunctions(): string[] {
  const main = createRequire(import.meta.url).resolve('@google-cloud/firestore')
  const text = readFileSync(join(dirname(main), '../../types/firestore.d.ts'), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const names = new Set<string>()
  for (const [, name, body = ''] of text.matchAll(/^ {2}export (?:abstract )?class (\w+)[^{]*\{(.*?)^ {2}\}/gms)) {
    for (const [, method] of body.matchAll(/^ {4}(?:static |get |abstract )*(\w+)\s*[<(]/gm))
      names.add(`${name}.${method}`)
  }
  return [...names]
}

async function fill(db: Firestore): Promise<void> {
  const batch = db.batch()
  for (let n = 0; n < 6; n++) batch.set(db.doc(`c/${n}`), { n, even: n % 2 === 0 })
  await batch.commit()
}

async function idsOf(query: Query): Promise<string[]> {
  return (await query.get()).docs.map(({ id }) => id)
}

/** Keeps what a listener hears. */
function hearing<T>() {
  let waiting: { readonly holds: (heard: T) => boolean; readonly resolve: (heard: T) => void } | undefined
  let failure: Error | undefined
  let last: T | undefined
  return {
    next(heard: T): void {
      last = heard
      if (waiting?.holds(heard) === true) waiting.resolve(heard)
    },
    fail(error: Error): void {
      failure = error
    },
    /** The latest that was heard, or the first from now on, of which a condition holds. */
    async until(holds: (heard: T) => boolean): Promise<T> {
      if (failure !== undefined) throw failure
      if (last !== undefined && holds(last)) return last
      const { promise, resolve } = Promise.withResolvers<T>()
      waiting = { holds, resolve }
      return await promise
    },
  }
}
