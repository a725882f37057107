import { expect, it } from 'vitest'
import { type FolderListing, readFolder, withFile, withPage, withSameFiles } from './folder-listing.ts'
import type { FolderPage, ListedFile } from './queries/list-objects.ts'

const metadata: ListedFile['metadata'] = { size: 1, updated: '2026-11-01T00:00:00Z', generation: '1' }

function page(names: string, nextPageToken?: string): FolderPage {
  return { folders: [], files: names.split(' ').map((name) => ({ name, path: name, metadata })), nextPageToken }
}

function namesOf({ pages }: FolderListing): string {
  return pages.flatMap(({ files }) => files.map(({ name }) => name)).join(' ')
}

it('reads everything that is wanted with one question, up to what one answer holds', async () => {
  const names = Array.from({ length: 1500 }, (_, at) => String(at).padStart(4, '0'))
  const asked: string[] = []
  const listing = await readFolder(async ({ pageToken, max }) => {
    asked.push(`${pageToken ?? ''}:${max}`)
    const from = Number(pageToken ?? 0)
    return page(names.slice(from, from + max).join(' '), from + max < names.length ? String(from + max) : undefined)
  }, 1200)
  expect(asked).toEqual([':1000', '1000:200'])
  expect(namesOf(listing)).toBe(names.slice(0, 1200).join(' '))
  expect(listing.wanted).toBe(1200)
})

it('asks no further than the folder goes', async () => {
  let questions = 0
  await readFolder(async () => {
    questions += 1
    return page('a b')
  }, 1200)
  expect(questions).toBe(1)
})

it('takes the page after the last, unless another list took its place meanwhile', () => {
  const listing: FolderListing = { pages: [page('a', '2')], wanted: 400 }
  expect(namesOf(withPage(listing, '2', page('b')))).toBe('a b')
  expect(withPage(listing, '1', page('b'))).toBe(listing)
})

it('keeps the rows that are as they were', () => {
  const listed = (generation: string): FolderListing => ({
    pages: [
      {
        folders: [],
        files: ['a', 'b'].map((name) => ({
          name,
          path: name,
          metadata: { ...metadata, generation: name === 'a' ? '1' : generation },
        })),
        nextPageToken: undefined,
      },
    ],
    wanted: 200,
  })
  const before = listed('1')
  const [first, second] = withSameFiles(before, listed('2')).pages[0]?.files ?? []
  expect(first).toBe(before.pages[0]?.files[0])
  expect(second?.metadata.generation).toBe('2')
  expect(withSameFiles(before, before)).toBe(before)
})

it('lets a row go with its file', () => {
  const listing: FolderListing = { pages: [page('a b')], wanted: 200 }
  const gone = withFile(listing, 'a', undefined)
  expect(withFile(gone, 'b', { ...metadata, size: 7 }).pages[0]?.files).toMatchObject([
    { name: 'b', metadata: { size: 7 } },
  ])
  expect(withFile(listing, 'c', undefined)).toBe(listing)
})
