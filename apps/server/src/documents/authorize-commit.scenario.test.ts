import type { Document, Mutation } from '@hearth/model'
import { expect, test } from 'vitest'
import type { Caller } from '../access/caller.ts'
import type { AccessScope } from '../access/gate.ts'
import { permissionDenied } from '../access/permission-denied.ts'
import { DocumentsWorld, set, withReads } from '../testing/documents-world.ts'

/** Lets writes to `notes` pass while `doors/main` is open, as rules with `get()` do. `onLooked` is called in between. */
async function openWorld(onLooked: () => Promise<void>) {
  const looks: boolean[] = []
  const world = await DocumentsWorld.open({
    async authorize(_caller, request, scope?: AccessScope) {
      if (request.operation !== 'create' || !request.path.startsWith('notes/')) return
      const door = await scope?.lookUp?.('doors/main')
      const isOpen = door?.fields.get('isOpen')
      looks.push(isOpen?.kind === 'boolean' && isOpen.value)
      if (looks.at(-1) !== true) throw permissionDenied()
      await onLooked()
    },
  })
  return { world, looks }
}

test('a commit is judged again when a document changed that its rules had read', async () => {
  let closeOnce = async (): Promise<void> => {}
  const { world, looks } = await openWorld(() => closeOnce())
  await using _ = world
  await world.set('doors/main', { isOpen: true })
  closeOnce = async () => {
    closeOnce = async () => {}
    await world.set('doors/main', { isOpen: false })
  }
  await expect(world.commit(set('notes/1', {}))).rejects.toMatchObject({ code: 'permission-denied' })
  expect(looks).toEqual([true, false])
  expect(await world.get('notes/1')).toBeUndefined()
})

test('a document that rules found missing must still be missing', async () => {
  const { world, looks } = await openWorld(async () => {})
  await using _ = world
  await expect(world.commit(set('notes/1', {}))).rejects.toMatchObject({ code: 'permission-denied' })
  await world.set('doors/main', { isOpen: true })
  await world.commit(set('notes/1', {}))
  expect(looks).toEqual([false, true])
})

test('rules of a commit see what all of it comes to, at the time that its server timestamps get', async () => {
  const scopes: AccessScope[] = []
  await using world = await DocumentsWorld.open({
    authorize(_caller, _request, scope) {
      if (scope !== undefined) scopes.push(scope)
    },
  })
  await world.commit(
    { ...set('notes/1', {}), transforms: [{ kind: 'server-timestamp', field: ['at'] }] },
    { kind: 'delete', path: 'notes/2', precondition: { kind: 'none' } },
  )
  const [first, second] = scopes
  expect(first).toBe(second)
  expect([...(first?.after ?? [])].map(([path, after]) => [path, after !== undefined])).toEqual([
    ['notes/1', true],
    ['notes/2', false],
  ])
  const at = first?.after?.get('notes/1')?.fields.get('at')
  expect(at).toEqual({ kind: 'timestamp', micros: BigInt(first?.time ?? 0) })
})

const visitor: Caller = { kind: 'visitor' }

test('whoever has no right keeps nobody from writing, however long it takes to find that out', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await using world = await DocumentsWorld.open({
    async authorize(caller) {
      if (caller.kind !== 'visitor') return
      asked.resolve()
      await answer.promise
      throw permissionDenied()
    },
  })
  const refused = world.documents.commit(visitor, world.at, [set('notes/1', { of: 'visitor' })])
  const expected = expect(refused).rejects.toMatchObject({ code: 'permission-denied' })
  await asked.promise
  await world.set('notes/1', { of: 'operator' })
  answer.resolve()
  await expected
  expect((await world.get('notes/1'))?.json).toContain('operator')
})

test('what was judged without locks is judged again when the document has changed', async () => {
  const judged: (string | undefined)[] = []
  let change = async (): Promise<void> => {}
  await using world = await DocumentsWorld.open({
    async authorize(caller, request) {
      if (caller.kind !== 'visitor' || !('before' in request)) return
      const before = request.before as Document | undefined
      judged.push(before?.json)
      await change()
      if (before?.json.includes('closed') === true) throw permissionDenied()
    },
  })
  const write = () => world.documents.commit(visitor, world.at, [set('notes/1', { by: 'visitor' })])
  await world.set('notes/1', { state: 'open' })
  change = async () => {
    change = async () => {}
    await world.set('notes/1', { state: 'closed' })
  }
  await expect(write()).rejects.toMatchObject({ code: 'permission-denied' })
  expect(judged).toHaveLength(2)
  expect((await world.get('notes/1'))?.json).toContain('closed')
})

test('a hot document counts every increment of callers under rules', async () => {
  await using world = await DocumentsWorld.open({
    rules: 'service cloud.firestore { match /databases/{d}/documents/c/{x} { allow write: if true; } }',
  })
  const field = { kind: 'increment', field: ['n'], operand: { kind: 'integer', value: 1n } } as const
  const increment: Mutation = { ...set('c/hot', {}), mask: [], transforms: [field] }
  await Promise.all(Array.from({ length: 200 }, () => world.documents.commit(visitor, world.at, [increment])))
  expect((await world.get('c/hot'))?.json).toBe('{"n":{"integerValue":"200"}}')
})

test('the documents of a commit of whoever has no right are not all read', async () => {
  let reads = 0
  await using world = await DocumentsWorld.open({
    rules: 'service cloud.firestore { match /databases/{d}/documents/c/{x} { allow write: if x == "mine"; } }',
    wrapStore: (store) => ({
      ...withReads(store, (work) => store.read(work)),
      getDocuments: async (keys) => {
        reads += keys.length
        return await store.getDocuments(keys)
      },
    }),
  })
  const paths = Array.from({ length: 60 }, (_, n) => `c/${n}`)
  for (const path of paths) await world.set(path, { text: 'x'.repeat(900_000) })
  const removals = (from: readonly string[]) =>
    from.map((path): Mutation => ({ kind: 'delete', path, precondition: { kind: 'none' } }))
  reads = 0
  const commit = (from: readonly string[]) => world.documents.commit(visitor, world.at, removals(from))
  await expect(commit(paths)).rejects.toMatchObject({ code: 'permission-denied' })
  expect(reads).toBeLessThan(40)
})
