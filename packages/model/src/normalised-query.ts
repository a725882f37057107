import type { Query } from './query.ts'

/**
 * A query whose order is complete (document-semantics 7.1), so that no two documents tie: explicit orders, then the
 * fields with inequalities, then the name. Its filter holds no empty composite and no composite of one.
 */
export interface NormalisedQuery extends Query {
  readonly isNormalised: true
}
