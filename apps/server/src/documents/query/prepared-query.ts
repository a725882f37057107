import {
  canonicalQueryId,
  compareDocuments,
  type Document,
  matches,
  type NormalisedQuery,
  type Query,
  validateQuery,
} from '@hearth/model'
import type { CompareDocuments } from './document-stream.ts'

/** A query ready to be run or listened to. */
export interface PreparedQuery {
  readonly query: NormalisedQuery
  /** The order of the result. No two documents tie. */
  readonly compare: CompareDocuments
  /** Whether a document is in the result, offset and limit aside. */
  readonly finds: (document: Document) => boolean
  /** The same for two queries exactly when they ask the same. Holds operands: not for logs. */
  readonly id: string
}

/** Throws `invalid-argument` for a query that may not be asked. */
export function prepareQuery(query: Query, at: { project: string; database: string }): PreparedQuery {
  const normalised = validateQuery(query, at)
  return {
    query: normalised,
    compare: compareDocuments(normalised.orderBy),
    finds: (document) => matches(normalised, document),
    get id() {
      return canonicalQueryId(normalised)
    },
  }
}
