import { demotedIn, projectTeamOf } from '../access/project-team.ts'
import type { CommittedChanges } from '../documents/document-delta.ts'

const pathPattern = /^projects\/([^/]+)$/

/** Who lost rights in a project by a commit to the console's documents: members removed, demoted, or without a project. */
export function lostRoles({ deltas }: CommittedChanges): { project: string; uid: string }[] {
  return deltas.flatMap(({ database, path, before, after }) => {
    const project = pathPattern.exec(path)?.[1]
    if (database !== '(default)' || project === undefined || before === undefined) return []
    const demoted = demotedIn(projectTeamOf(before), after && projectTeamOf(after))
    return demoted.map((uid) => ({ project, uid }))
  })
}
