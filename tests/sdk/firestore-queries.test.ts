import { describe, expect, it } from 'vitest'
import { flavours, openWorld, type World } from './firestore-world.ts'

const cities = {
  berlin: { name: 'Berlin', country: 'DE', people: 3_600_000, tags: ['capital', 'river'] },
  hamburg: { name: 'Hamburg', country: 'DE', people: 1_800_000, tags: ['harbour', 'river'] },
  lyon: { name: 'Lyon', country: 'FR', people: 500_000, tags: ['river'] },
  paris: { name: 'Paris', country: 'FR', people: 2_100_000, tags: ['capital', 'river'], area: 105.4 },
  porto: { name: 'Porto', country: 'PT', people: 230_000, tags: ['harbour'], area: 41.7 },
  rome: { name: 'Rome', country: 'IT', people: 2_800_000, tags: ['capital'] },
} as const

describe.each(flavours)('queries with %s', (_, flavour, sdk) => {
  const { where, orderBy, limit, startAt, startAfter, endAt, endBefore } = sdk

  async function openCities(): Promise<World> {
    const world = await openWorld(flavour)
    const batch = sdk.writeBatch(world.db)
    for (const [id, city] of Object.entries(cities)) batch.set(sdk.doc(world.db, 'cities', id), city)
    await batch.commit()
    return world
  }

  async function ids(world: World, ...constraints: Parameters<typeof sdk.query>[1][]): Promise<string[]> {
    const found = await sdk.getDocs(sdk.query(sdk.collection(world.db, 'cities'), ...constraints))
    return found.docs.map((document) => document.id)
  }

  it('filters by every operator', async () => {
    await using world = await openCities()
    expect(await ids(world)).toEqual(['berlin', 'hamburg', 'lyon', 'paris', 'porto', 'rome'])
    expect(await ids(world, where('country', '==', 'DE'))).toEqual(['berlin', 'hamburg'])
    expect(await ids(world, where('people', '>', 2_100_000))).toEqual(['rome', 'berlin'])
    expect(await ids(world, where('people', '>=', 500_000), where('people', '<', 2_100_000))).toEqual([
      'lyon',
      'hamburg',
    ])
    expect(await ids(world, where('country', 'in', ['FR', 'PT']))).toEqual(['lyon', 'paris', 'porto'])
    expect(await ids(world, where('tags', 'array-contains', 'harbour'))).toEqual(['hamburg', 'porto'])
    expect(await ids(world, where('tags', 'array-contains-any', ['harbour', 'capital']))).toEqual([
      'berlin',
      'hamburg',
      'paris',
      'porto',
      'rome',
    ])
    expect(await ids(world, where('country', '!=', 'DE'))).toEqual(['lyon', 'paris', 'rome', 'porto'])
    expect(await ids(world, where('country', 'not-in', ['DE', 'FR']))).toEqual(['rome', 'porto'])
    expect(await ids(world, where('name', '==', 'Nowhere'))).toEqual([])
    expect(await ids(world, where(sdk.documentId(), '>', 'paris'))).toEqual(['porto', 'rome'])
  })

  it('combines conditions with and and or', async () => {
    await using world = await openCities()
    expect(await ids(world, where('country', '==', 'FR'), where('tags', 'array-contains', 'capital'))).toEqual([
      'paris',
    ])
    expect(await ids(world, where('country', '==', 'DE'), where('people', '>', 2_000_000))).toEqual(['berlin'])
    const either = sdk.or(where('country', '==', 'PT'), where('people', '>', 2_500_000))
    const found = await sdk.getDocs(sdk.query(sdk.collection(world.db, 'cities'), either, orderBy('people')))
    expect(found.docs.map((document) => document.id)).toEqual(['porto', 'rome', 'berlin'])
  })

  it('orders, limits and moves by cursors', async () => {
    await using world = await openCities()
    const all = ['porto', 'lyon', 'hamburg', 'paris', 'rome', 'berlin']
    expect(await ids(world, orderBy('people'))).toEqual(all)
    expect(await ids(world, orderBy('people', 'desc'), limit(2))).toEqual(['berlin', 'rome'])
    expect(await ids(world, orderBy('people'), sdk.limitToLast(2))).toEqual(['rome', 'berlin'])
    expect(await ids(world, orderBy('country'), orderBy('people', 'desc'))).toEqual([
      'berlin',
      'hamburg',
      'paris',
      'lyon',
      'rome',
      'porto',
    ])
    expect(await ids(world, orderBy('people'), startAt(1_800_000), endAt(2_800_000))).toEqual([
      'hamburg',
      'paris',
      'rome',
    ])
    expect(await ids(world, orderBy('people'), startAfter(1_800_000), endBefore(2_800_000))).toEqual(['paris'])
    const paris = await sdk.getDoc(sdk.doc(world.db, 'cities/paris'))
    expect(await ids(world, orderBy('people'), startAfter(paris), limit(1))).toEqual(['rome'])
    expect(await ids(world, orderBy('area'))).toEqual(['porto', 'paris'])
  })

  it('counts, sums and averages without reading the documents into the client', async () => {
    await using world = await openCities()
    const french = sdk.query(sdk.collection(world.db, 'cities'), where('country', '==', 'FR'))
    if (flavour === 'full') {
      const full = await import('firebase/firestore')
      const snapshot = await full.getAggregateFromServer(french, {
        count: full.count(),
        people: full.sum('people'),
        mean: full.average('people'),
      })
      expect(snapshot.data()).toEqual({ count: 2, people: 2_600_000, mean: 1_300_000 })
    } else {
      const snapshot = await sdk.getAggregate(french, {
        count: sdk.count(),
        people: sdk.sum('people'),
        mean: sdk.average('people'),
      })
      expect(snapshot.data()).toEqual({ count: 2, people: 2_600_000, mean: 1_300_000 })
    }
  })

  it('finds a collection group wherever it is', async () => {
    await using world = await openWorld(flavour)
    await sdk.setDoc(sdk.doc(world.db, 'users/ada/orders/1'), { total: 10 })
    await sdk.setDoc(sdk.doc(world.db, 'users/bob/orders/2'), { total: 20 })
    await sdk.setDoc(sdk.doc(world.db, 'orders/3'), { total: 30 })
    await sdk.setDoc(sdk.doc(world.db, 'orders/3/lines/4'), { total: 40 })
    const found = await sdk.getDocs(
      sdk.query(sdk.collectionGroup(world.db, 'orders'), where('total', '>=', 10), orderBy('total')),
    )
    expect(found.docs.map((document) => document.ref.path)).toEqual([
      'users/ada/orders/1',
      'users/bob/orders/2',
      'orders/3',
    ])
  })
})
