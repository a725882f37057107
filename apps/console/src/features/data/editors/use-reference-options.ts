import { useMemo } from 'react'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { Source } from '../../../shared/palette/finding.ts'
import { useFindings } from '../../../shared/palette/use-findings.ts'
import { DocumentFinder } from '../document-finder.ts'
import { useCollections } from '../queries/data-queries.ts'

/** Paths of documents of the same database that what is typed may mean: by the names of collections, and by ids or how they begin. */
export function useReferenceOptions(typed: string): readonly string[] {
  const database = useDatabase()
  // Nothing is offered while they are unknown; any path may be typed all the same.
  const { data: collections = [] } = useCollections('')
  const sources = useMemo(() => [sourceOf(database)], [database])
  const isElsewhere = typed.startsWith('projects/')
  const { found } = useFindings(sources, isElsewhere ? '' : typed.trim())
  if (typed.trim() === '') return collections.map((id) => `${id}/`)
  // A collection is the way to its documents.
  return found.flatMap(({ findings }) =>
    findings.map(({ kind, title }) => (kind === 'collection' ? `${title}/` : title)),
  )
}

function sourceOf(database: ProjectDatabase): Source {
  const finder = new DocumentFinder(database, { collectionsByBeginning: 6 })
  return { id: 'data', find: async (text, signal) => await finder.find(text.replace(/^\/+/, ''), signal) }
}
