import { COMPOSITE_KEYS, type CompositeField, type Query, type Value } from '@hearth/model'
import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
import { DocumentsWorld, type Plain, query, set } from '../../testing/documents-world.ts'

const x: Value = { kind: 'string', value: 'x' }
const tagged: Query = query('c', {
  filter: { kind: 'field', field: ['tags'], op: 'array-contains', value: x },
  orderBy: [{ field: ['title'], direction: 'ascending' }],
  limit: 2,
})
const fields: readonly CompositeField[] = [
  { path: ['tags'], kind: 'contains' },
  { path: ['title'], kind: 'ascending' },
]

const user: Caller = { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt: Infinity }

const tags = (count: number): string[] => ['x', ...Array.from({ length: count - 1 }, (_, n) => `tag ${n}`)]

/** It has a key for each tag, and the title is in all of them. The titles of the others come later. */
function unfit(n = 0): Record<string, Plain> {
  const title = `title ${n} ${'y'.repeat(1400)}`
  return { tags: tags(Math.ceil(COMPOSITE_KEYS.bytes / title.length)), title }
}

/** Those with the tag come late in the order, so that the query reads much more than it answers, whichever way it goes. */
async function fill(world: DocumentsWorld): Promise<void> {
  const numbers = Array.from({ length: 900 }, (_, n) => n)
  await world.commit(...numbers.map((n) => set(`c/${n}`, { tags: ['x'], title: `title ${n + 2000}` })))
  await world.commit(...numbers.map((n) => set(`c/z${n}`, { tags: ['z'], title: `title ${n + 1000}` })))
}

/** Runs ahead: what is asked within two seconds counts once. */
const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs }

async function askUntilIndexed(world: DocumentsWorld): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await world.find(tagged)
    clock.aheadMs += 3_000
  }
  await world.administration.keepUp('demo-app')
}

const statesOf = async (world: DocumentsWorld) =>
  (await world.administration.listIndexes('demo-app', '(default)')).map(({ origin, state }) => `${origin} ${state}`)

test('an index that was made by itself gives way to a document of a server that has too many keys for it', async () => {
  await using world = await DocumentsWorld.open({ clock })
  await fill(world)
  await askUntilIndexed(world)
  expect(await statesOf(world)).toEqual(['automatic ready'])
  await world.set('c/large', unfit())
  expect(await statesOf(world)).toEqual(['automatic failed'])
  expect(await world.find(tagged)).toEqual(['c/large', 'c/0'])
  await askUntilIndexed(world)
  expect(await statesOf(world)).toEqual(['automatic failed'])
})

test('an index that gave way is tried again later, when the document may be gone', async () => {
  await using world = await DocumentsWorld.open({ clock })
  await fill(world)
  await askUntilIndexed(world)
  await world.set('c/large', unfit())
  await world.delete('c/large')
  await askUntilIndexed(world)
  expect(await statesOf(world)).toEqual(['automatic failed'])
  clock.aheadMs += 60 * 60_000
  await askUntilIndexed(world)
  const built = async (): Promise<string[]> => {
    await world.administration.keepUp('demo-app')
    return await statesOf(world)
  }
  await expect.poll(built).toContain('automatic ready')
  expect(await world.find(tagged)).toEqual(['c/0', 'c/1'])
})

test('an index is not made by itself where a document has too many keys for it', async () => {
  await using world = await DocumentsWorld.open({ clock })
  await world.set('c/large', unfit())
  await fill(world)
  await askUntilIndexed(world)
  expect(await statesOf(world)).toEqual(['automatic failed'])
  await world.set('c/large', unfit(1))
  expect(await world.find(tagged)).toEqual(['c/large', 'c/0'])
})

test('a user may not take an index from all who ask by it: the document is refused, as by a declared one', async () => {
  await using world = await DocumentsWorld.open({ clock })
  await fill(world)
  await askUntilIndexed(world)
  const write = async (data: Record<string, Plain>) =>
    await world.documents.commit(user, world.at, [set('c/large', data)])
  const refused = { code: 'invalid-argument', reason: 'TOO_MANY_INDEX_ENTRIES' }
  await expect(write(unfit())).rejects.toMatchObject(refused)
  // What the vendor takes is taken.
  await write({ tags: tags(20_000), title: 'title 0' })
  expect(await statesOf(world)).toEqual(['automatic ready'])
  expect(await world.find(tagged)).toEqual(['c/large', 'c/0'])
})

test('an index that is declared refuses a document that has too many keys for it', async () => {
  await using world = await DocumentsWorld.open({ clock })
  await fill(world)
  const definition = { database: '(default)', collectionId: 'c', isGroup: false, fields }
  await world.administration.createIndex('demo-app', definition)
  await world.administration.keepUp('demo-app')
  expect(await statesOf(world)).toEqual(['declared ready'])
  await expect(world.set('c/large', unfit())).rejects.toMatchObject({ reason: 'TOO_MANY_INDEX_ENTRIES' })
})
