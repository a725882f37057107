import { decodePath, placeOf } from '../../../documents/data-path.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import type { Source } from '../finding.ts'
import { documentsSource } from './documents.ts'
import { filesSource } from './files.ts'
import { rulesSource } from './rules.ts'
import { usersSource } from './users.ts'

/** What the palette looks through in a project, in the order in which it is shown. */
export function sourcesOf(project: ProjectSession, pathname: string): readonly Source[] {
  const splat = /^\/projects\/[^/]+\/data\/(.+)$/.exec(pathname)?.[1]
  const open = splat === undefined ? undefined : placeOf(decodePath(splat)).collection
  return [documentsSource(project, open), usersSource(project), filesSource(project), rulesSource(project)]
}
