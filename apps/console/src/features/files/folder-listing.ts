import type { FolderPage, ListedFile } from './queries/list-objects.ts'

export interface FolderQuestion {
  readonly pageToken: string | undefined
  /** Files and folders together. */
  readonly max: number
}

/** What a folder holds, page by page as far as somebody went. */
export interface FolderListing {
  readonly pages: readonly FolderPage[]
  /** Files and folders, as far as somebody went. */
  readonly wanted: number
}

/** So many more are shown each time that somebody asks for more. */
export const pageSize = 200
/** One answer of the server has no more. */
const answerMax = 1000

/** Everything that is wanted, in as few questions as can be. */
export async function readFolder(
  list: (question: FolderQuestion) => Promise<FolderPage>,
  wanted: number,
): Promise<FolderListing> {
  const pages: FolderPage[] = []
  let left = wanted
  let pageToken: string | undefined
  do {
    const max = Math.min(left, answerMax)
    const page = await list({ pageToken, max })
    pages.push(page)
    left -= max
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && left > 0)
  return { pages, wanted }
}

/** With the page after the last, where that is still the one that was asked for. */
export function withPage(listing: FolderListing, pageToken: string, page: FolderPage): FolderListing {
  if (listing.pages.at(-1)?.nextPageToken !== pageToken) return listing
  return { ...listing, pages: [...listing.pages, page] }
}

/** With a file that was changed or, with `undefined`, is gone: its row follows without asking for all the others. */
export function withFile(
  listing: FolderListing,
  path: string,
  metadata: ListedFile['metadata'] | undefined,
): FolderListing {
  if (!listing.pages.some(({ files }) => files.some((file) => file.path === path))) return listing
  const revise = (page: FolderPage): FolderPage => ({
    ...page,
    files: page.files.flatMap((file) => {
      if (file.path !== path) return [file]
      return metadata === undefined ? [] : [{ ...file, metadata }]
    }),
  })
  return { ...listing, pages: listing.pages.map(revise) }
}

/** What is as it was stays the same object, so that its row isn't drawn again. */
export function withSameFiles(before: FolderListing | undefined, listing: FolderListing): FolderListing {
  if (before === listing) return before
  const known = new Map(before?.pages.flatMap(({ files }) => files.map((file) => [file.path, file] as const)))
  const pages = listing.pages.map((page) => ({
    ...page,
    files: page.files.map((file) => {
      const same = known.get(file.path)
      return same !== undefined && isSame(same.metadata, file.metadata) ? same : file
    }),
  }))
  return { ...listing, pages }
}

function isSame(one: ListedFile['metadata'], other: ListedFile['metadata']): boolean {
  return (['generation', 'updated', 'size', 'contentType', 'isPublic'] as const).every(
    (name) => one[name] === other[name],
  )
}
