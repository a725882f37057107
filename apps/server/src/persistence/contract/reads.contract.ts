import { decodeDocumentPath, MAX_ID_BYTES, nameKeysOf } from '@hearth/model'
import { describe, expect, it } from 'vitest'
import type { DeletedDocument } from '../persistence.ts'
import {
  DATABASE,
  documentsOf,
  keysOf,
  put,
  record,
  type EngineUnderTest,
  openAndDispose,
} from './engine-under-test.ts'

/** What every engine has to give back, of now and of the past, and of projects. */
export function describeReads(engine: string, open: () => Promise<EngineUnderTest>): void {
  describe(`reads on ${engine}`, () => {
    const { opened, openStore } = openAndDispose(open)

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
