import type { CollectionIndexes } from '@hearth/model'
import type { ProjectRoom } from '../project-room.ts'

/** The indexes that a write keeps up for a document. */
export function writtenIndexes(
  { indexes, fieldOverrides }: Pick<ProjectRoom, 'indexes' | 'fieldOverrides'>,
  database: string,
  path: string,
): CollectionIndexes {
  const composites = indexes.writtenFor(database, path)
  return { composites, ...fieldOverrides.writtenFor(database, path) }
}

/** Two of them are the same while writes keep up the same indexes. */
export function writtenRevision({ indexes, fieldOverrides }: Pick<ProjectRoom, 'indexes' | 'fieldOverrides'>): string {
  return `${indexes.revision} ${fieldOverrides.revision}`
}
