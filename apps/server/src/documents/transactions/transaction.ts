import { canonicalQueryId, type Document, StatusError, type Version } from '@hearth/model'
import { documentKey } from '../document-delta.ts'
import type { HeldMemory } from '../held-memory.ts'
import type { PreparedQuery } from '../query/prepared-query.ts'

/** Documents and queries that one transaction may read. */
const READS_MAX = 20_000
/** What is around the name of a document, or the text of a query, that is kept. */
const READ_BYTES = 300

/** A document that a commit is about to change; at least one side is there. */
export interface DocumentChanged {
  readonly path: string
  readonly before: Document | undefined
  readonly after: Document | undefined
}

type Finds = (document: Document) => boolean

/** A query is asked of a document as it was, and of it as it is now: a turn may end in between, since a document may be long to look at. */
export const SIDES = ['before', 'after'] as const

/** Whether a query found a document as it was, or finds it as it is now. */
export function isConcerned(
  { finds }: { readonly finds: Finds },
  change: Pick<DocumentChanged, 'before' | 'after'>,
  side: (typeof SIDES)[number],
): boolean {
  const document = change[side]
  return document !== undefined && finds(document)
}

/**
 * What a server transaction has read so far, which must still hold when it commits. What was also locked, documents
 * and the results of queries, is written by nobody else while the transaction is open, against documents that would
 * join a result too. The validation stands without the locks, so that none that was lost or never taken does harm.
 */
export class ReadWriteTransaction {
  readonly kind = 'read-write'
  /** Rises with each transaction that begins; one that is run again has the age of its first run. */
  readonly age: number
  /** Version of each document read, by `documentKey`; undefined: it was missing. */
  readonly documents = new Map<
    string,
    { readonly database: string; readonly path: string; version: Version | undefined }
  >()
  readonly queries: { readonly database: string; readonly finds: Finds; readonly readTime: Version }[] = []
  readonly #lockedDocuments = new Set<string>()
  readonly #lockedQueries: { readonly database: string; readonly finds: Finds }[] = []
  /** Queries whose operands are counted. */
  readonly #keptQueries = new Set<PreparedQuery>()
  readonly #memory: HeldMemory
  /** Two reads of one document differed: the commit can only fail. */
  isTorn = false

  /** Counts what it keeps in `memory`. */
  constructor(age: number, memory: HeldMemory) {
    this.age = age
    this.#memory = memory
  }

  /** By `documentKey`. What is locked stays so until the end. */
  get lockedDocuments(): ReadonlySet<string> {
    return this.#lockedDocuments
  }

  /** In the order in which they were locked. */
  get lockedQueries(): readonly { readonly database: string; readonly finds: Finds }[] {
    return this.#lockedQueries
  }

  get hasLocks(): boolean {
    return this.#lockedDocuments.size + this.#lockedQueries.length > 0
  }

  lockDocuments(database: string, paths: Iterable<string>): void {
    for (const path of paths) {
      const key = documentKey(database, path)
      if (this.#lockedDocuments.has(key)) continue
      assertRoom(this.#lockedDocuments.size + this.#lockedQueries.length)
      this.#memory.take(key.length + READ_BYTES)
      this.#lockedDocuments.add(key)
    }
  }

  lockQuery(database: string, prepared: PreparedQuery): void {
    assertRoom(this.#lockedDocuments.size + this.#lockedQueries.length)
    this.#keep(prepared)
    this.#lockedQueries.push({ database, finds: prepared.finds })
  }

  noteDocument(database: string, path: string, version: Version | undefined): void {
    const key = documentKey(database, path)
    const seen = this.documents.get(key)
    if (seen === undefined) {
      assertRoom(this.documents.size + this.queries.length)
      this.#memory.take(key.length + path.length + READ_BYTES)
      this.documents.set(key, { database, path, version })
    } else {
      this.isTorn ||= seen.version !== version
    }
  }

  /** `readTime`: a time at which the answer was the whole truth. */
  noteQuery(database: string, prepared: PreparedQuery, readTime: Version): void {
    assertRoom(this.documents.size + this.queries.length)
    this.#keep(prepared)
    this.queries.push({ database, finds: prepared.finds, readTime })
  }

  #keep(prepared: PreparedQuery): void {
    if (this.#keptQueries.has(prepared)) return
    this.#memory.take(canonicalQueryId(prepared.query).length + READ_BYTES)
    this.#keptQueries.add(prepared)
  }
}

function assertRoom(reads: number): void {
  if (reads < READS_MAX) return
  throw new StatusError('resource-exhausted', 'TRANSACTION_TOO_LARGE', 'The transaction read too many documents.')
}

/** Sees the state of one moment and changes nothing. */
export interface ReadOnlyTransaction {
  readonly kind: 'read-only'
  readonly readTime: Version
}

export type Transaction = ReadWriteTransaction | ReadOnlyTransaction
