import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ProjectDatabase, documentsUrl } from '../../../documents/project-database.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { queryClient } from '../../../backend/live/query-client.ts'
import type { TimeSpan } from '../../../ui/time-span.ts'
import { usePages, type ListPage } from '../../../ui/use-pages.ts'
import { listVersions, type Author } from '../history/document-versions.ts'
import { getCountFromServer, type Query } from 'firebase/firestore'
import { type CollectionQuery, writeQuery } from '../filters/collection-query.ts'
import * as z from 'zod/mini'
import { encodePath } from '../../../documents/data-path.ts'
import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'

/** The way to documents stays while the server can't be reached. */
const collectionsMs = 60 * 60_000
/** Each listed one can be restored with one press, together with all others. */
const deletedMax = 1_000
/** Each can be as large as a document. */
const versionsMax = 400

function collectionsOf(database: ProjectDatabase, parent: string) {
  return queryOptions({
    queryKey: [database.project.id, 'data', 'collections', database.id, parent],
    queryFn: async (): Promise<readonly string[]> => await listCollections(database, parent),
    gcTime: collectionsMs,
  })
}

/** The collections below a document, or of the root. */
export function useCollections(parent: string) {
  return useQuery(collectionsOf(useDatabase(), parent))
}

/** Lists a collection, by the segments of its path, while the server can't be asked which there are. */
export function keepCollection(database: ProjectDatabase, collection: readonly string[]): void {
  const id = collection.at(-1)
  const { queryKey } = collectionsOf(database, collection.slice(0, -1).join('/'))
  queryClient.setQueryData(queryKey, (ids) =>
    id === undefined || ids === undefined || ids.includes(id) ? ids : [...ids, id].toSorted(),
  )
}

/** Documents of a collection that are not there and lead to subcollections all the same. */
export function useMissingDocuments(collection: string) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'data', 'missing', database.id, collection],
    queryFn: async () => await listMissingDocuments(database, collection),
  })
}

/** So long a count counts; a collection that changes is counted again by then. */
const countMs = 30_000

/**
 * How many documents a query finds, counted by the server without being asked for; undefined until that is known, and where nothing is to be counted.
 *
 * @param source the query without its limit
 */
export function useCount(collection: string, query: CollectionQuery, source: Query | undefined): number | undefined {
  const database = useDatabase()
  const { data } = useQuery({
    queryKey: [database.project.id, 'data', 'count', database.id, collection, JSON.stringify(writeQuery(query))],
    queryFn: async () => (source === undefined ? 0 : (await getCountFromServer(source)).data().count),
    enabled: source !== undefined,
    staleTime: countMs,
    refetchInterval: countMs,
  })
  return source === undefined ? undefined : data
}

/** What was deleted in a collection, or in the whole database. */
export function useDeletedDocuments(collection: string | undefined, { since, until }: TimeSpan) {
  const database = useDatabase()
  return usePages(
    [database.project.id, 'data', 'deleted', database.id, collection, since, until],
    (pageToken) => listDeleted(database, collection, { since, until }, pageToken),
    deletedMax,
  )
}

/**
 * What became of a document, the newest first.
 *
 * @param saved what the server holds: another one is another history
 */
export function useVersions(path: string, saved: TypedFields) {
  const database = useDatabase()
  return usePages(
    [database.project.id, 'data', 'versions', database.id, path, identityOf(saved)],
    (pageToken) => listVersions(database, path, pageToken),
    versionsMax,
  )
}

/** The last page of `useVersions`. */
export function useLastVersions(path: string, saved: TypedFields) {
  const database = useDatabase()
  return useQuery({
    queryKey: [database.project.id, 'data', 'last-versions', database.id, path, identityOf(saved)],
    queryFn: async () => (await listVersions(database, path, undefined)).rows,
  })
}

const missingDocuments = z.object({
  documents: z.optional(z.array(z.object({ name: z.string(), createTime: z.optional(z.string()) }))),
})

/** So many names are looked at; a longer collection may have more behind them. */
const namesMax = 300

/**
 * The ids of documents that are not there and yet have subcollections, among the first 300 names of a collection. Queries and
 * listeners don't know them; the web SDK has no call for it.
 */
async function listMissingDocuments(database: ProjectDatabase, collection: string): Promise<readonly string[]> {
  const { documents = [] }: z.infer<typeof missingDocuments> = await database.project.call({
    path: `${documentsUrl(database)}/${encodePath(collection)}?showMissing=true&mask.fieldPaths=__name__&pageSize=${namesMax}`,
    answer: missingDocuments,
  })
  return (
    documents
      // What was never made has no time of its making, or the beginning of time.
      .filter(({ createTime }) => createTime === undefined || Date.parse(createTime) === 0)
      .map(({ name }) => name.slice(name.lastIndexOf('/') + 1))
  )
}

/** A document that was deleted and is not there again. */
export interface DeletedDocument {
  readonly path: string
  /** RFC 3339: when it was deleted. */
  readonly version: string
  readonly author: Author
  /** What restores it; null when that is no longer kept. */
  readonly lastVersion: string | null
}

const deletedPageSize = 50

/** Those of a collection, or of the whole database, that were deleted last first. */
async function listDeleted(
  { project, id }: ProjectDatabase,
  collection: string | undefined,
  { since, until }: TimeSpan,
  pageToken: string | undefined,
): Promise<ListPage<DeletedDocument>> {
  const query = { pageSize: deletedPageSize, collection, since, until, pageToken }
  const answer = await callApi(api.listDeleted, { project: project.id, database: id, query }, project)
  return { rows: answer.deleted, nextPageToken: answer.nextPageToken }
}

const identities = new WeakMap<TypedFields, number>()
let given = 0

/** Tells fields from others in the key of a query, without a copy of them in it. */
export function identityOf(fields: TypedFields): number {
  const known = identities.get(fields)
  if (known !== undefined) return known
  given += 1
  identities.set(fields, given)
  return given
}

const collectionIds = z.object({
  collectionIds: z.optional(z.array(z.string())),
  nextPageToken: z.optional(z.string()),
})

/** The ids of the collections below a document, or of the root; the web SDK has no call for it. */
export async function listCollections(database: ProjectDatabase, parent: string): Promise<string[]> {
  const below = parent === '' ? '' : `/${encodePath(parent)}`
  const ids: string[] = []
  let pageToken: string | undefined
  do {
    const page: z.infer<typeof collectionIds> = await database.project.call({
      method: 'POST',
      path: `${documentsUrl(database)}${below}:listCollectionIds`,
      body: { pageSize: 300, ...(pageToken !== undefined && { pageToken }) },
      answer: collectionIds,
    })
    ids.push(...(page.collectionIds ?? []))
    pageToken = page.nextPageToken === '' ? undefined : page.nextPageToken
  } while (pageToken !== undefined && ids.length < 1000)
  return ids
}
