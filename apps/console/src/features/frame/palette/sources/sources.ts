import { readDatabaseSearch } from '../../../../shared/databases/database-search.ts'
import { defaultDatabase } from '../../../../backend/default-database.ts'
import { openCollectionOf } from '../../../data/open-collection.ts'
import type { ProjectSession } from '../../../../backend/sdk/project-session.ts'
import type { Source } from '../../../../shared/palette/finding.ts'
import { dataSource } from '../../../data/data-source.ts'
import { filesSource } from '../../../files/files-source.ts'
import { rulesSource } from '../../../rules/rules-source.ts'
import { usersSource } from '../../../users/users-source.ts'

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
