import { databaseSearch } from '../databases/database-search.ts'
import type { ListedRequest } from '../requests/past-request.ts'
import type { RulesSearch } from './rules-search.ts'

/** Which rules a request is decided by, as the address of the rules says it. */
export function rulesOf({ service, database }: Pick<ListedRequest, 'service' | 'database'>): RulesSearch {
  return service === 'files' ? { area: 'files' } : databaseSearch(database)
}
