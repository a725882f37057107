import { readDatabaseSearch } from '../../../databases/database-search.ts'
import { defaultDatabase } from '../../../databases/default-database.ts'
import { openCollectionOf } from '../../../documents/open-collection.ts'
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
  const open = {
    database: readDatabaseSearch({ database }).database ?? defaultDatabase,
    collection: openCollectionOf(pathname),
  }
  return [dataSource(project, open), usersSource(project), filesSource(project), rulesSource(project)]
}
