import { type DatabaseSearch, readDatabaseSearch } from '../../shared/databases/database-search.ts'
import { readTimeSpan, type TimeSpan } from '../../ui/time-span.ts'
import { readSeeAsSearch, type SeeAsSearch } from '../../shared/see-as/see-as-search.ts'
import type { QuerySearch } from './filters/collection-query.ts'

/** The views of a document beside the tree of its fields. */
export const tabs = ['json', 'history', 'access'] as const

const views = ['table', 'list', 'deleted', 'schema'] as const

/** What is shown of the schema of a collection. */
export const schemaParts = ['fields', 'types', 'rules', 'relations'] as const

/** What the address of the data browser says beside the path. The stretch of time is that of deletions. */
export interface DataSearch extends QuerySearch, DatabaseSearch, TimeSpan, SeeAsSearch {
  readonly tab?: (typeof tabs)[number] | undefined
  /** The version of the history that is open. */
  readonly version?: string | undefined
  /**
   * Without it documents are shown as this person looked at them last; `deleted` shows what was deleted in their place, `schema` what they look
   * like.
   */
  readonly view?: (typeof views)[number] | undefined
  readonly lens?: (typeof schemaParts)[number] | undefined
  readonly columns?: readonly string[] | undefined
}

/** Reads what an address says; what isn't named here the router would hand on as it stands there. */
export function readDataSearch(address: Record<string, unknown>): DataSearch {
  const { tab, version, view, lens, columns, where, order, limit } = address
  return {
    ...readDatabaseSearch(address),
    ...readTimeSpan(view === 'deleted' ? address : {}),
    // Also as whom the access tab of a document asks.
    ...readSeeAsSearch(address),
    tab: tabs.find((one) => one === tab),
    version: typeof version === 'string' ? version : undefined,
    view: views.find((one) => one === view),
    lens: schemaParts.find((one) => one === lens),
    columns: isListOfTexts(columns) ? columns : undefined,
    where: isListOfTexts(where) ? where : undefined,
    order: isListOfTexts(order) ? order : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
