import { decodeDocumentPath, MAX_ID_BYTES, nameKeysOf } from '@hearth/model'
import { afterEach, describe, expect, it } from 'vitest'
import type {
  CommitBatch,
  DeletedDocument,
  DocumentChange,
  FeedPush,
  Persistence,
  ProjectStore,
  StoredDocument,
} from '../persistence.ts'

/** How a contract opens an engine: `reopen` closes it and opens it again on the same data. */
export interface EngineUnderTest {
  readonly persistence: Persistence
  /** The store's clock, which begins at 0. */
  readonly clock: { ms: number }
  reopen(): Promise<EngineUnderTest>
  /** Closes the engine and removes its data. */
  dispose(): Promise<void>
}

const DATABASE = '(default)'
const conflict = 'The data was changed by another write.'

/** What every engine has to do. */
export function describePersistence(engine: string, open: () => Promise<EngineUnderTest>): void {
  describe(`persistence on ${engine}`, () => {
    const opened: EngineUnderTest[] = []
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.dispose()
    })
    async function openWith() {
      const one = await open()
      opened.push(one)
      return { one, clock: one.clock, store: await one.persistence.openProject('demo-app') }
    }
    async function openStore(): Promise<ProjectStore> {
      return (await openWith()).store
    }

    it('gives back what was committed, also after it was opened again', async () => {
      let one = await open()
      const store = await one.persistence.openProject('demo-app')
      await store.commit({
        notBefore: 10,
        documents: [put('users/ada', 10, '{"n":1}')],
        records: [record('space', 'key', 'value')],
      })
      one = await one.reopen()
      opened.push(one)
      const again = await one.persistence.openProject('demo-app')
      expect(
        await again.getDocuments([
          { database: DATABASE, path: 'users/ada' },
          { database: DATABASE, path: 'users/bob' },
        ]),
      ).toEqual([{ database: DATABASE, path: 'users/ada', createTime: 10, updateTime: 10, json: '{"n":1}' }, undefined])
      expect(await again.getRecord('space', 'key')).toMatchObject({ key: 'key', value: 'value' })
      expect(again.lastVersion()).toBe(10)
    })

    it('applies a batch whole or not at all', async () => {
      const store = await openStore()
      await store.commit({ notBefore: 1, documents: [put('a/1', 1)] })
      const refused = store.commit({
        notBefore: 2,
        expect: [
          { kind: 'document', key: { database: DATABASE, path: 'a/1' }, updateTime: 1 },
          { kind: 'document', key: { database: DATABASE, path: 'a/2' }, updateTime: 1 },
        ],
        documents: [put('a/1', 2), put('a/3', 2)],
        records: [record('space', 'key', 'value')],
      })
      await expect(refused).rejects.toMatchObject({ code: 'aborted', reason: 'CONFLICT', details: { index: 1 } })
      expect((await documentsOf(store, 'a/1', 'a/3')).map((document) => document?.updateTime)).toEqual([1, undefined])
      expect(await store.getRecord('space', 'key')).toBeUndefined()
      expect(store.lastVersion()).toBe(1)
    })

    it.each<[string, CommitBatch['expect'], boolean]>([
      [
        'a document with its version',
        [{ kind: 'document', key: { database: DATABASE, path: 'a/1' }, updateTime: 5 }],
        true,
      ],
      [
        'a document with an older version',
        [{ kind: 'document', key: { database: DATABASE, path: 'a/1' }, updateTime: 4 }],
        false,
      ],
      [
        'a document that should be absent',
        [{ kind: 'document', key: { database: DATABASE, path: 'a/1' }, updateTime: undefined }],
        false,
      ],
      [
        'an absent document',
        [{ kind: 'document', key: { database: DATABASE, path: 'a/2' }, updateTime: undefined }],
        true,
      ],
      ['an absent record', [{ kind: 'record', space: 's', key: 'none', revision: 0 }], true],
      ['a record that should be absent', [{ kind: 'record', space: 's', key: 'k', revision: 0 }], false],
    ])('checks the expectation of %s', async (_, expectations, holds) => {
      const store = await openStore()
      await store.commit({ notBefore: 5, documents: [put('a/1', 5)], records: [record('s', 'k', 'v')] })
      const outcome = store.commit({ notBefore: 6, expect: expectations ?? [], documents: [put('a/9', 6)] })
      await (holds ? outcome : expect(outcome).rejects.toMatchObject({ reason: 'CONFLICT' }))
      expect((await documentsOf(store, 'a/9'))[0] !== undefined).toBe(holds)
    })

    it('compares and swaps records by revision, and never takes a new one for an old one', async () => {
      const store = await openStore()
      await store.commit({ records: [record('s', 'k', 'first')] })
      const { revision } = (await store.getRecord('s', 'k')) ?? { revision: 0 }
      const swap = (value: string) =>
        store.commit({
          expect: [{ kind: 'record', space: 's', key: 'k', revision }],
          records: [record('s', 'k', value)],
        })
      await store.commit({ records: [{ space: 's', key: 'k', value: undefined }] })
      await store.commit({ records: [record('s', 'k', 'again')] })
      await expect(swap('stale')).rejects.toMatchObject({ reason: 'CONFLICT' })
    })

    it('lets exactly one of many win the same expectation', async () => {
      const store = await openStore()
      const attempts = Array.from({ length: 50 }, (_, n) =>
        store
          .commit({
            expect: [{ kind: 'record', space: 's', key: 'k', revision: 0 }],
            records: [record('s', 'k', String(n))],
          })
          .then(
            () => n,
            () => undefined,
          ),
      )
      const winners = (await Promise.all(attempts)).filter((n) => n !== undefined)
      expect(winners).toHaveLength(1)
      expect((await store.getRecord('s', 'k'))?.value).toBe(String(winners[0]))
    })

    it('allots versions in the order of commits, above all before, the clock, and what a batch was planned with', async () => {
      const { store, clock } = await openWith()
      const versionOf = async (batch: CommitBatch) => (await store.commit(batch)).version
      expect(await versionOf({ notBefore: 10, documents: [put('a/1', 10)] })).toBe(10)
      expect(await versionOf({ notBefore: 9, documents: [put('a/2', 9)] })).toBe(11)
      clock.ms = 1
      expect(await versionOf({ documents: [put('a/3', 0)] })).toBe(1000)
      clock.ms = 0
      const together = await Promise.all(
        ['a/4', 'a/5', 'a/6'].map((path) => store.commit({ documents: [put(path, 0)] })),
      )
      expect(together).toEqual([1001, 1002, 1003].map((version) => ({ version, previous: version - 1 })))
      expect((await documentsOf(store, 'a/6'))[0]).toMatchObject({ createTime: 1003, updateTime: 1003 })
    })

    it('answers in the order of versions, also beside a floor that is being raised', async () => {
      const { store, clock } = await openWith()
      await store.commit({ documents: [put('a/0', 0)] })
      clock.ms = 1
      const answered: string[] = []
      const commit = async (path: string) => {
        await store.commit({ documents: [put(path, 0)] })
        answered.push(path)
      }
      const raised = store.raiseFloor(500)
      const first = commit('a/1')
      // By now the floor is on its way, and nothing stands before the next batch.
      for (let turn = 0; turn < 6; turn++) await Promise.resolve()
      await Promise.all([raised, first, commit('a/2'), commit('a/3')])
      expect(answered).toEqual(['a/1', 'a/2', 'a/3'])
    })

    it('gives records a version in the same order, which is no change of documents', async () => {
      const store = await openStore()
      await store.commit({ notBefore: 10, documents: [put('a/1', 10)] })
      const refused = store.commit({ expect: [{ kind: 'record', space: 's', key: 'k', revision: 1 }] })
      await expect(refused).rejects.toMatchObject({ reason: 'CONFLICT' })
      expect(await store.commit({ records: [record('s', 'k', 'v')] })).toEqual({ version: 11, previous: 10 })
      expect(await store.commit({ documents: [put('a/2', 12)] })).toEqual({ version: 12, previous: 10 })
      await store.commit({ records: [record('s', 'k', 'w')] })
      expect([store.lastVersion(), await store.lastChange()]).toEqual([13, 12])
    })

    it('allots no version at or below a floor, and what is read is the whole truth up to there', async () => {
      const { one, store, clock } = await openWith()
      clock.ms = 1
      await expect(store.raiseFloor(1001)).rejects.toMatchObject({ code: 'invalid-argument', reason: 'TIME_AHEAD' })
      const before = store.commit({ notBefore: 10, documents: [put('a/1', 10)] })
      clock.ms = 0.5
      await store.raiseFloor(500)
      expect((await before).version).toBeLessThan(1001)
      const { version } = await before
      expect(store.readTime()).toBe(Math.max(version, 500))
      clock.ms = 3
      await store.raiseFloor(3000)
      clock.ms = 0
      expect([store.lastVersion(), store.readTime()]).toEqual([version, 3000])
      await store.read(async (snapshot) => expect([snapshot.version, snapshot.readTime]).toEqual([version, 3000]))
      await store.raiseFloor(2000)
      expect(store.readTime()).toBe(3000)
      expect(await store.commit({ documents: [put('a/2', 0)] })).toEqual({ version: 3001, previous: version })
      clock.ms = 5
      await store.raiseFloor(5000)
      opened.pop()
      const reopened = await one.reopen()
      opened.push(reopened)
      const again = await reopened.persistence.openProject('demo-app')
      expect((await again.commit({ documents: [put('a/3', 0)] })).version).toBeGreaterThan(5000)
    })

    it('dates a batch that changes nothing at the present, where what it expects is so, and allots nothing', async () => {
      const { store, clock } = await openWith()
      await store.commit({ notBefore: 10, documents: [put('a/1', 10)] })
      const key = { database: DATABASE, path: 'a/1' }
      const check = (updateTime: number | undefined) =>
        store.commit({ expect: [{ kind: 'document', key, updateTime }] })
      expect(await check(10)).toEqual({ version: 10, previous: 10 })
      clock.ms = 1
      expect(await check(10)).toEqual({ version: 1000, previous: 10 })
      await expect(check(undefined)).rejects.toMatchObject({ reason: 'CONFLICT', details: { index: 0 } })
      expect([store.lastVersion(), store.readTime(), await store.lastChange()]).toEqual([10, 1000, 10])
      clock.ms = 0
      const ticket = {}
      const after = { kind: 'document-after', key, ticket } as const
      const together = await Promise.all([
        store.commit({ ticket, documents: [put('a/1', 0, '{"n":2}')] }),
        store.commit({ expect: [after] }),
        store.commit({ documents: [put('a/2', 0)] }),
      ])
      expect(together).toEqual([
        { version: 1001, previous: 10 },
        { version: 1001, previous: 1001 },
        { version: 1002, previous: 1001 },
      ])
    })

    it('refuses what rests on another ground than its own, and counts what changes it', async () => {
      const { one, store } = await openWith()
      const groundOf = (of: ProjectStore) => of.read(async (snapshot) => snapshot.ground)
      const ground = await groundOf(store)
      expect(ground.incarnation).toMatch(/^[0-9a-f]{16}$/)
      const next = { ...ground, catalogue: ground.catalogue + 1 }
      const outcomes = await Promise.allSettled([
        store.commit({ ground, documents: [put('a/1', 0)] }),
        store.commit({ ground, records: [record('s', 'k', 'v')], raisesCatalogue: true }),
        store.commit({ ground, documents: [put('a/2', 0)] }),
        store.commit({ ground: next, documents: [put('a/3', 0)] }),
        store.commit({ ground: { ...next, incarnation: 'f'.repeat(16) }, documents: [put('a/4', 0)] }),
        store.commit({ documents: [put('a/5', 0)] }),
      ])
      expect(
        outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason)),
      ).toMatchObject([
        { version: 1, previous: 0 },
        { version: 2, previous: 1, catalogue: next.catalogue },
        { code: 'aborted', reason: 'STALE_PLAN' },
        { version: 3, previous: 1 },
        { code: 'aborted', reason: 'STALE_PLAN' },
        { version: 4, previous: 3 },
      ])
      expect((await documentsOf(store, 'a/2', 'a/4')).filter(Boolean)).toEqual([])
      expect(await groundOf(store)).toEqual(next)
      opened.pop()
      const reopened = await one.reopen()
      opened.push(reopened)
      expect(await groundOf(await reopened.persistence.openProject('demo-app'))).toEqual(next)
    })

    it('builds on batches that are not settled, and refuses what was built on one that is refused', async () => {
      const store = await openStore()
      const key = (path: string) => ({ database: DATABASE, path })
      const after = (path: string, ticket: object) => ({ kind: 'document-after', key: key(path), ticket }) as const
      const [made, changed, gone, wrong, onWrong, elsewhere] = Array.from({ length: 6 }, () => ({}))
      if (!made || !changed || !gone || !wrong || !onWrong || !elsewhere) throw new Error('six tickets')
      const outcomes = await Promise.allSettled([
        store.commit({ ticket: made, documents: [put('a/1', 0, '{"n":1}')] }),
        store.commit({
          ticket: wrong,
          expect: [{ kind: 'document', key: key('a/2'), updateTime: 7 }],
          documents: [put('a/2', 0)],
        }),
        store.commit({
          ticket: changed,
          expect: [after('a/1', made)],
          documents: [put('a/1', 1, '{"n":2}', [], [], 0)],
        }),
        store.commit({ ticket: onWrong, expect: [after('a/2', wrong)], documents: [put('a/2', 0)] }),
        store.commit({ expect: [after('a/2', onWrong)], documents: [put('a/2', 0)] }),
        store.commit({ expect: [after('a/1', made)], documents: [put('a/1', 1, '{"n":0}', [], [], 0)] }),
        store.commit({
          ticket: gone,
          expect: [after('a/1', changed)],
          documents: [{ ...put('a/1', 0), json: undefined }],
        }),
        store.commit({ expect: [after('a/1', gone)], documents: [put('a/1', 0, '{"n":3}')] }),
        store.commit({ expect: [after('a/3', made)], documents: [put('a/3', 0)] }),
        store.commit({ expect: [after('a/1', elsewhere)], documents: [put('a/4', 0)] }),
      ])
      expect(
        outcomes.map((one) => (one.status === 'fulfilled' ? one.value.version : (one.reason as Error).message)),
      ).toEqual([1, conflict, 2, conflict, conflict, conflict, 3, 4, conflict, conflict])
      const [found, none] = await documentsOf(store, 'a/1', 'a/2')
      expect(found).toMatchObject({ createTime: 4, updateTime: 4, json: '{"n":3}' })
      expect(none).toBeUndefined()
    })

    it('applies batches in the order they were handed over', async () => {
      const store = await openStore()
      const settled: number[] = []
      await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          store.commit({ notBefore: n + 1, documents: [put('a/1', n + 1, `{"n":${n}}`)] }).then(() => settled.push(n)),
        ),
      )
      expect(settled).toEqual(Array.from({ length: 200 }, (_, n) => n))
      expect((await documentsOf(store, 'a/1'))[0]?.json).toBe('{"n":199}')
    })

    it('pushes what it has committed in the order of versions, each with the one before, when a read finds it', async () => {
      const { one, store } = await openWith()
      const pushes: FeedPush[] = []
      const found: (number | undefined)[] = []
      const reads: Promise<unknown>[] = []
      const following = store.follow((push) => {
        pushes.push(push)
        const read = store.read((snapshot) => snapshot.feedAfter(push.previous, 1))
        reads.push(read.then(({ entries: [first] }) => found.push(first?.version)))
      })
      const [first, second] = [{}, {}]
      await Promise.allSettled([
        store.commit({ ticket: first, documents: [put('a/1', 0)] }),
        store.commit({ records: [record('s', 'k', 'v')] }),
        store.commit({ expect: [{ kind: 'record', space: 's', key: 'k', revision: 9 }], documents: [put('a/9', 0)] }),
        store.commit({ ticket: second, documents: [put('a/2', 0), put('a/3', 0)] }),
        store.commit({ documents: [put('a/4', 0)] }),
      ])
      await Promise.all(reads)
      expect(pushes).toEqual([
        { version: 1, previous: 0, ticket: first, records: [] },
        { version: 3, previous: 1, ticket: second, records: [] },
        { version: 4, previous: 3, ticket: undefined, records: [] },
      ])
      expect(found).toEqual([1, 3, 4])
      expect(following.readTime()).toBe(4)
      opened.pop()
      const reopened = await one.reopen()
      opened.push(reopened)
      const again = await reopened.persistence.openProject('demo-app')
      again.follow((push) => pushes.push(push))
      await again.commit({ documents: [put('a/5', 0)] })
      expect(pushes.at(-1)).toMatchObject({ version: expect.any(Number) as number, previous: 4 })
    })

    it('tells in its feed what each batch made of documents, page by page, whole batches', async () => {
      const store = await openStore()
      const gone = (path: string) => ({ ...put(path, 0), json: undefined })
      await store.commit({ notBefore: 10, author: 'user:ada', documents: [put('a/1', 10, '{"n":1}'), put('a/2', 10)] })
      await store.commit({ notBefore: 20, documents: [put('a/1', 20, '{"n":2}', [], [], 10)] })
      await store.commit({ notBefore: 25, records: [record('s', 'k', 'v')] })
      await store.commit({ notBefore: 30, documents: [gone('a/1'), put('a/3', 30), gone('none')] })
      await store.commit({ notBefore: 40, documents: [put('a/1', 40, '{"n":4}')] })
      await store.commit({ notBefore: 50, documents: [put('a/1', 50, '{"n":5}', [], [], 40)] })
      const told = async (after: number, limit: number) => {
        const { entries, isLast } = await store.read((snapshot) => snapshot.feedAfter(after, limit))
        const batches = entries.map(({ version, author, documents }) => [
          version,
          author,
          ...documents.map(({ path, before, after: now }) => [path, stateOf(before), stateOf(now)]),
        ])
        return { batches, isLast }
      }
      const batches = [
        [10, 'user:ada', ['a/1', undefined, '10 10 {"n":1}'], ['a/2', undefined, '10 10 {}']],
        [20, undefined, ['a/1', '10 10 {"n":1}', '10 20 {"n":2}']],
        [30, undefined, ['a/1', '10 20 {"n":2}', undefined], ['a/3', undefined, '30 30 {}']],
        [40, undefined, ['a/1', undefined, '40 40 {"n":4}']],
        [50, undefined, ['a/1', '40 40 {"n":4}', '40 50 {"n":5}']],
      ]
      expect(await told(0, 100)).toEqual({ batches, isLast: true })
      expect(await told(0, 7)).toEqual({ batches, isLast: true })
      expect(await told(0, 1)).toEqual({ batches: batches.slice(0, 1), isLast: false })
      expect(await told(0, 4)).toEqual({ batches: batches.slice(0, 2), isLast: false })
      expect(await told(10, 1)).toEqual({ batches: batches.slice(1, 2), isLast: false })
      expect(await told(40, 1)).toEqual({ batches: batches.slice(4), isLast: true })
      expect(await told(50, 1)).toEqual({ batches: [], isLast: true })
    })

    it('has the records of watched spaces in its feed, beside documents and alone', async () => {
      const { one, store } = await openWith()
      const pushes: FeedPush[] = []
      store.follow((push) => pushes.push(push))
      const named = (key: string) => ({ space: 'watched', key })
      const watched = (key: string, value: string | undefined = 'v') => ({ ...named(key), value })
      await Promise.allSettled([
        store.commit({ documents: [put('a/1', 0)], records: [watched('b'), watched('a'), record('s', 'k', 'v')] }),
        store.commit({ records: [record('s', 'k', 'w')] }),
        store.commit({ expect: [{ kind: 'record', ...named('a'), revision: 99 }], records: [watched('c')] }),
        store.commit({ records: [watched('a', undefined)] }),
        store.commit({ documents: [put('a/2', 0)] }),
      ])
      expect(pushes.map(({ version, previous, records }) => [version, previous, records])).toEqual([
        [1, 0, [named('b'), named('a')]],
        [3, 1, [named('a')]],
        [4, 3, []],
      ])
      const feed = async (after: number, limit: number) => {
        const { entries, isLast } = await store.read((snapshot) => snapshot.feedAfter(after, limit))
        const told = entries.map(({ version, documents, records }) => [version, documents.length, records])
        return [...told, isLast]
      }
      const batches = [
        [1, 1, [named('a'), named('b')]],
        [3, 0, [named('a')]],
        [4, 1, []],
      ]
      expect(await feed(0, 10)).toEqual([...batches, true])
      expect(await feed(0, 1)).toEqual([batches[0], false])
      expect(await feed(0, 2)).toEqual([batches[0], false])
      expect(await feed(1, 1)).toEqual([batches[1], batches[2], true])
      expect(await store.lastChange()).toBe(4)
      await store.commit({ records: [watched('z')] })
      expect(await store.lastChange()).toBe(4)
      opened.pop()
      const reopened = await one.reopen()
      opened.push(reopened)
      const again = await reopened.persistence.openProject('demo-app')
      expect((await again.commit({ documents: [put('a/3', 0)] })).previous).toBe(5)
    })

    it('ends a page of the feed with the large documents that it has room for', async () => {
      const store = await openStore()
      const large = (n: number) => put(`a/${n}`, 0, JSON.stringify({ text: 'x'.repeat(600_000) }))
      for (let n = 0; n < 5; n++) await store.commit({ documents: [large(n)] })
      const pages: number[][] = []
      for (let after = 0, isLast = false; !isLast; after = pages.at(-1)?.at(-1) ?? after) {
        const page = await store.read((snapshot) => snapshot.feedAfter(after, 100))
        pages.push(page.entries.map(({ version }) => version))
        isLast = page.isLast
      }
      expect(pages).toEqual([[1, 2], [3, 4], [5]])
    })

    it('shows a read one unchanging state', async () => {
      const store = await openStore()
      await store.commit({ notBefore: 1, documents: [put('a/1', 1, '{"n":1}', ['k1'])] })
      await store.read(async (snapshot) => {
        await store.commit({ notBefore: 2, documents: [put('a/1', 2, '{"n":2}', ['k2'], ['k1'])] })
        expect(snapshot.version).toBe(1)
        expect((await snapshot.getDocuments([{ database: DATABASE, path: 'a/1' }]))[0]?.json).toBe('{"n":1}')
        expect(await keysOf(snapshot, 'a', 'z')).toEqual(['k1'])
      })
      expect(await store.read((snapshot) => keysOf(snapshot, 'a', 'z'))).toEqual(['k2'])
    })

    it('scans the index in byte order, both ways, in pages, with its documents', async () => {
      const store = await openStore()
      const keys = ['k\u0000', 'k', 'ka', 'kä', 'l', 'j']
      await store.commit({
        notBefore: 1,
        documents: keys.map((key, n) => put(`a/${n}`, 1, `{"n":${n}}`, [key])),
      })
      await store.read(async (snapshot) => {
        const inOrder = ['k', 'k\u0000', 'ka', 'kä']
        expect(await keysOf(snapshot, 'k', 'l')).toEqual(inOrder)
        expect(await keysOf(snapshot, 'k', 'l', { limit: 100, reverse: true })).toEqual(inOrder.toReversed())
        expect(await keysOf(snapshot, 'k', 'l', { limit: 2, reverse: false })).toEqual(['k', 'k\u0000'])
        const range = { start: Buffer.from('ka'), end: Buffer.from('kb') }
        const { entries, isLast } = await snapshot.scanIndex(range, { limit: 10, reverse: false })
        expect(isLast).toBe(true)
        expect(entries.map((entry) => entry.document)).toEqual([
          { database: DATABASE, path: 'a/2', createTime: 1, updateTime: 1, json: '{"n":2}' },
        ])
        const { entries: long } = await snapshot.scanIndex(
          { start: Buffer.from('k'), end: Buffer.from('l') },
          { limit: 10, reverse: false, keysFrom: 3 },
        )
        expect(long.map(({ key }) => key && Buffer.from(key).toString())).toEqual([
          undefined,
          undefined,
          undefined,
          'kä',
        ])
        expect(await snapshot.findIndexKey(range, { skip: 0, reverse: true })).toEqual(
          new Uint8Array(Buffer.from('ka')),
        )
        expect(await snapshot.findIndexKey(range, { skip: 1, reverse: false })).toBeUndefined()
        expect(await snapshot.countIndex({ start: Buffer.from('k'), end: Buffer.from('l') }, 100)).toBe(4)
        expect(await snapshot.countIndex({ start: Buffer.from('k'), end: Buffer.from('l') }, 3)).toBe(3)
      })
    })

    it('ends a page with the large documents that it has room for, now and then, both ways', async () => {
      const store = await openStore()
      const [start = new Uint8Array()] = nameKeysOf(DATABASE, 'c/a')
      const [end = new Uint8Array()] = nameKeysOf(DATABASE, 'c/z')
      const range = { start, end }
      const ids = ['b', 'c', 'd', 'e', 'f']
      const named = (id: string, version: number, json: string) => ({
        ...put(`c/${id}`, version, json, [], [], 10),
        addedEntries: nameKeysOf(DATABASE, `c/${id}`),
      })
      const large = (id: string, version: number) =>
        named(id, version, `{"${id}":"${(id === 'c' ? 'é' : 'x').repeat(400_000)}${version}"}`)
      const small = (version: number) => named('g', version, '{}')
      await store.commit({ notBefore: 10, documents: [...ids.map((id) => large(id, 10)), small(10)] })
      await store.commit({ notBefore: 20, documents: [...ids.map((id) => large(id, 20)), small(20)] })
      await store.read(async (snapshot) => {
        for (const reverse of [false, true]) {
          const inOrder = [...ids, 'g'].map((id) => `c/${id}`)
          const expected = reverse ? inOrder.toReversed() : inOrder
          const page = { limit: 6, reverse }
          const now = await snapshot.scanIndex(range, page)
          const then = await snapshot.scanPast(range, 10, page)
          for (const { entries, isLast } of [now, then]) {
            const paths = entries.map(({ document }) => document?.path)
            expect(paths).toEqual(expected.slice(0, reverse ? 4 : 3))
            expect(isLast).toBe(false)
          }
          expect(now.entries[1]?.document.json).toMatch(/20"}$/)
          expect(then.entries[1]?.document?.json).toMatch(/10"}$/)
          const last = now.entries.at(-1)?.key ?? start
          const rest = reverse ? { start, end: last } : { start: Buffer.concat([last, Buffer.of(0)]), end }
          expect((await snapshot.scanIndex(rest, page)).entries.map(({ document }) => document.path)).toEqual(
            expected.slice(reverse ? 4 : 3),
          )
          expect((await snapshot.scanIndex(rest, page)).isLast).toBe(true)
        }
      })
    })

    it('knows documents as they were, and what changed since', async () => {
      const store = await openStore()
      await store.commit({ notBefore: 10, documents: [put('a/1', 10, '{"n":1}')] })
      await store.commit({ notBefore: 20, documents: [put('a/1', 20, '{"n":2}', [], [], 10), put('a/2', 20)] })
      await store.commit({ notBefore: 30, documents: [{ ...put('a/1', 30), json: undefined }] })
      await store.read(async (snapshot) => {
        const at = async (version: number) =>
          (await snapshot.getDocumentsAt([{ database: DATABASE, path: 'a/1' }], version))[0]?.json
        expect([await at(9), await at(10), await at(19), await at(20), await at(29), await at(30)]).toEqual([
          undefined,
          '{"n":1}',
          '{"n":1}',
          '{"n":2}',
          '{"n":2}',
          undefined,
        ])
        expect(
          (await snapshot.changesAfter(10, 10)).map(({ version, path }) => `${version} ${path}`).toSorted(),
        ).toEqual(['20 a/1', '20 a/2', '30 a/1'])
      })
    })

    it('finds what documents were in the order of their names, as long as it is not what they are', async () => {
      const store = await openStore()
      const range = (path: string) => {
        const [start = new Uint8Array()] = nameKeysOf(DATABASE, `${path}/a`)
        const [end = new Uint8Array()] = nameKeysOf(DATABASE, `${path}/z`)
        return { start, end }
      }
      const gone = { ...put('c/c', 30), json: undefined }
      await store.commit({
        notBefore: 10,
        documents: ['a', 'b', 'c', 'd'].map((id) => put(`c/${id}`, 10, `{"${id}":1}`)),
      })
      await store.commit({ notBefore: 20, documents: [put('c/b', 20, '{"b":2}', [], [], 10), put('d/a', 20)] })
      await store.commit({ notBefore: 30, documents: [put('c/b', 30, '{"b":3}', [], [], 10), gone, put('c/e', 30)] })
      await store.commit({ notBefore: 40, documents: [put('c/e', 40, '{"e":4}', [], [], 30)] })
      await store.read(async (snapshot) => {
        const at = async (version: number, page = { limit: 10, reverse: false }) =>
          (await snapshot.scanPast(range('c'), version, page)).entries.map(({ key, document }) => [
            decodeDocumentPath(key).path,
            document?.json,
          ])
        expect(await at(10)).toEqual([
          ['c/b', '{"b":1}'],
          ['c/c', '{"c":1}'],
          ['c/e', undefined],
        ])
        expect(await at(29, { limit: 2, reverse: true })).toEqual([
          ['c/e', undefined],
          ['c/c', '{"c":1}'],
        ])
        expect(await at(30)).toEqual([
          ['c/b', undefined],
          ['c/c', undefined],
          ['c/e', '{}'],
        ])
        expect(await snapshot.scanPast(range('d'), 10, { limit: 10, reverse: false })).toEqual({
          entries: [],
          isLast: true,
        })
        expect([await snapshot.countPast(range('c'), 10), await snapshot.countPast(range('c'), 2)]).toEqual([3, 2])
        expect([await snapshot.countChanges(20, 10), await snapshot.countChanges(0, 5)]).toEqual([4, 5])
      })
    })

    it('lists records in UTF-8 order, from, to, in pages and backwards', async () => {
      const store = await openStore()
      const keys = ['a', 'b', 'ba', 'z', 'ä', '\uffee', '😀']
      await store.commit({ records: keys.toReversed().map((key) => record('s', key, key)) })
      await store.commit({ records: [record('other', 'b', 'not mine')] })
      const list = (range: { start?: string; end?: string }, page = { limit: 100, reverse: false }) =>
        store.read(async (snapshot) => (await snapshot.listRecords('s', range, page)).map(({ key }) => key))
      expect(await list({})).toEqual(keys)
      expect(await list({ start: 'b', end: 'ä' })).toEqual(['b', 'ba', 'z'])
      expect(await list({ start: 'b' }, { limit: 2, reverse: false })).toEqual(['b', 'ba'])
      expect(await list({}, { limit: 2, reverse: true })).toEqual(['😀', '\uffee'])
    })

    it('keeps hostile names and values as they are', async () => {
      const store = await openStore()
      const names = [
        '__proto__',
        "'; DROP TABLE documents; --",
        'nul\u0000inside',
        'constructor',
        '\u{10ffff}',
        '%',
        ' ',
      ]
      await store.commit({
        notBefore: 1,
        documents: names.map((name) => put(`c/${name}`, 1, JSON.stringify({ name }))),
        records: names.map((name) => record(name, name, name)),
      })
      for (const name of names) {
        expect((await documentsOf(store, `c/${name}`))[0]?.json).toBe(JSON.stringify({ name }))
        expect((await store.getRecord(name, name))?.value).toBe(name)
      }
    })

    it('keeps a value of a megabyte', async () => {
      const store = await openStore()
      const json = JSON.stringify({ text: 'ä'.repeat(500_000) })
      await store.commit({ notBefore: 1, documents: [put('big/1', 1, json)] })
      expect((await documentsOf(store, 'big/1'))[0]?.json).toBe(json)
    })

    it('lists what became of a document, the newest first, page by page, with who did it', async () => {
      const store = await openStore()
      const gone = { ...put('a/1', 30), json: undefined }
      await store.commit({ notBefore: 10, author: 'user:ada', documents: [put('a/1', 10, '{"n":1}')] })
      await store.commit({ notBefore: 20, documents: [put('a/1', 20, '{"n":2}', [], [], 10)] })
      await store.commit({ notBefore: 30, author: 'operator:bob', documents: [gone] })
      await store.commit({ notBefore: 40, documents: [put('a/1', 40, '{"n":4}'), put('a/2', 40)] })
      const list = (before: number | undefined, limit: number) =>
        store.read(async (snapshot) =>
          (await snapshot.listVersions({ database: DATABASE, path: 'a/1' }, { before, limit })).map(
            ({ version, author, document }) => [version, author, document?.json],
          ),
        )
      const all = [
        [40, undefined, '{"n":4}'],
        [30, 'operator:bob', undefined],
        [20, undefined, '{"n":2}'],
        [10, 'user:ada', '{"n":1}'],
      ]
      expect(await list(undefined, 10)).toEqual(all)
      expect([
        await list(undefined, 1),
        await list(40, 1),
        await list(30, 1),
        await list(20, 1),
        await list(10, 1),
      ]).toEqual([...all.map((one) => [one]), []])
      await store.commit({ notBefore: 50, documents: [{ ...put('a/1', 50), json: undefined }] })
      expect(await list(undefined, 2)).toEqual([[50, undefined, undefined], all[0]])
      const changes = await store.read((snapshot) => snapshot.changesAfter(0, 10))
      expect(changes.map(({ author }) => author)).toContain('operator:bob')
    })

    it('lists deleted documents, the newest first, of a database and of a collection, page by page', async () => {
      const store = await openStore()
      const gone = (path: string, version: number) => ({ ...put(path, version), json: undefined })
      const paths = ['a/1', 'a/2', 'a/3', 'a/1/b/1', 'ab/1', 'é/1']
      await store.commit({ notBefore: 10, documents: paths.map((path) => put(path, 10)) })
      await store.commit({ notBefore: 20, author: 'user:ada', documents: [gone('a/2', 20), gone('a/1/b/1', 20)] })
      await store.commit({ notBefore: 30, documents: [gone('ab/1', 30), gone('a/3', 30), gone('é/1', 30)] })
      await store.commit({ notBefore: 40, documents: [put('a/2', 40)] })
      await store.commit({ notBefore: 50, author: 'operator:bob', documents: [gone('a/1', 50)] })
      const list = async (collection?: string, limit = 10) => {
        const found: DeletedDocument[] = []
        for (;;) {
          const page = await store.read((snapshot) =>
            snapshot.listDeleted({ database: DATABASE, collection }, { after: found.at(-1), limit }),
          )
          found.push(...page)
          if (page.length < limit)
            return found.map(({ path, version, author, lastVersion }) => [path, version, author, lastVersion])
        }
      }
      const all = [
        ['a/1', 50, 'operator:bob', 10],
        ['a/3', 30, undefined, 10],
        ['ab/1', 30, undefined, 10],
        ['é/1', 30, undefined, 10],
        ['a/1/b/1', 20, 'user:ada', 10],
      ]
      for (const limit of [1, 2, 3, 10]) {
        expect(await list(undefined, limit)).toEqual(all)
        expect(await list('a', limit)).toEqual([all[0], all[1]])
      }
      expect(await list('a/1/b')).toEqual([all[4]])
      expect(await list('é')).toEqual([all[3]])
      expect(await list('b')).toEqual([])
      const longest = [...'xyz'].map((letter) => letter.repeat(MAX_ID_BYTES)).join('/')
      const last = `${longest}/${'z'.repeat(MAX_ID_BYTES)}`
      await store.commit({ notBefore: 60, documents: [put(last, 60)] })
      await store.commit({ notBefore: 70, documents: [gone(last, 70)] })
      expect(await list(longest)).toEqual([[last, 70, undefined, 60]])
      await store.commit({ notBefore: 80, documents: [put(last, 80)] })
      expect(await list(longest)).toEqual([])
      expect(await list()).toEqual(all)
    })

    it('keeps projects apart, lists them and removes one', async () => {
      const one = await open()
      opened.push(one)
      const first = await one.persistence.openProject('first-project')
      const second = await one.persistence.openProject('second-project')
      await first.commit({ notBefore: 1, documents: [put('a/1', 1)] })
      expect((await documentsOf(second, 'a/1'))[0]).toBeUndefined()
      expect(await one.persistence.listProjects()).toEqual(['first-project', 'second-project'])
      await one.persistence.removeProject('first-project')
      expect(await one.persistence.listProjects()).toEqual(['second-project'])
      expect((await documentsOf(await one.persistence.openProject('first-project'), 'a/1'))[0]).toBeUndefined()
    })
  })
}

function put(
  path: string,
  version: number,
  json = '{}',
  added: readonly string[] = [],
  removed: readonly string[] = [],
  createTime = version,
): DocumentChange {
  const bytes = (keys: readonly string[]) => keys.map((key) => new Uint8Array(Buffer.from(key)))
  const isCreated = createTime === version
  return { database: DATABASE, path, json, isCreated, addedEntries: bytes(added), removedEntries: bytes(removed) }
}

function stateOf(document: StoredDocument | undefined): string | undefined {
  return document && `${document.createTime} ${document.updateTime} ${document.json}`
}

function record(space: string, key: string, value: string) {
  return { space, key, value }
}

function documentsOf(store: ProjectStore, ...paths: string[]) {
  return store.getDocuments(paths.map((path) => ({ database: DATABASE, path })))
}

async function keysOf(
  snapshot: Parameters<Parameters<ProjectStore['read']>[0]>[0],
  start: string,
  end: string,
  page = { limit: 100, reverse: false },
): Promise<string[]> {
  const keys = await snapshot.scanIndexKeys({ start: Buffer.from(start), end: Buffer.from(end) }, page)
  return keys.map((key) => Buffer.from(key).toString())
}
