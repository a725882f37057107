/** What of a store is dated after the present, and is dated anew. */
export interface RedatedStore {
  /** Commits whose documents, history or changes were dated so, and the newest of all. */
  readonly commits: number
  /** Documents whose newest version is of such a commit. */
  readonly documents: number
  /** Other records: accounts, sessions, codes, entries of the audit log. */
  readonly records: number
}

export interface RedatingTerms {
  /** Milliseconds since the epoch: the present, by a clock that is right. */
  readonly nowMs: number
  /** What is dated later than this is dated wrongly. */
  readonly latestMs: number
  /** Without it nothing is written. */
  readonly apply: boolean
  /** Says what becomes of records; is called in the same transaction. */
  readonly redateRecords: (records: RecordsInPlace) => void
}

/** All records of a store, read and changed where they are. */
export interface RecordsInPlace {
  each(): Iterable<{ readonly space: string; readonly key: string; readonly value: string }>
  get(space: string, key: string): string | undefined
  set(space: string, key: string, value: string): void
}

/** The stores of a data folder as files, for dates that a wrong clock made. */
export interface RedatingEngine {
  readonly copy: (from: string, to: string) => Promise<unknown>
  readonly redate: (file: string, terms: RedatingTerms) => RedatedStore
}
