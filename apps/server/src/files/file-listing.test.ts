import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProjectStore } from '../persistence/persistence.ts'
import { type FileList, listFiles } from './file-listing.ts'

const compareNames = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** A store of files of these names, which counts the records that are read. */
class CountedStore {
  readonly #keys: readonly string[]
  readonly #readMs: number
  records = 0
  reads = 0

  constructor(names: readonly string[], { readMs = 0 } = {}) {
    this.#keys = names.toSorted(compareNames)
    this.#readMs = readMs
  }

  async read<T>(look: (snapshot: object) => Promise<T>): Promise<T> {
    return await look({ listRecords: this.#list })
  }

  readonly #list = async (_space: string, range: { start: string; end?: string }, page: { limit: number }) => {
    const endsAt = performance.now() + this.#readMs
    while (performance.now() < endsAt);
    const begin = this.#keys.findIndex((key) => compareNames(key, range.start) >= 0)
    const { end } = range
    const read = this.#keys
      .slice(begin === -1 ? this.#keys.length : begin)
      .slice(0, page.limit)
      .filter((key) => end === undefined || compareNames(key, end) < 0)
    this.reads++
    this.records += read.length
    return read.map((key) => ({ key, value: JSON.stringify({ object: { name: key } }), revision: 1 }))
  }

  get store(): ProjectStore {
    return this as unknown as ProjectStore
  }
}

test('a page of folders reads as much as it answers, whatever is in them', async () => {
  const folders = Array.from({ length: 100 }, (_, index) => `${String(index).padStart(3, '0')}/`)
  const counted = new CountedStore(folders.flatMap((folder) => Array.from({ length: 100 }, (_, n) => `${folder}${n}`)))
  const { prefixes } = await listFiles(counted.store, { prefix: '', delimiter: '/', maxResults: 1_000 })
  expect(prefixes).toEqual(folders)
  expect(counted.records).toBeLessThanOrEqual(200 + 2 * folders.length)
  // The whole of a page that is of use is read at once.
  const flat = new CountedStore(folders.map((folder) => `${folder}only`))
  await listFiles(flat.store, { prefix: '', delimiter: '/', maxResults: 1_000 })
  expect(flat.reads).toBe(1)
})

test('others have their turn while a long list is read', async () => {
  const names = ['a', 'b', 'c', 'd'].flatMap((folder) => Array.from({ length: 9 }, (_, n) => `${folder}/${n}`))
  const counted = new CountedStore(names, { readMs: 10 })
  let readsBefore = Number.NaN
  setImmediate(() => (readsBefore = counted.reads))
  await listFiles(counted.store, { prefix: '', delimiter: '/', maxResults: 4 })
  expect(readsBefore).toBeLessThan(counted.reads)
})

test('the pages of a list are what a look at all names finds', async () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', '😀'), minLength: 1, maxLength: 6 })
  const asked = fc.record({
    names: fc.uniqueArray(name, { maxLength: 40 }),
    prefix: fc.constantFrom('', 'a', 'a/', 'b/'),
    delimiter: fc.constantFrom('', '/', 'b'),
    maxResults: fc.integer({ min: 1, max: 5 }),
    startOffset: fc.option(name, { nil: undefined }),
    endOffset: fc.option(name, { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ names, ...list }) => {
      const { store } = new CountedStore(names)
      const found: string[] = []
      let pageToken: string | undefined
      do {
        const page = await listFiles(store, { ...list, pageToken })
        expect(page.prefixes.length + page.items.length).toBeLessThanOrEqual(list.maxResults)
        found.push(...page.prefixes, ...page.items.map((item) => item.name))
        pageToken = page.nextPageToken
      } while (pageToken !== undefined)
      expect(found.toSorted(compareNames)).toEqual(lookAtAll(names, list))
    }),
  )
})

function lookAtAll(names: readonly string[], { prefix, delimiter, startOffset = '', endOffset }: FileList): string[] {
  const isMeant = (name: string): boolean =>
    name.startsWith(prefix) &&
    compareNames(name, startOffset) >= 0 &&
    (endOffset === undefined || compareNames(name, endOffset) < 0)
  const folded = names.filter(isMeant).map((name) => {
    const at = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length)
    return at < 0 ? name : name.slice(0, at + delimiter.length)
  })
  return [...new Set(folded)].toSorted(compareNames)
}
