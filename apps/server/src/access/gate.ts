import type { Document, Query, Version } from '@hearth/model'
import type { Caller } from './caller.ts'
import { permissionDenied } from './permission-denied.ts'

/** What somebody wants to do; the gate sees the state before and after, so that rules can be asked about both. */
export type AccessRequest =
  | {
      readonly service: 'documents'
      readonly operation: 'get' | 'create' | 'update' | 'delete'
      readonly database: string
      readonly path: string
      readonly before: Document | undefined
      readonly after: Document | undefined
      /** A past state is asked for of what has been deleted since. */
      readonly isGone?: boolean
    }
  | {
      readonly service: 'documents'
      readonly operation: 'list'
      readonly database: string
      readonly query: Query
      /** One document that the query has found: whether this one may be shown as it is. Absent: whether the query may be asked. */
      readonly result?: Document
    }
  | {
      readonly service: 'files'
      readonly operation: 'get' | 'list' | 'create' | 'update' | 'delete'
      readonly bucket: string
      /** The object's name, or the prefix of a list. */
      readonly path: string
      readonly before: FileAttributes | undefined
      readonly after: FileAttributes | undefined
      /** Asked before the content arrives, with what was announced of it; asked again, without this, when the file is whole. */
      readonly isAnnounced?: boolean
    }

/** What rules can be asked about a file. What is not known yet (the hash of content to come) is absent. */
export interface FileAttributes {
  readonly sizeBytes: number
  readonly contentType: string
  readonly metadata: Readonly<Record<string, string>>
  readonly cacheControl?: string | undefined
  readonly contentDisposition?: string | undefined
  readonly contentEncoding?: string | undefined
  readonly contentLanguage?: string | undefined
  /** Base64. */
  readonly md5Hash?: string | undefined
  readonly crc32c?: string | undefined
  readonly generation?: string | undefined
  readonly metageneration?: number | undefined
  /** Milliseconds since the epoch. */
  readonly timeCreated?: number | undefined
  readonly updated?: number | undefined
}

/** What several questions of one request have in common. */
export interface AccessScope {
  /** The time of the commit, in microseconds: what its server timestamps get. Absent: now. */
  readonly time?: Version
  /** Of a read, or of a file: the version at which the documents are that are judged or looked up. Absent: not told. */
  readonly readAt?: Version | undefined
  /** The documents of the commit by path, as it leaves them; undefined for one that it deletes. */
  readonly after?: ReadonlyMap<string, Document | undefined>
  /** The paths that the commit writes. */
  readonly written?: () => readonly string[]
  /** Reads a document that rules ask for, so that the commit rests on it. Absent: as it is now. */
  readonly lookUp?: (path: string) => Promise<Document | undefined>
  /** What was read of other documents so far, by path. The gate fills it. */
  readonly found: Map<string, Document | undefined>
  /** Counts what is decoded for rules: what they have read, and what waits for it to be read. */
  readonly memory?: { take(bytes: number): void; give(bytes: number): void } | undefined
  /** What of the answer is a decision on a request; all of it where this is absent. The server asks more than it is asked. */
  readonly tells?: 'refusals' | 'nothing'
}

/** What a request has in common that asks about what a store holds now. */
export function scopeOfNow(store: { readTime(): Version }, memory?: AccessScope['memory']): AccessScope {
  return { found: new Map(), readAt: store.readTime(), memory }
}

/** The one gate (decision 8). It denies by default. */
export interface Gate {
  /**
   * Nothing, or a promise of it, when the caller may; throws `permission-denied`, or rejects with it, when not. What can be said at
   * once is, because every request asks: to be awaited.
   */
  authorize(project: string, caller: Caller, request: AccessRequest, scope?: AccessScope): Promise<void> | undefined
}

/** Lets nobody do anything. */
export const closedGate: Gate = {
  async authorize() {
    throw permissionDenied()
  },
}
