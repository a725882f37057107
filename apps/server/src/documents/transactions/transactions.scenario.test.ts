import type { Mutation, Value } from '@hearth/model'
import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { DocumentsWorld, query, set } from '../../testing/documents-world.ts'

const conflict = { code: 'aborted' }

function begin(world: DocumentsWorld, readOnly = false): Promise<string> {
  return world.documents.beginTransaction(world.caller, world.at, { readOnly })
}

function commitIn(world: DocumentsWorld, transaction: string, ...mutations: Mutation[]) {
  return world.documents.commit(world.caller, world.at, mutations, { transaction })
}

async function read(world: DocumentsWorld, transaction: string, path: string) {
  return (await world.documents.get(world.caller, world.at, [path], { transaction })).documents[0]
}

test('commits when nothing it read has changed', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 1 })
  const transaction = await begin(world)
  await read(world, transaction, 'c/1')
  await read(world, transaction, 'c/none')
  await world.documents.query(world.caller, world.at, query('c'), { transaction })
  await world.set('d/1', { n: 9 })
  await commitIn(world, transaction, set('c/1', { n: 2 }), set('c/new', {}))
  expect((await world.get('c/1'))?.json).toBe('{"n":{"integerValue":"2"}}')
})

test.each<[string, Mutation]>([
  ['changed', set('c/1', { n: 5 })],
  ['deleted', { kind: 'delete', path: 'c/1', precondition: { kind: 'none' } }],
  ['created', set('c/none', {})],
])('is aborted when a document that it read was %s, even one that it does not write', async (_what, mutation) => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 1 })
  const transaction = await begin(world)
  await read(world, transaction, 'c/1')
  await read(world, transaction, 'c/none')
  await world.commit(mutation)
  await expect(commitIn(world, transaction, set('d/1', {}))).rejects.toMatchObject(conflict)
  expect(await world.get('d/1')).toBeUndefined()
})

test.each<[string, Mutation, boolean]>([
  ['a document joins the result', set('c/9', { n: 7 }), true],
  ['a document of the result changes', set('c/1', { n: 6 }), true],
  ['a document leaves the result', set('c/1', { n: 0 }), true],
  ['a document changes that is not in the result', set('c/2', { n: 1, other: true }), false],
  ['another collection changes', set('d/1', { n: 7 }), false],
])('validates its queries at the commit: %s', async (_what, mutation, isAborted) => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { n: 7 }), set('c/2', { n: 1 }))
  const transaction = await begin(world)
  const filter = { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 5n } } as const
  await world.documents.query(world.caller, world.at, query('c', { filter }), { transaction })
  await world.commit(mutation)
  const committed = commitIn(world, transaction, set('e/1', {}))
  if (isAborted) await expect(committed).rejects.toMatchObject(conflict)
  else await committed
})

test('loses no increment when many transactions read and write one document and are run again when aborted', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/hot', { n: 0 })
  const run = async (): Promise<void> => {
    for (;;) {
      const transaction = await begin(world)
      const value = (await read(world, transaction, 'c/hot'))?.fields.get('n')
      const next: Value = { kind: 'integer', value: (value?.kind === 'integer' ? value.value : 0n) + 1n }
      try {
        await commitIn(world, transaction, { ...set('c/hot', {}), fields: new Map([['n', next]]) })
        return
      } catch (error) {
        if (!(error instanceof StatusError) || error.code !== 'aborted') throw error
      }
    }
  }
  await Promise.all(Array.from({ length: 25 }, run))
  expect((await world.get('c/hot'))?.json).toBe('{"n":{"integerValue":"25"}}')
})

test('no two transactions both add the last place after counting the same query', async () => {
  await using world = await DocumentsWorld.open()
  const run = async (name: string): Promise<boolean> => {
    const transaction = await begin(world)
    const { documents } = await world.documents.query(world.caller, world.at, query('seats'), { transaction })
    if (documents.length > 0) return false
    try {
      await commitIn(world, transaction, set(`seats/${name}`, {}))
      return true
    } catch {
      return false
    }
  }
  const got = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(run))
  expect(got.filter((seat) => seat).length).toBe(1)
  expect((await world.find(query('seats'))).length).toBe(1)
})

test('a read-only transaction sees one moment and takes no writes', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 1 })
  const transaction = await begin(world, true)
  await world.set('c/1', { n: 2 })
  await world.set('c/2', {})
  expect((await read(world, transaction, 'c/1'))?.json).toBe('{"n":{"integerValue":"1"}}')
  const { documents } = await world.documents.query(world.caller, world.at, query('c'), { transaction })
  expect(documents.map(({ path }) => path)).toEqual(['c/1'])
  await expect(commitIn(world, transaction, set('c/3', {}))).rejects.toMatchObject({
    code: 'invalid-argument',
    message: 'Cannot modify entities in a read-only transaction.',
  })
})

test('a read-only transaction may be dated in the past, and may be committed empty', async () => {
  await using world = await DocumentsWorld.open()
  const first = await world.set('c/1', { n: 1 })
  await world.set('c/1', { n: 2 })
  const transaction = await world.documents.beginTransaction(world.caller, world.at, {
    readOnly: true,
    readTime: first,
  })
  expect((await read(world, transaction, 'c/1'))?.json).toBe('{"n":{"integerValue":"1"}}')
  await commitIn(world, transaction)
})

test('an id is good for one end, and rolling back twice is no error', async () => {
  await using world = await DocumentsWorld.open()
  const transaction = await begin(world)
  await commitIn(world, transaction, set('c/1', {}))
  const expired = { code: 'aborted', message: 'The referenced transaction has expired or is no longer valid.' }
  await expect(commitIn(world, transaction, set('c/2', {}))).rejects.toMatchObject(expired)
  await expect(read(world, transaction, 'c/1')).rejects.toMatchObject(expired)
  await world.documents.rollback(world.caller, world.at, transaction)
  const other = await begin(world)
  await world.documents.rollback(world.caller, world.at, other)
  await world.documents.rollback(world.caller, world.at, other)
  await expect(world.documents.rollback(world.caller, world.at, 'nonsense')).rejects.toMatchObject({
    code: 'invalid-argument',
    message: 'Invalid transaction.',
  })
})
