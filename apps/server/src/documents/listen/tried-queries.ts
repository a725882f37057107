import { type Filter, type Query, StatusError } from '@hearth/model'
import { type Place, SharedTotal } from '../../lib/shared-total.ts'

/** Conditions that are tried on each change of a collection, of all queries of a project: some microseconds each. */
const CONDITIONS_MAX = 20_000
/** A thousand people behind one address have a few each. */
const OF_NETWORK_MAX = 5_000

/** Counts the queries that no demanded value leads to, for whoever asked first: each of them costs every commit to its collection. */
export class TriedQueries {
  readonly #total = new SharedTotal(CONDITIONS_MAX)
  readonly #entered = new Map<object, { readonly place: Place; readonly conditions: number }>()

  /** Throws `resource-exhausted`/`TOO_MANY_QUERIES_TRIED`. */
  enter(live: object, query: Query, place: Place): void {
    const conditions = conditionsOf(query.filter)
    const total = this.#total
    const ofNetwork = total.ofNetwork(place) + conditions
    if (
      ofNetwork > OF_NETWORK_MAX ||
      total.taken + conditions > CONDITIONS_MAX ||
      total.isKeptFrom(place, conditions)
    ) {
      const text = 'Too many queries without an equality are listened to. Ask for a value of a field, or share a query.'
      throw new StatusError('resource-exhausted', 'TOO_MANY_QUERIES_TRIED', text)
    }
    total.take(place, conditions)
    this.#entered.set(live, { place, conditions })
  }

  leave(live: object): void {
    const entered = this.#entered.get(live)
    if (entered === undefined) return
    this.#entered.delete(live)
    this.#total.give(entered.place, entered.conditions)
  }
}

function conditionsOf(filter: Filter | undefined): number {
  if (filter === undefined || filter.kind === 'field' || filter.kind === 'unary') return 1
  return filter.filters.reduce((sum, one) => sum + conditionsOf(one), 1)
}
