import { AggregateField, FieldValue, Filter, type Query } from '@google-cloud/firestore'
import { describe, expect, it } from 'vitest'
import { openWorld, transports } from './firestore-admin-world.ts'

describe.each(transports)('queries of the Admin SDK over %s', (_, preferRest) => {
  it('explains a query without running it, and with', async () => {
    await using world = await openWorld(preferRest)
    for (let n = 0; n < 5; n++) await world.db.collection('cities').add({ n, state: n % 2 ? 'CA' : 'NY' })
    const asked = world.db.collection('cities').where('state', '==', 'NY').where('n', '>', 1)
    const planned = await asked.explain()
    expect(planned.snapshot).toBeNull()
    expect(planned.metrics.executionStats).toBeNull()
    expect(planned.metrics.planSummary.indexesUsed).toContainEqual({
      query_scope: 'Collection',
      properties: '(state ASC, __name__ ASC)',
    })
    const analysed = await asked.explain({ analyze: true })
    expect(analysed.snapshot?.size).toBe(2)
    const stats = analysed.metrics.executionStats
    expect(stats?.resultsReturned).toBe(2)
    expect(stats?.readOperations).toBeGreaterThanOrEqual(2)
    expect(stats?.executionDuration.nanoseconds).toBeGreaterThan(0)
    expect(Number(stats?.debugStats['documents_scanned'])).toBeGreaterThanOrEqual(2)
  })

  it('explains an aggregation and streams the explanation of a query', async () => {
    await using world = await openWorld(preferRest)
    await world.db.doc('c/1').set({ n: 1 })
    const planned = await world.db.collection('c').count().explain()
    expect(planned.snapshot).toBeNull()
    expect(planned.metrics.planSummary.indexesUsed).toEqual([
      { query_scope: 'Collection', properties: '(__name__ ASC)' },
    ])
    const analysed = await world.db.collection('c').count().explain({ analyze: true })
    expect(analysed.snapshot?.data().count).toBe(1)
    expect(analysed.metrics.executionStats?.resultsReturned).toBe(1)
    await world.db.doc('c/2').set({ n: 2 })
    const parts: [document: boolean, metrics: boolean][] = []
    for await (const part of world.db.collectionGroup('c').explainStream({ analyze: true })) {
      const { document, metrics } = part as { document?: unknown; metrics?: unknown }
      parts.push([document !== undefined, metrics !== undefined])
    }
    expect(parts, 'the last document brings the metrics').toEqual([
      [true, false],
      [true, true],
    ])
  })

  it('explains a query that finds nothing: there is a result, and it is empty', async () => {
    await using world = await openWorld(preferRest)
    const none = world.db.collection('nobody').where('a', '==', 1)
    const { snapshot, metrics } = await none.explain({ analyze: true })
    expect(snapshot?.size).toBe(0)
    expect(snapshot?.readTime.toMillis()).toBeGreaterThan(0)
    expect(metrics.executionStats?.resultsReturned).toBe(0)
    const counted = await none.count().explain({ analyze: true })
    expect(counted.snapshot?.data().count).toBe(0)
    expect(counted.snapshot?.readTime.toMillis()).toBeGreaterThan(0)
  })

  it('finds the nearest vectors, among those a filter lets through', async () => {
    await using world = await openWorld(preferRest)
    const points = world.db.collection('points')
    await points.doc('far').set({ kind: 'a', v: FieldValue.vector([10, 0]) })
    await points.doc('near').set({ kind: 'a', v: FieldValue.vector([1, 1]) })
    await points.doc('other').set({ kind: 'b', v: FieldValue.vector([0, 1]) })
    await points.doc('flat').set({ kind: 'a', v: FieldValue.vector([1]) })
    await points.doc('text').set({ kind: 'a', v: 'no vector' })
    const nearest = (asked: Query, more = {}) =>
      asked
        .findNearest({
          vectorField: 'v',
          queryVector: [0, 1],
          limit: 5,
          distanceMeasure: 'EUCLIDEAN',
          distanceResultField: 'distance',
          ...more,
        })
        .get()
    const all = await nearest(points)
    expect(all.docs.map((document) => document.id)).toEqual(['other', 'near', 'far'])
    expect(all.docs.map((document) => document.get('distance'))).toEqual([0, 1, Math.sqrt(101)])
    expect((await nearest(points.where('kind', '==', 'a'), { limit: 1 })).docs.map(({ id }) => id)).toEqual(['near'])
    expect((await nearest(points, { distanceThreshold: 1 })).size).toBe(2)
    const dot = await nearest(points, { distanceMeasure: 'DOT_PRODUCT', queryVector: [1, 0], distanceThreshold: 1 })
    expect(dot.docs.map(({ id }) => id)).toEqual(['far', 'near'])
    const selected = await nearest(points.select('kind', 'distance'), { limit: 1 })
    expect(selected.docs[0]?.data()).toEqual({ kind: 'b', distance: 0 })
    expect((await nearest(points, { queryVector: [1, 2, 3] })).empty).toBe(true)
  })

  it('divides a collection group into partitions that hold each document once', async () => {
    await using world = await openWorld(preferRest)
    const writer = world.db.bulkWriter()
    for (let n = 0; n < 60; n++) void writer.set(world.db.doc(`${n % 2 ? `hearth/${n % 7}/` : ''}rooms/r${n}`), { n })
    await writer.close()
    const rooms = world.db.collectionGroup('rooms')
    const seen: string[] = []
    let partitions = 0
    for await (const partition of rooms.getPartitions(4)) {
      partitions++
      const { docs } = await partition.toQuery().get()
      expect(docs.length).toBeLessThan(40)
      seen.push(...docs.map((document) => document.ref.path))
    }
    expect(partitions).toBe(4)
    expect(seen.toSorted()).toEqual((await rooms.get()).docs.map((document) => document.ref.path).toSorted())
  })

  it('aggregates, also with several at once', async () => {
    await using world = await openWorld(preferRest)
    for (const n of [1, 2, 6]) await world.db.collection('c').add({ n })
    const aggregate = await world.db
      .collection('c')
      .aggregate({ many: AggregateField.count(), sum: AggregateField.sum('n'), mean: AggregateField.average('n') })
      .get()
    expect(aggregate.data()).toEqual({ many: 3, sum: 9, mean: 3 })
  })

  it('pages with cursors, from the end, and by composite filters', async () => {
    await using world = await openWorld(preferRest)
    for (let n = 0; n < 6; n++) await world.db.doc(`c/${n}`).set({ n })
    const byNumber = world.db.collection('c').orderBy('n')
    const ids = async (asked: Query) => (await asked.get()).docs.map(({ id }) => id)
    expect(await ids(byNumber.limitToLast(2))).toEqual(['4', '5'])
    expect(await ids(byNumber.startAfter(1).endBefore(4))).toEqual(['2', '3'])
    expect(await ids(byNumber.startAt(await world.db.doc('c/4').get()))).toEqual(['4', '5'])
    expect(await ids(byNumber.where(Filter.or(Filter.where('n', '<', 1), Filter.where('n', '==', 5))))).toEqual([
      '0',
      '5',
    ])
  })

  it('converts what it reads and writes', async () => {
    await using world = await openWorld(preferRest)
    const converted = world.db.collection('people').withConverter({
      toFirestore: ({ name }: { name: string }) => ({ n: name }),
      fromFirestore: (snapshot) => ({ name: String(snapshot.get('n')) }),
    })
    await converted.doc('ada').set({ name: 'Ada' })
    expect((await converted.doc('ada').get()).data()).toEqual({ name: 'Ada' })
    expect((await world.db.doc('people/ada').get()).data()).toEqual({ n: 'Ada' })
    const [found] = (await converted.where('n', '==', 'Ada').get()).docs
    expect(found?.data()).toEqual({ name: 'Ada' })
  })

  it('makes bundles that the web SDK can load', async () => {
    await using world = await openWorld(preferRest)
    await world.db.doc('c/1').set({ n: 1 })
    const bundle = world.db.bundle('latest')
    bundle.add(await world.db.doc('c/1').get())
    bundle.add('all', await world.db.collection('c').get())
    const text = bundle.build().toString()
    expect(text).toContain('"namedQuery"')
    expect(text).toContain('"id":"latest"')
  })
})
