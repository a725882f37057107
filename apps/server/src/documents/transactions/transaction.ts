import { StatusError, type Query, type Version } from '@hearth/model'

/** Documents and queries that one transaction may read. */
const READS_MAX = 20_000

/** What a server transaction has read so far; its reads must still hold when it commits. */
export class ReadWriteTransaction {
  readonly kind = 'read-write'
  /** Version of each document read, by `documentKey`; undefined: it was missing. */
  readonly documents = new Map<
    string,
    { readonly database: string; readonly path: string; version: Version | undefined }
  >()
  readonly queries: { readonly database: string; readonly query: Query; readonly readTime: Version }[] = []
  /** Two reads of one document differed: the commit can only fail. */
  isTorn = false

  noteDocument(key: string, database: string, path: string, version: Version | undefined): void {
    const seen = this.documents.get(key)
    if (seen !== undefined) {
      this.isTorn ||= seen.version !== version
      return
    }
    this.#makeRoom()
    this.documents.set(key, { database, path, version })
  }

  /** `readTime`: a time at which the answer was the whole truth. */
  noteQuery(database: string, query: Query, readTime: Version): void {
    this.#makeRoom()
    this.queries.push({ database, query, readTime })
  }

  #makeRoom(): void {
    if (this.documents.size + this.queries.length < READS_MAX) return
    throw new StatusError('resource-exhausted', 'TRANSACTION_TOO_LARGE', 'The transaction read too many documents.')
  }
}

/** Sees the state of one moment and changes nothing. */
export interface ReadOnlyTransaction {
  readonly kind: 'read-only'
  readonly readTime: Version
}

export type Transaction = ReadWriteTransaction | ReadOnlyTransaction
