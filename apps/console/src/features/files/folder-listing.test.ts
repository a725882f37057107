import { expect, it } from 'vitest'
import { FolderListing } from './folder-listing.ts'
import type { FolderPage, ListedFile } from './queries/list-folder.ts'

const metadata: ListedFile['metadata'] = { size: 1, updated: '2026-11-01T00:00:00Z', generation: '1' }

function page(names: string, nextPageToken?: string): FolderPage {
  return { folders: [], files: names.split(' ').map((name) => ({ name, path: name, metadata })), nextPageToken }
}

const answers: Readonly<Record<string, FolderPage>> = { '': page('a b', '2'), 2: page('c', '3'), 3: page('d') }

function namesOf(listing: FolderListing): string | undefined {
  return listing
    .getSnapshot()
    .pages?.flatMap(({ files }) => files.map(({ name }) => name))
    .join(' ')
}

it('goes on page by page, and asks again for as many as are shown', async () => {
  const asked: string[] = []
  const listing = new FolderListing(async ({ pageToken = '', max }) => {
    asked.push(`${pageToken}:${max}`)
    return answers[pageToken] ?? page('x')
  })
  expect(namesOf(listing)).toBeUndefined()
  await listing.reload()
  await listing.loadMore()
  expect(namesOf(listing)).toBe('a b c')
  await listing.loadMore()
  await listing.loadMore()
  expect(namesOf(listing)).toBe('a b c d')
  expect(asked).toEqual([':200', '2:200', '3:200'])
})

it('asks again for everything that is shown with one question, up to what one answer holds', async () => {
  const names = Array.from({ length: 1500 }, (_, at) => String(at).padStart(4, '0'))
  const asked: number[] = []
  const listing = new FolderListing(async ({ pageToken, max }) => {
    asked.push(max)
    const from = Number(pageToken ?? 0)
    const shown = names.slice(from, from + max)
    return page(shown.join(' '), from + max < names.length ? String(from + max) : undefined)
  })
  await listing.reload()
  for (let n = 0; n < 5; n += 1) await listing.loadMore()
  const before = namesOf(listing)
  asked.length = 0
  await listing.reload()
  expect(asked).toEqual([1000, 200])
  expect(namesOf(listing)).toBe(before)
})

it('shows more although everything is asked for again meanwhile', async () => {
  const asked: number[] = []
  const listing = new FolderListing(async ({ max }) => {
    asked.push(max)
    return page('a', 'next')
  })
  await listing.reload()
  await Promise.all([listing.loadMore(), listing.reload()])
  expect(asked).toEqual([200, 200, 400])
})

it('keeps what was known when asking fails', async () => {
  let isBroken = false
  const listing = new FolderListing(async () => {
    if (isBroken) throw new Error('no')
    return page('a b')
  })
  await listing.reload()
  isBroken = true
  await listing.reload()
  expect(namesOf(listing)).toBe('a b')
  expect(listing.getSnapshot()).toMatchObject({ isAsking: false, error: new Error('no') })
})

it('keeps the rows that are as they were', async () => {
  let generation = '1'
  const listing = new FolderListing(async () => ({
    folders: [],
    files: ['a', 'b'].map((name) => ({
      name,
      path: name,
      metadata: { ...metadata, generation: name === 'a' ? '1' : generation },
    })),
    nextPageToken: undefined,
  }))
  const filesOf = () => listing.getSnapshot().pages?.flatMap(({ files }) => files) ?? []
  await listing.reload()
  const before = filesOf()
  generation = '2'
  await listing.reload()
  expect(filesOf()[0]).toBe(before[0])
  expect(filesOf()[1]?.metadata.generation).toBe('2')
})

it('hears the latest question alone', async () => {
  const waiting: ((page: FolderPage) => void)[] = []
  const listing = new FolderListing(() => new Promise((resolve) => waiting.push(resolve)))
  const first = listing.reload()
  const second = listing.reload()
  waiting[1]?.(page('new'))
  waiting[0]?.(page('old'))
  await Promise.all([first, second])
  expect(namesOf(listing)).toBe('new')
})

it('lets a row go with its file', async () => {
  const listing = new FolderListing(async () => page('a b'))
  await listing.reload()
  listing.note('a', undefined)
  listing.note('b', { ...metadata, size: 7 })
  expect(listing.getSnapshot().pages?.[0]?.files).toMatchObject([{ name: 'b', metadata: { size: 7 } }])
})
