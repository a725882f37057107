import { readDatabaseSearch } from '../../../databases/database-search.ts'
import { defaultDatabase } from '../../../databases/default-database.ts'
import { decodePath, placeOf } from '../../../documents/data-path.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { Source } from '../finding.ts'
import { dataSource } from './data.ts'
import { filesSource } from './files.ts'
import { rulesSource } from './rules.ts'
import { usersSource } from './users.ts'

/** What the palette looks through in a project, in the order in which it is shown. */
export function sourcesOf(
  project: ProjectSession,
  { pathname, database }: { readonly pathname: string; readonly database: unknown },
): readonly Source[] {
  const splat = /^\/projects\/[^/]+\/data\/(.+)$/.exec(pathname)?.[1]
  const collection = splat === undefined ? undefined : placeOf(decodePath(splat)).collection
  const open = { database: readDatabaseSearch({ database }).database ?? defaultDatabase, collection }
  return [dataSource(project, open), usersSource(project), filesSource(project), rulesSource(project)]
}
