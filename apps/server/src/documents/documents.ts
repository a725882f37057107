import type { Aggregation, Document, Mutation, Order, Query, Value, Version } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Soon } from '../lib/soon.ts'
import type { HeldMemory, RequestMemory } from './held-memory.ts'

export interface DatabaseRef {
  readonly project: string
  /** `(default)` or a named database. */
  readonly database: string
}

/** The document database. Every call asks the gate; failures are `StatusError`s with the vendor's texts, and none is thrown at once. */
export interface Documents {
  /** Documents in the order asked; undefined where there is none. */
  get(
    caller: Caller,
    at: DatabaseRef,
    paths: readonly string[],
    options?: ReadOptions,
  ): Soon<{ readTime: Version; documents: (Document | undefined)[] }>

  /** The whole result at once. Throws `resource-exhausted`/`RESULT_TOO_LARGE` for one of more than 64 MiB. */
  query(caller: Caller, at: DatabaseRef, query: Query, options?: QueryOptions): Promise<QueryResult>

  /**
   * A result of any size: its documents are handed over in parts, in order, while they are read, and reading goes on when `take` has
   * resolved. All parts are of one read time. What is explained is handed over in one part. Throws `deadline-exceeded`/`CLIENT_TOO_SLOW`
   * when `take` needs more than five minutes for a part, and `resource-exhausted`/`TOO_MANY_SEARCHES` for a vector search or an explained query when
   * the project runs too many.
   */
  streamQuery(
    caller: Caller,
    at: DatabaseRef,
    query: Query,
    take: (part: QueryPart) => void | Promise<void>,
    options?: QueryOptions,
  ): Soon<Omit<QueryResult, 'documents'>>

  aggregate(
    caller: Caller,
    at: DatabaseRef,
    query: Query,
    aggregations: readonly Aggregation[],
    options?: QueryOptions,
  ): Promise<AggregationAnswer>

  /**
   * Documents that divide a collection group into parts of about the same size, in the order of names: at most
   * `count - 1` paths, fewer for a small group. Each is the first of its part.
   */
  partition(caller: Caller, at: DatabaseRef, query: Query, count: number, options?: ReadOptions): Promise<string[]>

  commit(
    caller: Caller,
    at: DatabaseRef,
    mutations: readonly Mutation[],
    options?: CommitOptions,
  ): Promise<CommitResult>

  beginTransaction(caller: Caller, at: DatabaseRef, options: BeginOptions): Promise<string>
  rollback(caller: Caller, at: DatabaseRef, transaction: string): Promise<void>

  listDocuments(caller: Caller, at: DatabaseRef, list: DocumentList): Promise<ListedDocuments>

  listCollectionIds(
    caller: Caller,
    at: DatabaseRef,
    list: CollectionList,
  ): Promise<{ collectionIds: string[]; nextPageToken?: string }>

  /**
   * Opens one client's set of live targets. `emit` is called in snapshot order; see `ListenEvent`. It must not throw and
   * must not wait: a protocol whose client reads slowly calls `pause` and, when its buffer is empty again, `resume`. What is
   * held for the client is counted in `memory`, where it is given.
   */
  listen(caller: Caller, at: DatabaseRef, emit: (event: ListenEvent) => void, memory?: HeldMemory): ListenSession
}

export interface ReadOptions {
  /** Within the last hour, or a whole minute of the time of which history is kept. */
  readonly readTime?: Version | undefined
  readonly transaction?: string | undefined
  /** Counts what is held for the answer, and while it is read. What is handed over in parts counts only until then. */
  readonly memory?: RequestMemory | undefined
}

export interface CommitOptions {
  readonly transaction?: string | undefined
  /** Counts what is read and decoded until the commit is answered. */
  readonly memory?: HeldMemory | undefined
}

export interface BeginOptions {
  readonly readOnly: boolean
  readonly readTime?: Version
  /** The id of the run before this one. */
  readonly retryOf?: string
  /** Where the request comes from; visitors have a share of the open transactions by it. */
  readonly address?: string
  /** Counts what the transaction has read, until it ends. */
  readonly memory?: RequestMemory
}

export interface QueryOptions extends ReadOptions {
  /** Any read time of which history is kept, not whole minutes alone. */
  readonly readsHistory?: boolean | undefined
  /** Says how the query is run; `plan` does not run it. */
  readonly explain?: 'plan' | 'analyze' | undefined
}

export interface QueryResult {
  readonly readTime: Version
  readonly documents: readonly Document[]
  readonly skipped: number
  readonly explained?: ExplainedQuery | undefined
}

export type QueryPart = Omit<QueryResult, 'explained'>

export interface AggregationAnswer {
  readonly readTime: Version
  /** Empty when the query was only planned. */
  readonly values: ReadonlyMap<string, Value>
  readonly explained?: ExplainedQuery | undefined
}

/** What a query is, or was, run with. */
export interface ExplainedQuery {
  readonly indexes: readonly UsedIndex[]
  /** Absent when it was not run. */
  readonly execution?:
    | {
        readonly results: number
        readonly durationMs: number
        readonly documentsRead: number
        readonly indexEntriesRead: number
      }
    | undefined
}

export interface UsedIndex {
  readonly scope: 'collection' | 'group'
  /** `(city ASC, __name__ ASC)` */
  readonly properties: string
}

export interface ListedDocuments {
  documents: (Document | { readonly path: string; readonly missing: true })[]
  nextPageToken?: string
}

export interface DocumentList extends ReadOptions {
  readonly parent: string
  readonly collectionId?: string
  readonly pageSize: number
  readonly pageToken?: string
  /** Documents too that exist only as the parents of others. Not together with an order, nor in a transaction that writes. */
  readonly showMissing: boolean
  /** By name when absent or empty. */
  readonly orderBy?: readonly Order[]
}

export interface CollectionList {
  readonly parent: string
  readonly pageSize: number
  readonly pageToken?: string
  readonly readTime?: Version | undefined
  readonly memory?: RequestMemory
}

export interface CommitResult {
  readonly commitTime: Version
  /** One per mutation, in order. `updateTime` is absent for a delete. */
  readonly results: readonly {
    readonly updateTime?: Version | undefined
    readonly transformResults: readonly Value[]
  }[]
  /** A document that the commit wrote, as it left it; undefined where it left none. */
  written(path: string): Document | undefined
}

export interface ListenSession {
  /** Answered by `added`, or by `removed` with a cause; the session lives on either way. */
  addTarget(target: Target): void
  /** Answered by `removed` with the cause, for a target that can't be read. */
  refuseTarget(targetId: number, cause: Error): void
  /** Answered by `removed` without a cause, whether or not there was such a target. */
  removeTarget(targetId: number): void
  /**
   * Nothing is emitted until `resume`. Changes in between are kept up to a bound; beyond it they are forgotten, and
   * `resume` sends what became of each document since the last snapshot (after a `reset` where that is not known). Answers are kept; a client that
   * asks on without taking them has its session `ended` with `resource-exhausted`/`TOO_MANY_UNREAD_ANSWERS`.
   */
  pause(): void
  resume(): void
  close(): void
}

export interface Target {
  readonly targetId: number
  readonly what:
    | { readonly kind: 'query'; readonly query: Query }
    | { readonly kind: 'documents'; readonly paths: readonly string[] }
  readonly resume?:
    | { readonly kind: 'token'; readonly token: Uint8Array }
    | { readonly kind: 'read-time'; readonly readTime: Version }
    | undefined
  readonly expectedCount?: number | undefined
  readonly once?: boolean | undefined
}

/** What a target's client is told, in the terms of document-semantics 8.1; a protocol only encodes it. */
export type ListenEvent =
  /** The last event of the session: the caller's token expired (`unauthenticated`), or the server can't go on. */
  | { readonly kind: 'ended'; readonly cause: Error }
  | { readonly kind: 'added'; readonly targetId: number }
  | { readonly kind: 'removed'; readonly targetId: number; readonly cause?: Error | undefined }
  | { readonly kind: 'reset'; readonly targetId: number }
  | {
      readonly kind: 'current'
      readonly targetId: number
      readonly readTime: Version
      readonly resumeToken: Uint8Array
    }
  /** All targets of the session are at `readTime`: clients raise their snapshots here. */
  | { readonly kind: 'snapshot'; readonly readTime: Version; readonly resumeToken: Uint8Array }
  | {
      readonly kind: 'change'
      readonly document: Document
      readonly targetIds: readonly number[]
      readonly removedTargetIds: readonly number[]
    }
  | {
      readonly kind: 'delete' | 'remove'
      readonly path: string
      readonly readTime: Version
      readonly removedTargetIds: readonly number[]
    }
  | {
      readonly kind: 'filter'
      readonly targetId: number
      readonly count: number
      readonly unchangedNames?:
        | { readonly bitmap: Uint8Array; readonly padding: number; readonly hashCount: number }
        | undefined
    }
