import {
  type FieldIndexing,
  type FieldPath,
  formatFieldPath,
  type Order,
  parseFieldPath,
  StatusError,
} from '@hearth/model'
import type { JoinedRange } from './index-join.ts'
import type { PreparedQuery } from './prepared-query.ts'
import type { ReadContext } from './read-context.ts'

/** The indexes of single fields that a query may read: all but those that are exempted, or not whole yet. */
export class UsableIndexes {
  readonly #indexing: FieldIndexing | undefined
  readonly #scope: 'collection' | 'group'
  readonly #collectionId: string

  constructor({ indexing }: Pick<ReadContext, 'indexing'>, { query }: PreparedQuery) {
    this.#collectionId = query.collectionId ?? ''
    this.#indexing = indexing.get(this.#collectionId)
    this.#scope = query.allDescendants ? 'group' : 'collection'
  }

  canOrder({ field, direction }: Order): boolean {
    return this.#indexing === undefined || this.#indexing.has(field, this.#scope, direction)
  }

  /** The equalities that can be looked up; the others can only be checked. */
  findable(equalities: readonly JoinedRange[]): readonly JoinedRange[] {
    const indexing = this.#indexing
    if (indexing === undefined) return equalities
    return equalities.filter(({ field, isElement }) =>
      indexing.isKept(parseFieldPath(field), this.#scope, isElement ? 'elements' : 'fields'),
    )
  }

  /** The same for a query that has to look one up, if it has any: throws when it can't. */
  lookedUp(equalities: readonly JoinedRange[]): readonly JoinedRange[] {
    const usable = this.findable(equalities)
    const [first] = equalities
    if (first === undefined || usable.length > 0) return usable
    throw this.missing(parseFieldPath(first.field), first.isElement ? 'contains' : 'ascending')
  }

  /** The vendor's text but for its end, which is about its own console. */
  missing(field: FieldPath, kind: 'ascending' | 'descending' | 'contains'): StatusError {
    const scope = this.#scope === 'group' ? 'COLLECTION_GROUP' : 'COLLECTION'
    const index = `${scope}_${kindNames[kind]} index for collection ${this.#collectionId} and field ${formatFieldPath(field)}`
    const text = `The query requires a ${index}. The field is exempt from it, or it is still being built: see the fieldOverrides of firestore.indexes.json.`
    return new StatusError('failed-precondition', 'INDEX_REQUIRED', text)
  }
}

const kindNames = { ascending: 'ASC', descending: 'DESC', contains: 'CONTAINS' } as const
