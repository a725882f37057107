import {
  type Document,
  makeDocument,
  StatusError,
  validateCollectionPath,
  validateDocumentPath,
  type Version,
} from '@hearth/model'
import { Turn } from '../../lib/turn.ts'
import type { DocumentKey, DocumentVersion, ReadSnapshot } from '../../persistence/persistence.ts'
import { DEFAULT_DATABASE } from '../databases/database.ts'
import type { DatabaseRef } from '../documents.ts'
import { uncounted } from '../held-memory.ts'
import { decodePageToken, encodePageToken } from '../page-token.ts'
import type { ProjectContext } from '../project-context.ts'
import { PageSize } from '../query/page-size.ts'
import { type Author, parseAuthor } from './author.ts'

/** Of a page, but for one document that is larger alone: its answer is written in one step. */
const PAGE_LENGTH_MAX = 2 * 1024 * 1024

/** A state that a document had, or its deletion. */
export interface PastVersion {
  readonly version: Version
  readonly author: Author
  /** undefined: it was deleted. */
  readonly document: Document | undefined
}

/** A page may have fewer than it was asked for, and a token still. */
export async function listVersions(
  context: ProjectContext,
  at: DatabaseRef,
  path: string,
  { pageSize, pageToken }: { pageSize: number; pageToken: string | undefined },
): Promise<{ versions: PastVersion[]; nextPageToken?: string }> {
  validateDocumentPath(path)
  const { createdAt } = await context.databases.get(at.database)
  const scope = JSON.stringify(['versions', at.database, path])
  const before = pageToken === undefined ? undefined : Number(decodePageToken(scope, pageToken))
  // An id may have belonged to another database before.
  const oldest = at.database === DEFAULT_DATABASE ? 0 : createdAt
  return await context.store.read(async (snapshot) => {
    const versions: PastVersion[] = []
    let length = 0
    for await (const past of pastVersions(snapshot, { database: at.database, path }, before)) {
      const { version, author, document } = past
      if (version < oldest) break
      length += document?.json.length ?? 0
      const last = versions.at(-1)
      if (last !== undefined && (versions.length === pageSize || length > PAGE_LENGTH_MAX)) {
        return { versions, nextPageToken: encodePageToken(scope, String(last.version)) }
      }
      versions.push({ version, author: parseAuthor(author), document: document && makeDocument(document) })
    }
    return { versions }
  })
}

/** Each may be a mebibyte. */
const FIRST_READ = 4

/** What became of a document before a version, or up to now, the newest first. Read in small pages, in turns. */
export async function* pastVersions(
  snapshot: ReadSnapshot,
  key: DocumentKey,
  from: Version | undefined,
): AsyncIterable<DocumentVersion> {
  const size = new PageSize(FIRST_READ, uncounted)
  const turn = new Turn()
  for (let before = from; ;) {
    const limit = size.next
    const page = await snapshot.listVersions(key, { before, limit })
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    before = last.version
    size.note(page.map(({ document }) => ({ json: document?.json ?? '' })))
    await turn.pause()
  }
}

/** One document that one commit changed. */
export interface Change {
  readonly version: Version
  readonly database: string
  readonly path: string
  readonly author: Author
}

/**
 * The feed that other parts of the server follow, each from the version it knows. Throws `out-of-range`/`CHANGES_COLLECTED`
 * when some after that version are no longer known: whoever follows has to begin anew.
 */
export async function listChanges(context: ProjectContext, after: Version, pageSize: number): Promise<Change[]> {
  try {
    const changes = await context.store.read((snapshot) => snapshot.changesAfter(after, pageSize))
    return changes.map(({ version, database, path, author }) => ({
      version,
      database,
      path,
      author: parseAuthor(author),
    }))
  } catch (error) {
    if (!(error instanceof StatusError) || error.reason !== 'VERSION_COLLECTED') throw error
    const text = 'Changes after that version are no longer kept. Read the documents anew and follow from now.'
    throw new StatusError('out-of-range', 'CHANGES_COLLECTED', text)
  }
}

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
