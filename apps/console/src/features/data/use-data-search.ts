import { useNavigate, useSearch } from '@tanstack/react-router'
import type { QuerySearch } from './filters/collection-query.ts'

/** What the address of the data browser says beside the path; see the route. */
export interface DataSearch extends QuerySearch {
  readonly tab?: 'json' | undefined
  readonly view?: 'table' | undefined
  readonly columns?: readonly string[] | undefined
}

/** The state of the data browser that is in the address, and the way to change it. */
export function useDataSearch(): {
  readonly search: DataSearch
  /** Parts that are undefined go. */
  readonly change: (parts: DataSearch) => void
} {
  const search = useSearch({ from: '/opened/signed-in/projects/$project/data/$' })
  const navigate = useNavigate()
  return {
    search,
    change: (parts) => void navigate({ to: '.', search: (before) => ({ ...before, ...parts }), replace: true }),
  }
}
