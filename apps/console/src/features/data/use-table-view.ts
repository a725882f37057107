import { useEffect, useRef } from 'react'
import { useProject } from '../../session/project-context.tsx'
import { keepOfProject, readOfProject } from '../../browser/kept-of-projects.ts'
import { useDataSearch } from './use-data-search.ts'

/**
 * Whether documents are shown as a table, which the address says; a collection that is opened without a word on it is shown as the project's
 * last one was, in this browser.
 *
 * @param collection the path of the one that is open
 */
export function useTableView(collection: string | undefined): {
  readonly isTable: boolean
  readonly toggle: () => void
} {
  const { id } = useProject()
  const { search, change } = useDataSearch()
  const isTable = search.view === 'table'
  const latest = useRef(change)
  latest.current = change
  useEffect(() => {
    if (collection === undefined || isTable || readOfProject(id, 'data-view') !== 'table') return
    latest.current({ view: 'table' })
  }, [id, collection, isTable])
  return {
    isTable,
    toggle: () => {
      keepOfProject(id, 'data-view', isTable ? 'list' : 'table')
      change({ view: isTable ? undefined : 'table' })
    },
  }
}
