import type { CollectionIndexes } from '@hearth/model'
import type { ProjectContext } from '../project-context.ts'

/** The indexes that a write keeps up for a document. */
export function writtenIndexes(
  { indexes, fieldOverrides }: Pick<ProjectContext, 'indexes' | 'fieldOverrides'>,
  database: string,
  path: string,
): CollectionIndexes {
  const composites = indexes.writtenFor(database, path)
  return { composites, ...fieldOverrides.writtenFor(database, path) }
}

/** Two of them are the same while writes keep up the same indexes. */
export function writtenRevision({
  indexes,
  fieldOverrides,
}: Pick<ProjectContext, 'indexes' | 'fieldOverrides'>): string {
  return `${indexes.revision} ${fieldOverrides.revision}`
}
