import { describe, expect, it } from 'vitest'
import type { FeedPush } from '../persistence.ts'
import { put, record, stateOf, type EngineUnderTest, openAndDispose } from './engine-under-test.ts'

/** What every engine has to tell those who follow a project. */
export function describeFeed(engine: string, open: () => Promise<EngineUnderTest>): void {
  describe(`feed on ${engine}`, () => {
    const { opened, openStore, openWith } = openAndDispose(open)

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
  })
}
