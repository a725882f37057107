import { type Document, makeDocument, validateDocumentPath, type Version } from '@hearth/model'
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
