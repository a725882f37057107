import type { CompositeIndex } from '@hearth/model'

/** An index over several fields, and what is known about it. */
export interface KeptIndex extends CompositeIndex {
  /** `automatic`: built because a query read much more than it answered. */
  readonly origin: 'automatic' | 'declared'
  /**
   * `removing`: nothing reads or writes it any more, and its keys go when no read can be under way that knew it. `failed`: the same, since
   * a document would have too many keys in it; it stays known, so that it isn't made by itself again.
   */
  readonly state: 'building' | 'ready' | 'removing' | 'failed'
  /** Milliseconds since the epoch; when the state began. */
  readonly sinceMs: number
}

/** What an index is besides its name and its state. */
export type IndexDefinition = Pick<CompositeIndex, 'database' | 'collectionId' | 'isGroup' | 'fields'>

/** The same for two definitions exactly when they serve the same queries the same way. */
export function definitionKey({ database, collectionId, isGroup, fields }: IndexDefinition): string {
  return JSON.stringify([database, collectionId, isGroup, fields.map(({ path, kind }) => [path, kind])])
}
