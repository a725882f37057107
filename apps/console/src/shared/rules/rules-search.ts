import { type DatabaseSearch, readDatabaseSearch, databaseSearch } from '../databases/database-search.ts'
import type { ListedRequest } from '../requests/list-requests.ts'

/** What is open beside the editor: the simulator, saved tests, past requests, versions. */
export const rulesTools = ['try', 'tests', 'requests', 'versions'] as const
export type RulesTool = (typeof rulesTools)[number]

/** What the address of the rules says. */
export interface RulesSearch extends DatabaseSearch {
  /** Whose rules are shown: those of documents, unless told otherwise. */
  readonly area?: 'files' | undefined
  /** The id of the version that is compared with what holds. */
  readonly version?: string
  /** The id of the past request that is tried again. */
  readonly request?: string
  /** What is open beside the editor: the simulator, unless told otherwise. */
  readonly tool?: Exclude<RulesTool, 'try'> | undefined
  /** The line that decided that request is to be shown. */
  readonly at?: 'line'
  /** A line of what holds that is to be shown, from one. */
  readonly line?: number
}

export function readRulesSearch(address: Record<string, unknown>): RulesSearch {
  const { area, version, request, at, line, tool } = address
  return {
    ...readDatabaseSearch(address),
    // The rules of files belong to no database.
    ...(area === 'files' && { area, database: undefined }),
    ...((typeof version === 'string' || typeof version === 'number') && { version: String(version) }),
    ...((typeof request === 'string' || typeof request === 'number') && { request: String(request) }),
    ...(at === 'line' && { at }),
    ...(typeof line === 'number' && Number.isInteger(line) && line > 0 && { line }),
    // The router would hand on what is not named here.
    tool: tool === 'tests' || tool === 'requests' || tool === 'versions' ? tool : undefined,
  }
}

/** The same with another tool open. */
export function withTool<Search extends object>(search: Search, tool: RulesTool): Search & Pick<RulesSearch, 'tool'> {
  return { ...search, tool: tool === 'try' ? undefined : tool }
}

/** The same with no past request open. */
export function withoutRequest<Search extends { readonly request?: unknown; readonly at?: unknown }>({
  request: _request,
  at: _at,
  ...others
}: Search): Omit<Search, 'request' | 'at'> {
  return others
}

/** Which rules a request is decided by, as the address of the rules says it. */
export function rulesOf({ service, database }: Pick<ListedRequest, 'service' | 'database'>): RulesSearch {
  return service === 'files' ? { area: 'files' } : databaseSearch(database)
}
