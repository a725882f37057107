import { type DatabaseSearch, readDatabaseSearch } from '../../shared/databases/database-search.ts'
import { readTimeSpan, type TimeSpan } from '../../ui/time-span.ts'
import type { QuerySearch } from './filters/collection-query.ts'

/** The views of a document beside the tree of its fields. */
export const tabs = ['json', 'history', 'access'] as const

const views = ['table', 'list', 'deleted'] as const

/** What the address of the data browser says beside the path. The stretch of time is that of deletions. */
export interface DataSearch extends QuerySearch, DatabaseSearch, TimeSpan {
  readonly tab?: (typeof tabs)[number] | undefined
  /** The version of the history that is open. */
  readonly version?: string | undefined
  /** The user as whom the access tab asks, and JSON of what the ID token says beyond. */
  readonly as?: string | undefined
  readonly claims?: string | undefined
  /** Without it documents are shown as this person looked at them last; `deleted` shows what was deleted, in the place of what is there. */
  readonly view?: 'table' | 'list' | 'deleted' | undefined
  readonly columns?: readonly string[] | undefined
}

/** Reads what an address says; what isn't named here the router would hand on as it stands there. */
export function readDataSearch(address: Record<string, unknown>): DataSearch {
  const { tab, version, as, claims, view, columns, where, order, limit } = address
  return {
    ...readDatabaseSearch(address),
    ...readTimeSpan(view === 'deleted' ? address : {}),
    tab: tabs.find((one) => one === tab),
    version: typeof version === 'string' ? version : undefined,
    // The router reads a bare number and JSON in an address as what they are.
    as: typeof as === 'string' || typeof as === 'number' ? String(as) : undefined,
    claims: typeof claims === 'string' ? claims : typeof claims === 'object' ? JSON.stringify(claims) : undefined,
    view: views.find((one) => one === view),
    columns: isListOfTexts(columns) ? columns : undefined,
    where: isListOfTexts(where) ? where : undefined,
    order: isListOfTexts(order) ? order : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
