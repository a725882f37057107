import * as z from 'zod/mini'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileReference } from './file-address.ts'
import { accessEntries, isForEverybody } from './public-access.ts'
import { folderPrefix, lastNameOf } from '../../../shared/files/file-path.ts'
import { getFileSettings } from '../../../backend/api/projects.ts'

/** The most that one page of the server holds, files and folders together. */
export const pageMax = 1000

export interface ObjectsQuery {
  /** What names begin with. */
  readonly prefix: string
  /** Folds what is in folders below the prefix into their names; without it everything below is listed. */
  readonly delimiter?: '/'
  /** Names from this one on, in the order of their UTF-8 bytes. */
  readonly startOffset?: string
  /** At most `pageMax`. */
  readonly maxResults: number
  readonly pageToken?: string | undefined
  readonly signal?: AbortSignal
}

/** One page in the order of names, which are whole paths; those of folders end with a slash. */
export interface ObjectsPage<Item> {
  readonly items: readonly Item[]
  readonly folders: readonly string[]
  readonly nextPageToken: string | undefined
}

/** What the list says of a file. The SDK's `FullMetadata` say it under the same names. */
export interface ObjectMetadata {
  readonly size: number
  readonly contentType?: string | undefined
  /** As in ISO 8601. */
  readonly updated: string
  readonly generation: string
  /** Everybody may read it, where the project has public files. */
  readonly isPublic?: boolean | undefined
}

/** Of a thousand files everything would be a megabyte. */
const wanted = 'items(name,size,contentType,updated,generation,acl/entity),prefixes,nextPageToken'

const named = z.object({ name: z.string() })
const described = z.pipe(
  z.object({
    name: z.string(),
    size: z.pipe(z.string(), z.transform(Number)),
    contentType: z.optional(z.string()),
    updated: z.string(),
    generation: z.string(),
    acl: z.optional(accessEntries),
  }),
  z.transform(({ acl, ...object }) => (isForEverybody(acl) ? { ...object, isPublic: true } : object)),
)

/** The names of files alone. Throws a `HearthError`. */
export async function listNames(project: ProjectSession, query: ObjectsQuery): Promise<ObjectsPage<string>> {
  const page = await list(project, '/v0', query, named)
  return { ...page, items: page.items.map(({ name }) => name) }
}

/** Files with what is known of them, which the SDK asks for one by one: this is the list of the server libraries. Throws a `HearthError`. */
async function listWithMetadata(
  project: ProjectSession,
  query: ObjectsQuery,
): Promise<ObjectsPage<ObjectMetadata & { readonly name: string }>> {
  return await list(project, '/storage/v1', query, described)
}

async function list<Item>(
  project: ProjectSession,
  protocol: '/v0' | '/storage/v1',
  { maxResults, signal, ...texts }: ObjectsQuery,
  item: z.ZodMiniType<Item>,
): Promise<ObjectsPage<Item>> {
  const { bucket } = fileReference(project, '')
  const query = new URLSearchParams({ maxResults: String(maxResults) })
  if (protocol === '/storage/v1') {
    // Who may read it is known by its access list alone.
    query.set('projection', 'full')
    query.set('fields', wanted)
  }
  for (const [name, text] of Object.entries(texts)) if (text !== undefined) query.set(name, text)
  const { items, prefixes, nextPageToken } = await project.call({
    path: `${protocol}/b/${encodeURIComponent(bucket)}/o?${query}`,
    answer: z.object({
      items: z.optional(z.array(item)),
      prefixes: z.optional(z.array(z.string())),
      nextPageToken: z.optional(z.string()),
    }),
    ...(signal !== undefined && { signal }),
  })
  return { items: items ?? [], folders: prefixes ?? [], nextPageToken }
}

/**
 * The paths of all files in a folder and in the folders below it, at most `max + 1` of them, which tells that there are too many. Throws a
 * `HearthError`.
 */
export async function filesBelow(project: ProjectSession, folder: string, max: number): Promise<readonly string[]> {
  const found: string[] = []
  let pageToken: string | undefined
  do {
    const page = await listNames(project, { prefix: folderPrefix(folder), maxResults: pageMax, pageToken })
    found.push(...page.items)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined && found.length <= max)
  return found.slice(0, max + 1)
}

export interface ListedFile {
  readonly name: string
  readonly path: string
  readonly metadata: ObjectMetadata
}

export interface FolderPage {
  /** Names, without slashes. */
  readonly folders: readonly string[]
  readonly files: readonly ListedFile[]
  readonly nextPageToken: string | undefined
}

/** One page of a folder, by name, with at most `max` files and folders. Throws a `HearthError`. */
export async function listFolder(
  project: ProjectSession,
  folder: string,
  { pageToken, max }: { readonly pageToken: string | undefined; readonly max: number },
): Promise<FolderPage> {
  const prefix = folderPrefix(folder)
  const page = await listWithMetadata(project, { prefix, delimiter: '/', maxResults: max, pageToken })
  const items = await withoutIdleMarks(project, page.items)
  return {
    folders: page.folders.map(lastNameOf),
    files: items
      // Some programs keep an empty file by the name of a folder, so that it is there.
      .filter(({ name }) => name !== prefix)
      .map(({ name: path, ...metadata }) => ({ name: lastNameOf(path), path, metadata })),
    nextPageToken: page.nextPageToken,
  }
}

/** The mark of a public file opens nothing while the project has no public files. */
async function withoutIdleMarks<Item extends ObjectMetadata>(
  project: ProjectSession,
  items: readonly Item[],
): Promise<readonly Item[]> {
  if (!items.some(({ isPublic }) => isPublic === true) || (await getFileSettings(project)).publicFiles) return items
  return items.map((item) => ({ ...item, isPublic: undefined }))
}
