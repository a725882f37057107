import { type Document, makeDocument, validateDocumentPath, type Version } from '@hearth/model'
import { DEFAULT_DATABASE } from '../databases/database.ts'
import type { DatabaseRef } from '../documents.ts'
import { decodePageToken, encodePageToken } from '../page-token.ts'
import type { ProjectRoom } from '../project-room.ts'
import { type Author, parseAuthor } from './author.ts'

/** A state that a document had, or its deletion. */
export interface PastVersion {
  readonly version: Version
  readonly author: Author
  /** undefined: it was deleted. */
  readonly document: Document | undefined
}

export async function listVersions(
  room: ProjectRoom,
  at: DatabaseRef,
  path: string,
  { pageSize, pageToken }: { pageSize: number; pageToken: string | undefined },
): Promise<{ versions: PastVersion[]; nextPageToken?: string }> {
  validateDocumentPath(path)
  const { createdAt } = await room.databases.get(at.database)
  const scope = JSON.stringify(['versions', at.database, path])
  const before = pageToken === undefined ? undefined : Number(decodePageToken(scope, pageToken))
  const found = await room.store.read((snapshot) =>
    snapshot.listVersions({ database: at.database, path }, { before, limit: pageSize + 1 }),
  )
  // An id may have belonged to another database before.
  const own = at.database === DEFAULT_DATABASE ? found : found.filter(({ version }) => version >= createdAt)
  const versions = own.slice(0, pageSize).map(({ version, author, document }) => ({
    version,
    author: parseAuthor(author),
    document: document && makeDocument(document),
  }))
  const last = versions.at(-1)
  if (own.length <= pageSize || last === undefined) return { versions }
  return { versions, nextPageToken: encodePageToken(scope, String(last.version)) }
}
