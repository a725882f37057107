import {
  type Document,
  formatDocumentName,
  isNameField,
  matches,
  type NormalisedQuery,
  orderKeys,
  type Query,
  type Value,
  validateQuery,
  valueAt,
} from '@hearth/model'

/** A query ready to be run or listened to. */
export interface PreparedQuery {
  readonly query: NormalisedQuery
  /** The place of a document in the order of the result, as bytes. No two documents tie. Decodes the fields of the document. */
  readonly keyOf: (document: Document) => Uint8Array
  /** Whether a document is in the result, offset and limit aside. */
  readonly finds: (document: Document) => boolean
  /** `finds` asks for more than the query does, so each document is checked, whichever way it is found. */
  readonly isNarrowed?: true
  /** Any order will do, so nothing is sorted: what is asked is how many documents there are, or what they come to. */
  readonly isUnordered?: boolean
}

/** Throws `invalid-argument` for a query that may not be asked. */
export function prepareQuery(query: Query, at: { project: string; database: string }): PreparedQuery {
  return prepared(validateQuery(query, at))
}

/** The rest of a query behind a document of its result, of which it has handed over `taken` by then. */
export function preparedAfter(
  { query }: PreparedQuery,
  at: { project: string; database: string },
  last: Document,
  taken: number,
): PreparedQuery {
  const values = query.orderBy.map(({ field }): Value => {
    if (isNameField(field)) return { kind: 'reference', name: formatDocumentName(at.project, at.database, last.path) }
    return valueAt(last.fields, field) ?? { kind: 'null' }
  })
  last.forgetFields()
  const limit = query.limit === undefined ? undefined : query.limit - taken
  return prepared({ ...query, offset: 0, limit, startAt: { values, before: false } })
}

/** The same query where its order does not matter. */
export function unordered({ query }: PreparedQuery): PreparedQuery {
  return prepared(query, { isUnordered: true })
}

function prepared(normalised: NormalisedQuery, more: Pick<PreparedQuery, 'isUnordered'> = {}): PreparedQuery {
  return {
    ...more,
    query: normalised,
    keyOf: orderKeys(normalised.orderBy),
    finds: (document) => matches(normalised, document),
  }
}
