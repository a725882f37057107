import { type Mutation, type Value } from '@hearth/model'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { permissionDenied } from '../access/permission-denied.ts'
import type { AccessRequest } from '../access/gate.ts'
import type { CommitBatch } from '../persistence/persistence.ts'
import {
  DocumentsWorld,
  fieldsOf,
  increment,
  query,
  remove,
  set,
  transform,
  valueOf,
} from '../testing/documents-world.ts'
import { ListenClient } from '../testing/listen-client.ts'
import { withCommit } from '../testing/with-commit.ts'

test('counts every one of many simultaneous increments of a hot document', async () => {
  await using world = await DocumentsWorld.open()
  const results = await Promise.all(Array.from({ length: 500 }, () => world.commit(increment('c/hot', 'n'))))
  expect((await world.get('c/hot'))?.json).toBe('{"n":{"integerValue":"500"}}')
  const answers = results.map(({ results: [result] }) => result?.transformResults[0])
  expect(new Set(answers.map((answer) => answer?.kind === 'integer' && answer.value)).size).toBe(500)
  expect(new Set(results.map(({ commitTime }) => commitTime)).size).toBe(500)
})

test('commits that cross each other in the documents they write do not block each other', async () => {
  await using world = await DocumentsWorld.open()
  const both = Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? ['c/1', 'c/2'] : ['c/2', 'c/1']))
  await Promise.all(both.map((paths) => world.commit(...paths.map((path) => increment(path, 'n')))))
  expect((await world.get('c/1'))?.json).toBe('{"n":{"integerValue":"100"}}')
  expect((await world.get('c/2'))?.json).toBe('{"n":{"integerValue":"100"}}')
})

test('applies several writes of one document in order and gives it one version', async () => {
  await using world = await DocumentsWorld.open()
  const { commitTime, results } = await world.commit(
    set('c/1', { a: 1, n: 5 }),
    increment('c/1', 'n'),
    increment('c/1', 'n'),
  )
  const document = await world.get('c/1')
  expect(document).toMatchObject({ createTime: commitTime, updateTime: commitTime })
  expect(document?.json).toBe('{"a":{"integerValue":"1"},"n":{"integerValue":"7"}}')
  expect(results.map(({ updateTime }) => updateTime)).toEqual([commitTime, commitTime, commitTime])
  expect(results[2]?.transformResults).toEqual([{ kind: 'integer', value: 7n }])
})

test('gives one server time to all documents of a commit, in milliseconds', async () => {
  await using world = await DocumentsWorld.open()
  const stamp = (path: string): Mutation => ({
    ...set(path, {}),
    transforms: [{ kind: 'server-timestamp', field: ['at'] }],
  })
  const { results } = await world.commit(stamp('c/1'), stamp('c/2'))
  const [first, second] = results.map(({ transformResults: [value] }) => value?.kind === 'timestamp' && value.micros)
  expect(first).toBe(second)
  expect(Number(first) % 1000).toBe(0)
})

test('a write that changes nothing keeps the update time, tells nobody, and is no write of the store', async () => {
  const batches: CommitBatch[] = []
  await using world = await DocumentsWorld.open({
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        if (batch.documents !== undefined) batches.push(batch)
        return await store.commit(batch)
      }),
  })
  const first = await world.set('c/1', { a: 1 })
  const client = new ListenClient(world.documents, world.caller, world.at)
  client.add({ targetId: 1, what: { kind: 'query', query: query('c') } })
  await client.current(1)
  const again = await world.commit(set('c/1', { a: 1 }), remove('c/none'))
  expect(again.results).toEqual([{ updateTime: first, transformResults: [] }, { transformResults: [] }])
  expect(again.commitTime).toBeGreaterThanOrEqual(first)
  expect(batches.length).toBe(1)
  await world.set('c/2', { b: 1 })
  await client.until(({ results }) => results.get(1)?.size === 2)
  const told = client.events.filter((event) => event.kind === 'change').map(({ document }) => document.path)
  expect(told).toEqual(['c/1', 'c/2'])
  client.session.close()
})

test('a document that is deleted and made again in one commit is a new one', async () => {
  await using world = await DocumentsWorld.open()
  const first = await world.set('c/1', { a: 1 })
  const { commitTime } = await world.commit(remove('c/1'), set('c/1', { a: 1 }))
  expect(commitTime).toBeGreaterThan(first)
  expect(await world.get('c/1')).toMatchObject({ createTime: commitTime, updateTime: commitTime })
})

test('refuses what must find a document after a delete of it in the same commit, whether it was there or not', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/there', { a: 1 })
  for (const path of ['c/there', 'c/none']) {
    const update: Mutation = { ...set(path, { a: 2 }), precondition: { kind: 'exists', exists: true } }
    const refused = world.commit(remove(path), update)
    await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', reason: 'DOCUMENT_DELETED_EARLIER' })
  }
  const { results } = await world.commit(remove('c/none'), set('c/none', { a: 2 }))
  expect(results).toHaveLength(2)
})

test('a commit that changes nothing is dated now, and planned again where what it saw has changed', async () => {
  const clock = { ms: 1_000_000_000, nowMs: () => clock.ms }
  let before: (() => Promise<unknown>) | undefined
  await using world = await DocumentsWorld.open({
    clock,
    wrapStore: (store) =>
      withCommit(store, async (batch) => {
        const first = before
        before = undefined
        await first?.()
        return await store.commit(batch)
      }),
  })
  const made = await world.set('c/1', { a: 1 })
  clock.ms += 3_600_000
  const { commitTime, results } = await world.commit(set('c/1', { a: 1 }))
  expect([commitTime, results[0]?.updateTime]).toEqual([clock.ms * 1000, made])
  expect(
    (await world.commit({ kind: 'verify', path: 'c/1', precondition: { kind: 'update-time', updateTime: made } }))
      .results,
  ).toHaveLength(1)
  const store = await world.persistence.openProject('demo-app')
  const elsewhere = { database: '(default)', path: 'c/1', isCreated: false, addedEntries: [], removedEntries: [] }
  before = () => store.commit({ documents: [{ ...elsewhere, json: '{"a":{"integerValue":"2"}}' }] })
  const again = await world.set('c/1', { a: 1 })
  expect(await world.get('c/1')).toMatchObject({ updateTime: again, json: '{"a":{"integerValue":"1"}}' })
})

test('writes all or nothing', async () => {
  await using world = await DocumentsWorld.open()
  const refused = world.commit(set('c/1', { a: 1 }), remove('c/none', { kind: 'exists', exists: true }))
  await expect(refused).rejects.toMatchObject({ code: 'not-found' })
  expect(await world.get('c/1')).toBeUndefined()
})

test.each<[string, Mutation[], object]>([
  [
    'an update of what is missing',
    [{ ...set('c/none', { a: 1 }), precondition: { kind: 'exists', exists: true } }],
    { code: 'not-found', message: 'No document to update: projects/demo-app/databases/(default)/documents/c/none' },
  ],
  [
    'a create of what is there',
    [{ ...set('c/1', { a: 1 }), precondition: { kind: 'exists', exists: false } }],
    {
      code: 'already-exists',
      message: 'Document already exists: projects/demo-app/databases/(default)/documents/c/1',
    },
  ],
  [
    'a write on another version',
    [{ ...set('c/1', { a: 1 }), precondition: { kind: 'update-time', updateTime: 7 } }],
    { code: 'failed-precondition' },
  ],
  [
    'a verify of another version',
    [{ kind: 'verify', path: 'c/1', precondition: { kind: 'update-time', updateTime: 7 } }],
    { code: 'failed-precondition' },
  ],
  [
    'an update of what the same commit deleted',
    [remove('c/1'), { ...set('c/1', { a: 1 }), precondition: { kind: 'exists', exists: true } }],
    { code: 'invalid-argument' },
  ],
  ['a path of a collection', [set('c', { a: 1 })], { code: 'invalid-argument' }],
  [
    'a document that is too large',
    [set('c/2', { a: 'x'.repeat(1_048_000), b: 'x'.repeat(1000) })],
    { code: 'invalid-argument' },
  ],
  [
    'more transforms of one document than are allowed',
    [1, 2].map(() => ({
      ...increment('c/1', 'n'),
      transforms: Array.from({ length: 300 }, () => ({
        kind: 'increment' as const,
        field: ['n'],
        operand: valueOf(1),
      })),
    })) as Mutation[],
    { code: 'invalid-argument' },
  ],
  ['too many writes', Array.from({ length: 20_001 }, (_, i) => remove(`c/${i}`)), { code: 'invalid-argument' }],
])('refuses %s', async (_what, mutations, expected) => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { a: 0 })
  await expect(world.commit(...mutations)).rejects.toMatchObject(expected)
})

test('takes thousands of writes in one commit', async () => {
  await using world = await DocumentsWorld.open()
  await world.commit(...Array.from({ length: 2000 }, (_, i) => set(`c/${i}`, { n: i })))
  const { values } = await world.documents.aggregate(world.caller, world.at, query('c'), [
    { alias: 'n', kind: 'count' },
  ])
  expect(values.get('n')).toEqual({ kind: 'integer', value: 2000n })
})

test('asks the gate about each document as it was before the commit and as it is after', async () => {
  const asked: unknown[] = []
  await using world = await DocumentsWorld.open({
    authorize: (_caller, request) => {
      const { service, operation } = request
      if (service !== 'documents' || operation === 'list') return
      asked.push([operation, request.path, request.before?.json, request.after?.json])
    },
  })
  await world.commit(set('c/old', { a: 1 }), set('c/gone', {}), set('c/seen', {}))
  asked.length = 0
  await world.commit(set('c/new', { n: 1 }), increment('c/new', 'n'), increment('c/old', 'a'), remove('c/gone'), {
    kind: 'verify',
    path: 'c/seen',
    precondition: { kind: 'exists', exists: true },
  })
  expect(asked).toEqual([
    ['create', 'c/new', undefined, '{"n":{"integerValue":"2"}}'],
    ['update', 'c/old', '{"a":{"integerValue":"1"}}', '{"a":{"integerValue":"2"}}'],
    ['delete', 'c/gone', '{}', undefined],
    ['get', 'c/seen', '{}', '{}'],
  ])
})

const denied = { code: 'permission-denied', message: 'Missing or insufficient permissions.' }

function denying(operation: AccessRequest['operation']) {
  return (_caller: unknown, request: AccessRequest) => {
    if (request.operation === operation) throw permissionDenied()
  }
}

test.each<[AccessRequest['operation'], Mutation]>([
  ['create', set('c/new', {})],
  ['update', set('c/1', { a: 2 })],
  ['update', set('c/1', { a: 1 })],
  ['delete', remove('c/1')],
  ['delete', remove('c/none')],
  ['get', { kind: 'verify', path: 'c/1', precondition: { kind: 'exists', exists: true } }],
])('a refused %s leaves everything as it was', async (operation, mutation) => {
  let isStrict = false
  await using world = await DocumentsWorld.open({
    authorize: (caller, request) => isStrict && denying(operation)(caller, request),
  })
  await world.set('c/1', { a: 1 })
  isStrict = true
  await expect(world.commit(set('c/2', {}), mutation)).rejects.toMatchObject(denied)
  isStrict = false
  expect(await world.find(query('c'))).toEqual(['c/1'])
})

test('whoever may not write does not learn from a precondition whether a document is there', async () => {
  let isStrict = false
  await using world = await DocumentsWorld.open({
    authorize: (_caller, request) => {
      if (isStrict && request.service === 'documents') throw permissionDenied()
    },
  })
  await world.set('c/1', { a: 1 })
  isStrict = true
  for (const path of ['c/1', 'c/none']) {
    for (const exists of [true, false]) {
      const attempt = world.commit({ ...set(path, { a: 2 }), precondition: { kind: 'exists', exists } })
      await expect(attempt).rejects.toMatchObject(denied)
    }
  }
})

test('databases of a project and projects are worlds of their own', async () => {
  await using world = await DocumentsWorld.open()
  await world.set('c/1', { where: 'default' })
  const other = { project: 'demo-app', database: 'other' }
  const elsewhere = { project: 'demo-two', database: '(default)' }
  await world.documents.commit(world.caller, other, [set('c/1', { where: 'other' })])
  for (const [at, expected] of [
    [world.at, ['{"where":{"stringValue":"default"}}']],
    [other, ['{"where":{"stringValue":"other"}}']],
    [elsewhere, []],
  ] as const) {
    const { documents } = await world.documents.query(world.caller, at, query('c', { allDescendants: true }))
    expect(documents.map(({ json }) => json)).toEqual(expected)
  }
})

test('fields that are written are read back as they were', async () => {
  await using world = await DocumentsWorld.open()
  const fields = fieldsOf({ s: 'ü\0', d: 0.5, n: null, l: [1, { a: true }], 'a.b': 1, a: { b: 2 } })
  await world.commit({ ...set('c/1', {}), fields })
  // Maps are equal whatever the order of their entries.
  expect((await world.get('c/1'))?.fields).toEqual(new Map(fields))
})

test('writes to one large document twenty thousand times in one commit, and looks at a long array once for hundreds of unions', async () => {
  await using world = await DocumentsWorld.open()
  const text: Value = { kind: 'string', value: 'x'.repeat(900_000) }
  const touch = (n: number): Mutation => ({
    kind: 'set',
    path: 'c/large',
    fields: fieldsOf({ n }),
    mask: [['n']],
    transforms: [],
    precondition: { kind: 'exists', exists: true },
  })
  const large: Mutation = { ...set('c/large', {}), fields: new Map([['text', text]]) }
  const { results } = await world.commit(large, ...Array.from({ length: 19_999 }, (_, n) => touch(n)))
  expect(results).toHaveLength(20_000)
  expect((await world.get('c/large'))?.json).toContain('"n":{"integerValue":"19998"}')

  const elements = Array.from({ length: 18_000 }, (_, n) => n)
  const union = (n: number) =>
    transform('c/tags', { kind: 'array-union', field: ['tags'], values: [{ kind: 'integer', value: BigInt(n) }] })
  await world.set('c/tags', { tags: elements })
  await world.commit(...Array.from({ length: 500 }, (_, n) => union(17_750 + n)))
  const tags = (await world.get('c/tags'))?.fields.get('tags')
  expect(tags?.kind === 'array' && tags.values.length).toBe(18_250)
})

const RULES_FOR_ALL = `
  rules_version = '2';
  service cloud.firestore { match /databases/{d}/documents { match /{path=**} { allow read, write: if request.auth.uid == 'ada'; } } }`
const ada: Caller = { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt: Infinity }

test('what a user may commit does not depend on how fast the machine is', async () => {
  await using world = await DocumentsWorld.open({ rules: RULES_FOR_ALL })
  let now = 0
  // Every turn is over at once.
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  onTestFinished(() => slow.mockRestore())
  const writes = Array.from({ length: 20_000 }, (_, n) => set(`c/${n}`, { n }))
  const { results } = await world.documents.commit(ada, world.at, writes)
  expect(results).toHaveLength(20_000)
})

test('a user may go through long arrays so and so often in one commit, and a server as often as it likes', async () => {
  await using world = await DocumentsWorld.open({ rules: RULES_FOR_ALL })
  const elements = Array.from({ length: 18_000 }, (_, n) => n)
  await world.set('c/tags', { tags: elements })
  const removals = Array.from({ length: 300 }, (_, n) =>
    transform('c/tags', { kind: 'array-remove', field: ['tags'], values: [{ kind: 'integer', value: BigInt(n) }] }),
  )
  await world.documents.commit(ada, world.at, removals.slice(0, 100))
  const refused = { code: 'invalid-argument', reason: 'COMMIT_TOO_LARGE' }
  await expect(world.documents.commit(ada, world.at, removals)).rejects.toMatchObject(refused)
  await world.commit(...removals)
  const tags = (await world.get('c/tags'))?.fields.get('tags')
  expect(tags?.kind === 'array' && tags.values.length).toBe(17_700)
})

test('users write nothing where no more of the disk is left than what servers need, and delete', async () => {
  let isReached = false
  await using world = await DocumentsWorld.open({ isReserveReached: async () => isReached })
  const user: Caller = { kind: 'user', project: 'demo-app', uid: 'ada', claims: {}, authTime: 0, expiresAt: Infinity }
  const commit = (mutation: Mutation) => world.documents.commit(user, world.at, [mutation])
  await commit(set('c/1', { a: 1 }))
  isReached = true
  await expect(commit(increment('c/1', 'a'))).rejects.toMatchObject({ code: 'resource-exhausted', reason: 'DISK_FULL' })
  await expect(commit(set('c/2', { a: 1 }))).rejects.toMatchObject({ reason: 'DISK_FULL' })
  await world.commit(increment('c/1', 'a'))
  expect((await world.get('c/1'))?.json).toBe('{"a":{"integerValue":"2"}}')
  await commit(remove('c/1'))
  isReached = false
  await commit(set('c/2', { a: 1 }))
})
