import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DataSearch } from './data-search.ts'

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
