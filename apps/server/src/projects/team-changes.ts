import { type ProjectTeam, demotedIn, projectTeamOf, roleIn } from '../access/project-team.ts'
import type { CommittedChanges } from '../documents/document-delta.ts'

const pathPattern = /^projects\/([^/]+)$/
const TOLD_MAX = 50

/** A change of who belongs to a project, by a commit to the console's documents. */
interface TeamChange {
  readonly project: string
  readonly before: ProjectTeam
  /** Undefined when the project's document went. */
  readonly after: ProjectTeam | undefined
}

const nobody: ProjectTeam = { ownerId: '', memberIds: [], roles: new Map() }

/** Who lost rights in a project: members removed, demoted, or without a project. */
export function lostRoles(changes: CommittedChanges): { project: string; uid: string }[] {
  return teamChanges(changes).flatMap(({ project, before, after }) =>
    demotedIn(before, after).map((uid) => ({ project, uid })),
  )
}

/** Whose role changed, and how: `editor → owner`, `none → viewer`. Of 50 people at most. */
export function changedRoles(changes: CommittedChanges): { project: string; roles: Record<string, string> }[] {
  return teamChanges(changes).flatMap(({ project, before, after }) => {
    const uids = new Set([before, after ?? nobody].flatMap(({ ownerId, memberIds }) => [ownerId, ...memberIds]))
    const changed = [...uids].flatMap((uid): [string, string][] => {
      const [was, is] = [roleIn(before, uid) ?? 'none', roleIn(after, uid) ?? 'none']
      return was === is ? [] : [[uid, `${was} → ${is}`]]
    })
    return changed.length === 0 ? [] : [{ project, roles: Object.fromEntries(changed.slice(0, TOLD_MAX)) }]
  })
}

function teamChanges({ deltas }: CommittedChanges): TeamChange[] {
  return deltas.flatMap(({ database, path, before, after }) => {
    const project = pathPattern.exec(path)?.[1]
    if (database !== '(default)' || project === undefined) return []
    return [{ project, before: before ? projectTeamOf(before) : nobody, after: after && projectTeamOf(after) }]
  })
}
