import { type NearestNeighbours, StatusError, type Query, type Value } from '@hearth/model'
import { expect, test } from 'vitest'
import type { ProjectStore } from '../persistence/persistence.ts'
import { DocumentsWorld, query, set } from '../testing/documents-world.ts'
import type { QueryPart } from './documents.ts'

const COUNT = 450

async function openFilled(wrapStore?: (store: ProjectStore) => ProjectStore): Promise<DocumentsWorld> {
  const world = await DocumentsWorld.open({ ...(wrapStore && { wrapStore }) })
  const writes = Array.from({ length: COUNT }, (_, n) => set(`c/${String(n).padStart(4, '0')}`, { n, third: n % 3 }))
  await world.commit(...writes)
  return world
}

async function streamed(world: DocumentsWorld, asked: Query, take: (part: QueryPart) => void | Promise<void>) {
  return await world.documents.streamQuery(world.caller, world.at, asked, take)
}

const third = { kind: 'field', field: ['third'], op: '==', value: { kind: 'integer', value: 1n } } as const

test.each<[string, Query]>([
  ['all of it', query('c')],
  ['a window of it', query('c', { offset: 7, limit: 240 })],
  ['by several fields, from the end', query('c', { orderBy: ['third', 'n'].map(descending) })],
  ['few fields of it', query('c', { select: [['third']], limit: 130 })],
  ['a filter ordered by something else', query('c', { filter: third, orderBy: [descending('n')] })],
])('the parts of a stream are together what the query answers: %s', async (_, asked) => {
  await using world = await openFilled()
  const parts: QueryPart[] = []
  const end = await streamed(world, asked, (part) => void parts.push(part))
  const whole = await world.documents.query(world.caller, world.at, asked)
  expect(parts.flatMap(({ documents }) => documents.map(({ path, json }) => [path, json]))).toEqual(
    whole.documents.map(({ path, json }) => [path, json]),
  )
  expect(parts.length).toBeGreaterThan(1)
  expect(end.skipped).toBe(whole.skipped)
  expect(parts.every(({ skipped, readTime }) => skipped === whole.skipped && readTime === end.readTime)).toBe(true)
})

test('a vector search is handed over in parts, as the database was when it was asked', async () => {
  await using world = await DocumentsWorld.open()
  const paths = Array.from({ length: COUNT }, (_, n) => `c/${String(n).padStart(4, '0')}`)
  const vectorOf = (n: number): Value => ({
    kind: 'map',
    fields: new Map<string, Value>([
      ['__type__', { kind: 'string', value: '__vector__' }],
      ['value', { kind: 'array', values: [{ kind: 'double', value: n }] }],
    ]),
  })
  // Three are as near as each other.
  const distanceOf = (n: number): number => Math.floor((COUNT - 1 - n) / 3)
  const writes = paths.map((path, n) => ({ ...set(path, {}), fields: new Map([['v', vectorOf(distanceOf(n))]]) }))
  await world.commit(...writes)
  const nearest: NearestNeighbours = {
    field: ['v'],
    vector: [0],
    measure: 'euclidean',
    limit: 300,
    threshold: undefined,
    resultField: ['far'],
  }
  const asked = query('c', { nearest, select: [['far']] })
  const parts: QueryPart[] = []
  const end = await streamed(world, asked, async (part) => {
    parts.push(part)
    if (parts.length === 1) await world.commit(...paths.slice(0, 400).map((path) => set(path, { v: 'gone' })))
  })
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.every(({ readTime }) => readTime === end.readTime)).toBe(true)
  const expected = paths
    .map((path, n) => ({ path, far: distanceOf(n) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, nearest.limit)
  expect(
    parts.flatMap(({ documents }) => documents.map(({ path, fields }) => ({ path, far: valueOf(fields.get('far')) }))),
  ).toEqual(expected)
})

function valueOf(value: Value | undefined): number | undefined {
  return value?.kind === 'double' ? value.value : undefined
}

function descending(field: string) {
  return { field: [field], direction: 'descending' as const }
}

test('nothing is read ahead of whoever takes the parts', async () => {
  await using world = await openFilled()
  const taken = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let parts = 0
  const end = streamed(world, query('c'), () => {
    parts++
    begun.resolve()
    return taken.promise
  })
  await begun.promise
  // Other reads come and go meanwhile.
  for (let i = 0; i < 20; i++) await world.find(query('c', { limit: 200 }))
  expect(parts).toBe(1)
  taken.resolve()
  await end
  expect(parts).toBeGreaterThan(2)
})

test('no snapshot waits for a slow reader, who still gets everything as it was', async () => {
  let reads = 0
  let onEnd = () => {}
  const wrapStore = (store: ProjectStore): ProjectStore =>
    new Proxy(store, {
      get(target, name) {
        if (name !== 'read') {
          const member: unknown = Reflect.get(target, name, target)
          return typeof member === 'function' ? (member.bind(target) as unknown) : member
        }
        const read: ProjectStore['read'] = async (work) => {
          reads++
          try {
            return await target.read(work)
          } finally {
            reads--
            onEnd()
          }
        }
        return read
      },
    })
  await using world = await openFilled(wrapStore)
  const asked = query('c', { filter: third, orderBy: [descending('n')], limit: 140 })
  const expected = await world.find(asked)
  const released = Promise.withResolvers<void>()
  onEnd = () => {
    if (reads === 0) released.resolve()
  }
  const found: string[] = []
  await streamed(world, asked, async ({ documents }) => {
    for (const { path } of documents) found.push(path)
    if (found.length > documents.length) return
    await released.promise
    await world.delete('c/0100')
    await world.set('c/0001', { n: 1000, third: 1 })
    await world.set('c/0002', { n: 2, third: 1 })
  })
  expect(found).toEqual(expected)
})

test('a reader that is gone ends the reading', async () => {
  await using world = await openFilled()
  let parts = 0
  const gone = new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.')
  const end = streamed(world, query('c'), async () => {
    parts++
    throw gone
  })
  await expect(end).rejects.toBe(gone)
  expect(parts).toBe(1)
})
