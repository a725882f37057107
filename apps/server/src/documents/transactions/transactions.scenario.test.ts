import type { Mutation, Value } from '@hearth/model'
import { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import type { Caller } from '../../access/caller.ts'
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

/** A round through the store: what could begin has begun. */
async function documentsIdle(world: DocumentsWorld): Promise<void> {
  await world.set('idle/1', {})
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
  ['changes', set('c/1', { n: 5 })],
  ['deletes', { kind: 'delete', path: 'c/1', precondition: { kind: 'none' } }],
  ['creates', set('c/none', {})],
])('a write that %s what a transaction has read waits for the end of it', async (_what, mutation) => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 1 })
  const transaction = await begin(world)
  await read(world, transaction, 'c/1')
  await read(world, transaction, 'c/none')
  const order: string[] = []
  const written = world.commit(mutation).then(() => order.push('write'))
  // Others are not held up, and the write had its chance meanwhile.
  await world.set('d/2', {})
  await commitIn(world, transaction, set('d/1', {}))
  order.push('transaction')
  await written
  expect(order).toEqual(['transaction', 'write'])
})

test.each<[string, Mutation, boolean]>([
  ['a document joins the result', set('c/9', { n: 7 }), true],
  ['a document of the result changes', set('c/1', { n: 6 }), true],
  ['a document leaves the result', set('c/1', { n: 0 }), true],
  ['a document changes that is not in the result', set('c/2', { n: 1, other: true }), false],
  ['another collection changes', set('d/1', { n: 7 }), false],
])('the result of a query in a transaction is locked: %s', async (_what, mutation, isLocked) => {
  await using world = await DocumentsWorld.open()
  await world.commit(set('c/1', { n: 7 }), set('c/2', { n: 1 }))
  const transaction = await begin(world)
  const filter = { kind: 'field', field: ['n'], op: '>', value: { kind: 'integer', value: 5n } } as const
  await world.documents.query(world.caller, world.at, query('c', { filter }), { transaction })
  const order: string[] = []
  const written = world.commit(mutation).then(() => order.push('write'))
  if (!isLocked) await written
  await commitIn(world, transaction, set('e/1', {}))
  order.push('transaction')
  await written
  expect(order).toEqual(isLocked ? ['transaction', 'write'] : ['write', 'transaction'])
})

test('rolling back lets go of what was read, and so does the end of its time', async () => {
  const clock = { now: Date.now() }
  await using world = await DocumentsWorld.open({ clock: { nowMs: () => clock.now } })
  const transaction = await begin(world)
  await read(world, transaction, 'c/1')
  const written = world.set('c/1', {})
  await world.documents.rollback(world.caller, world.at, transaction)
  await written
  await read(world, await begin(world), 'c/1')
  clock.now += 61_000
  await world.set('c/1', { n: 2 })
})

test('of two transactions that read and write one document the first to begin wins, whoever commits first', async () => {
  await using world = await DocumentsWorld.open()
  const [first, second] = [await begin(world), await begin(world)]
  await read(world, first, 'c/1')
  await read(world, second, 'c/1')
  const late = commitIn(world, second, set('c/1', { by: 'second' })).catch((error: unknown) => error)
  await commitIn(world, first, set('c/1', { by: 'first' }))
  expect(await late).toMatchObject(conflict)
  expect((await world.get('c/1'))?.json).toBe('{"by":{"stringValue":"first"}}')
})

test('a commit that waits for a transaction succeeds when that one leaves the document alone', async () => {
  await using world = await DocumentsWorld.open()
  const [first, second] = [await begin(world), await begin(world)]
  await read(world, first, 'c/1')
  await read(world, second, 'c/1')
  const late = commitIn(world, second, set('c/1', { by: 'second' }))
  await commitIn(world, first, set('d/1', {}))
  await late
  expect((await world.get('c/1'))?.json).toBe('{"by":{"stringValue":"second"}}')
})

test('one of two transactions that each want what the other holds is aborted', async () => {
  await using world = await DocumentsWorld.open()
  const [first, second] = [await begin(world), await begin(world)]
  await read(world, first, 'c/1')
  await read(world, second, 'c/2')
  const outcomes = await Promise.allSettled([
    commitIn(world, first, set('c/2', {})),
    commitIn(world, second, set('c/1', {})),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('a transaction that is run again is as old as its first run', async () => {
  await using world = await DocumentsWorld.open()
  const { documents, caller, at } = world
  const first = await begin(world)
  const second = await begin(world)
  await documents.rollback(caller, at, first)
  const again = await documents.beginTransaction(caller, at, { readOnly: false, retryOf: first })
  await read(world, again, 'c/1')
  await read(world, second, 'c/1')
  const late = commitIn(world, second, set('c/1', { by: 'second' })).catch((error: unknown) => error)
  await commitIn(world, again, set('c/1', { by: 'again' }))
  expect(await late).toMatchObject(conflict)
})

test('a first read stands in line behind a commit that waits to write the same', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { n: 1 })
  const holder = await begin(world)
  await read(world, holder, 'c/1')
  const written = world.set('c/1', { n: 2 })
  const later = await begin(world)
  // The write has to be planned before it stands in line.
  await documentsIdle(world)
  const seen = read(world, later, 'c/1')
  await documentsIdle(world)
  await commitIn(world, holder)
  await written
  expect((await seen)?.json).toBe('{"n":{"integerValue":"2"}}')
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

test.each<Caller>([
  { kind: 'visitor' },
  { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt: 0 },
])('nobody waits for what a $kind has read, and the change lets their commit be run again', async (caller) => {
  await using world = await DocumentsWorld.open()
  const { documents, at } = world
  await world.set('c/1', { n: 1 })
  const first = await documents.beginTransaction(caller, at, { readOnly: false })
  await documents.get(caller, at, ['c/1'], { transaction: first })
  const second = await documents.beginTransaction(caller, at, { readOnly: false })
  await documents.query(caller, at, query('c'), { transaction: second })
  await world.set('c/1', { n: 2 })
  for (const transaction of [first, second]) {
    await expect(documents.commit(caller, at, [set('d/1', {})], { transaction })).rejects.toMatchObject(conflict)
  }
  const again = await documents.beginTransaction(caller, at, { readOnly: false, retryOf: first })
  await documents.get(caller, at, ['c/1'], { transaction: again })
  await documents.commit(caller, at, [set('c/1', { n: 3 })], { transaction: again })
  expect((await world.get('c/1'))?.json).toBe('{"n":{"integerValue":"3"}}')
})
