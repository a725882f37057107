import type { Document, Value } from '@hearth/model'
import type { OperatorRole } from './caller.ts'

/** What became of somebody who once had a role in a project. */
interface Standing {
  readonly email: string | undefined
  /** As it is now; undefined for those outside the team, and for accounts that are disabled or gone. */
  readonly role: OperatorRole | undefined
}

/** `uid` is an account of the console. */
export type FindStanding = (project: string, uid: string) => Promise<Standing>

/** Who belongs to a project: what the gate reads of the console's document `projects/{projectId}`. */
export interface ProjectTeam {
  readonly ownerId: string
  readonly memberIds: readonly string[]
  /** uid → role. A member without a role here reads only. */
  readonly roles: ReadonlyMap<string, OperatorRole>
}

/** Undefined when the project has no document. */
export type FindProjectTeam = (project: string) => Promise<ProjectTeam | undefined>

/** Reads a team leniently: a field of a wrong type counts as empty, so that it gives nobody anything. */
export function projectTeamOf(document: Pick<Document, 'fields'>): ProjectTeam {
  const { fields } = document
  return {
    ownerId: textOf(fields.get('ownerId')) ?? '',
    memberIds: textsOf(fields.get('memberIds')),
    roles: rolesOf(fields.get('roles')),
  }
}

/** Undefined for everybody outside the team. */
export function roleIn(team: ProjectTeam | undefined, uid: string): OperatorRole | undefined {
  if (team === undefined || uid === '') return undefined
  if (team.ownerId === uid) return 'owner'
  if (!team.memberIds.includes(uid)) return undefined
  return team.roles.get(uid) ?? 'viewer'
}

const ranks: Readonly<Record<OperatorRole, number>> = { viewer: 1, editor: 2, owner: 3 }

/** Whether a role lets do what `needed` lets do. */
export function hasRole(role: OperatorRole, needed: OperatorRole): boolean {
  return ranks[role] >= ranks[needed]
}

/** Those who may less in the team as it is now than they did before. */
export function demotedIn(before: ProjectTeam, now: ProjectTeam | undefined): string[] {
  return [...new Set([before.ownerId, ...before.memberIds])].filter((uid) => {
    const [role, current] = [roleIn(before, uid), roleIn(now, uid)]
    return role !== undefined && (current === undefined || !hasRole(current, role))
  })
}

export function isOperatorRole(value: unknown): value is OperatorRole {
  return value === 'viewer' || value === 'editor' || value === 'owner'
}

function rolesOf(value: Value | undefined): Map<string, OperatorRole> {
  const roles = new Map<string, OperatorRole>()
  if (value?.kind !== 'map') return roles
  for (const [uid, role] of value.fields) {
    const name = textOf(role)
    if (isOperatorRole(name)) roles.set(uid, name)
  }
  return roles
}

function textsOf(value: Value | undefined): string[] {
  if (value?.kind !== 'array') return []
  return value.values.flatMap((item) => (item.kind === 'string' ? [item.value] : []))
}

function textOf(value: Value | undefined): string | undefined {
  return value?.kind === 'string' ? value.value : undefined
}
