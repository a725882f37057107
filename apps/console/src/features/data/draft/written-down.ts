import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { formatDocument } from '../../../documents/values/document-json.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import type { WrittenDown } from '../../../backend/live/pending-writes.ts'
import type { Change } from './changes.ts'

/** What an edit of a document does, for whoever has to make it again by hand. */
export function writtenDown({ project, id }: ProjectDatabase, path: string, changes: readonly Change[]): WrittenDown {
  const values = changes.flatMap(({ path: field, value }): [string, TypedValue][] =>
    value === undefined ? [] : [[field.join('.'), value]],
  )
  const removes = changes.flatMap(({ path: field, value }) => (value === undefined ? [field.join('.')] : []))
  const content = formatDocument(new Map(values))
  return { operation: 'update', project: project.id, database: id, path, content, removes }
}
