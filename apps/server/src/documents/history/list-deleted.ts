import { type Version, validateCollectionPath } from '@hearth/model'
import { DEFAULT_DATABASE } from '../databases/database.ts'
import type { DatabaseRef } from '../documents.ts'
import { decodePageToken, encodePageToken } from '../page-token.ts'
import type { ProjectContext } from '../project-context.ts'
import { type Author, parseAuthor } from './author.ts'

/** A document that was deleted, and is not there again. */
export interface DeletedDocument {
  readonly path: string
  /** When, and by whom. */
  readonly version: Version
  readonly author: Author
  /** Of its last state, by which it is restored; undefined when that is no longer kept. */
  readonly lastVersion: Version | undefined
}

export interface DeletedPage {
  /** Only those of this collection; undefined for all of the database. */
  readonly collection: string | undefined
  /** Only those deleted at this time or later. */
  readonly since: Version | undefined
  /** Only those deleted before this time. */
  readonly until: Version | undefined
  readonly pageSize: number
  readonly pageToken: string | undefined
}

export async function listDeleted(
  context: ProjectContext,
  { database }: DatabaseRef,
  { collection, since = 0, until, pageSize, pageToken }: DeletedPage,
): Promise<{ deleted: DeletedDocument[]; nextPageToken?: string }> {
  if (collection !== undefined) validateCollectionPath(collection)
  const { createdAt } = await context.databases.get(database)
  const scope = JSON.stringify(['deleted', database, collection ?? '', since, until ?? 'now'])
  const before = until === undefined ? undefined : { version: until, path: BEHIND_ALL_PATHS }
  const after = pageToken === undefined ? before : positionOf(decodePageToken(scope, pageToken))
  const found = await context.store.read((snapshot) =>
    snapshot.listDeleted({ database, collection }, { after, limit: pageSize + 1 }),
  )
  // An id may have belonged to another database before.
  const from = database === DEFAULT_DATABASE ? since : Math.max(since, createdAt)
  const own = found.filter(({ version }) => version >= from)
  const deleted = own
    .slice(0, pageSize)
    .map(({ path, version, author, lastVersion }) => ({ path, version, author: parseAuthor(author), lastVersion }))
  const last = deleted.at(-1)
  if (own.length <= pageSize || last === undefined) return { deleted }
  return { deleted, nextPageToken: encodePageToken(scope, `${last.version} ${last.path}`) }
}

/** No path ends so; of one commit, nothing comes behind it. */
const BEHIND_ALL_PATHS = '\u{10FFFF}'

function positionOf(position: string): { readonly version: Version; readonly path: string } {
  const space = position.indexOf(' ')
  return { version: Number(position.slice(0, space)), path: position.slice(space + 1) }
}
