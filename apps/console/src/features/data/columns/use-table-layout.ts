import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { useDataSearch } from '../use-data-search.ts'
import { keepLayout, readLayout, type TableLayout } from './table-layouts.ts'

export interface UsedLayout {
  /** Whether documents are shown as a table. */
  readonly isTable: boolean
  readonly toggleView: () => void
  /** Whether the address names the columns. */
  readonly isInAddress: boolean
  readonly layout: TableLayout
  readonly setLayout: (parts: TableLayout) => void
}

/**
 * How a collection is looked at: as the address says, or else as this person did last. Nobody's first look is a table.
 *
 * @param collection the path of the one that is open
 */
export function useTableLayout(collection: string | undefined): UsedLayout {
  const { project, id } = useDatabase()
  const { search, change } = useDataSearch()
  const key = `${id} ${collection ?? ''}`
  const [known, setKnown] = useState(() => ({ key, layout: readLayout(project.id, key) }))
  const now = known.key === key ? known : { key, layout: readLayout(project.id, key) }
  if (now !== known) setKnown(now)
  const isTable =
    (search.view === 'deleted' || search.view === 'schema' ? undefined : (search.view ?? now.layout.view)) !== 'list'
  const setLayout = (parts: TableLayout): void => {
    const layout = { ...now.layout, ...parts }
    keepLayout(project.id, key, layout)
    setKnown({ key, layout })
  }
  return {
    isTable,
    isInAddress: search.columns !== undefined,
    toggleView: () => {
      setLayout({ view: isTable ? 'list' : 'table' })
      change({ view: isTable ? 'list' : undefined })
    },
    layout: now.layout,
    setLayout,
  }
}
