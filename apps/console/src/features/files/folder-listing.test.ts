import { expect, it } from 'vitest'
import { FolderListing } from './folder-listing.ts'
import type { FolderPage, ListedFile } from './queries/list-folder.ts'

const metadata = {} as NonNullable<ListedFile['metadata']>

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
  const listing = new FolderListing(async (token = '') => {
    asked.push(token)
    return answers[token] ?? page('x')
  })
  expect(namesOf(listing)).toBeUndefined()
  await listing.reload()
  await listing.loadMore()
  expect(namesOf(listing)).toBe('a b c')
  await listing.reload()
  expect(namesOf(listing)).toBe('a b c')
  await listing.loadMore()
  await listing.loadMore()
  expect(namesOf(listing)).toBe('a b c d')
  expect(asked).toEqual(['', '2', '', '2', '3'])
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
