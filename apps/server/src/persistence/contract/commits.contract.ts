import { describe, expect, it } from 'vitest'
import type { CommitBatch, ProjectStore } from '../persistence.ts'
import { DATABASE, documentsOf, put, record, type EngineUnderTest, openAndDispose } from './engine-under-test.ts'

const conflict = 'The data was changed by another write.'

/** What every engine has to do with what is handed over to be committed. */
export function describeCommits(engine: string, open: () => Promise<EngineUnderTest>): void {
  describe(`commits on ${engine}`, () => {
    const { opened, openStore, openWith } = openAndDispose(open)

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
  })
}
