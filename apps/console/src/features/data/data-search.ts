import type { QuerySearch } from './filters/collection-query.ts'

/** The views of a document beside the tree of its fields. */
export const tabs = ['json', 'history', 'access'] as const

/** What the address of the data browser says beside the path. */
export interface DataSearch extends QuerySearch {
  readonly tab?: (typeof tabs)[number] | undefined
  /** The version of the history that is open. */
  readonly version?: string | undefined
  readonly view?: 'table' | undefined
  readonly columns?: readonly string[] | undefined
}

/** Reads what an address says; what isn't named here the router would hand on as it stands there. */
export function readDataSearch({
  tab,
  version,
  view,
  columns,
  where,
  order,
  limit,
}: Record<string, unknown>): DataSearch {
  return {
    tab: tabs.find((one) => one === tab),
    version: typeof version === 'string' ? version : undefined,
    view: view === 'table' ? view : undefined,
    columns: isListOfTexts(columns) ? columns : undefined,
    where: isListOfTexts(where) ? where : undefined,
    order: isListOfTexts(order) ? order : undefined,
    limit: typeof limit === 'number' ? limit : undefined,
  }
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
