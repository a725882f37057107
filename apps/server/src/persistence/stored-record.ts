/** Everything that is not a document: accounts, keys, sessions, file metadata, installations, events. */
export interface StoredRecord {
  readonly key: string
  /** JSON text, owned by the service that keeps the space. */
  readonly value: string
  /** Rises with each change of this record; 0 stands for absent in an expectation. */
  readonly revision: number
}
