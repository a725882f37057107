import { useNavigate, useSearch } from '@tanstack/react-router'
import { useFilterSteps } from '../../ui/use-filter-steps.ts'
import type { DataSearch } from './data-search.ts'

/** The state of the data browser that is in the address, and the way to change it. */
export function useDataSearch(): {
  readonly search: DataSearch
  /** Parts that are undefined go. What is asked is a step that the back button undoes, how it is looked at is none. */
  readonly change: (parts: DataSearch) => void
} {
  const search = useSearch({ from: '/opened/signed-in/projects/$project/data/$' })
  const navigate = useNavigate()
  const step = useFilterSteps<DataSearch>()
  return {
    search,
    change: (parts) => {
      const next = { ...search, ...parts }
      if (differsByLook(search, next)) void navigate({ to: '.', search: next, replace: true })
      else step(search, next)
    },
  }
}

const look: readonly string[] = ['tab', 'version', 'view', 'lens', 'columns'] satisfies (keyof DataSearch)[]

function differsByLook(before: DataSearch, after: DataSearch): boolean {
  const names = Object.keys(after) as (keyof DataSearch)[]
  return names.every((name) => look.includes(name) || before[name] === after[name])
}
