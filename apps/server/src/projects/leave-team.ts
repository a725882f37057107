import { type Document, StatusError, type Mutation, type Value } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { type ProjectTeam, projectTeamOf, roleIn } from '../access/project-team.ts'
import type { Documents } from '../documents/documents.ts'
import { projectDocumentPath } from './find-team.ts'
import { CONSOLE_PROJECT } from './project-id.ts'

const server: Caller = { kind: 'admin', project: CONSOLE_PROJECT }
const consoleAt = { project: CONSOLE_PROJECT, database: '(default)' }
const TRIES_MAX = 5

/** Whether there is an account of the console with this uid that may sign in. */
export type IsEnabledAccount = (uid: string) => Promise<boolean>

export interface LeavingOptions {
  readonly documents: Pick<Documents, 'get' | 'commit'>
  readonly isEnabledAccount: IsEnabledAccount
}

/**
 * Takes a member out of a project, on their own wish. When it is who made the project, another owner takes their place, whose account is
 * there and enabled. Throws `permission-denied`/`NOT_A_MEMBER`, and `failed-precondition`/`LAST_OWNER` for the only such owner.
 */
export async function leaveTeam(options: LeavingOptions, project: string, uid: string): Promise<void> {
  await changeTeam(options, project, async (document) => {
    const team = document && projectTeamOf(document)
    if (document === undefined || team === undefined || roleIn(team, uid) === undefined) {
      throw new StatusError('permission-denied', 'NOT_A_MEMBER', 'You do not belong to this project.')
    }
    const heir = await heirOf(options, team, uid)
    if (roleIn(team, uid) === 'owner' && heir === undefined) {
      throw new StatusError(
        'failed-precondition',
        'LAST_OWNER',
        'You are the only owner of this project. Make somebody else an owner first.',
      )
    }
    return departure(document, team, uid, heir ?? '')
  })
}

/**
 * Takes somebody whose account is gone out of a project. When they made it, another owner takes their place, else `ownerOfServer`, who may
 * be nobody (`''`): then the project waits for the next one.
 */
export async function removeGone(
  options: LeavingOptions,
  project: string,
  uid: string,
  ownerOfServer: string,
): Promise<void> {
  await changeTeam(options, project, async (document) => {
    const team = document && projectTeamOf(document)
    if (document === undefined || team === undefined || roleIn(team, uid) === undefined) return undefined
    return departure(document, team, uid, (await heirOf(options, team, uid)) ?? ownerOfServer)
  })
}

/** Commits what `plan` makes of the project's document, again when somebody else changed it in between; `undefined` changes nothing. */
async function changeTeam(
  { documents }: LeavingOptions,
  project: string,
  plan: (document: Document | undefined) => Promise<Mutation | undefined>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const found = await documents.get(server, consoleAt, [projectDocumentPath(project)])
    const change = await plan(found.documents[0])
    if (change === undefined) return
    try {
      await documents.commit(server, consoleAt, [change])
      return
    } catch (error) {
      // Somebody changed the team in between: look again.
      if (!(error instanceof StatusError) || error.code !== 'failed-precondition' || tries === TRIES_MAX) throw error
    }
  }
}

/** Another owner, who can act as one. */
async function heirOf(
  { isEnabledAccount }: LeavingOptions,
  team: ProjectTeam,
  uid: string,
): Promise<string | undefined> {
  for (const member of team.memberIds) {
    if (member !== uid && roleIn(team, member) === 'owner' && (await isEnabledAccount(member))) return member
  }
  return undefined
}

/** `heir` becomes who the project belongs to, where that was `uid`. */
function departure(document: Document, team: ProjectTeam, uid: string, heir: string): Mutation {
  const staying = team.memberIds.filter((member) => member !== uid)
  const isHeirNeeded = team.ownerId === uid
  const hasNewcomer = isHeirNeeded && heir !== '' && !staying.includes(heir)
  const memberIds = hasNewcomer ? [...staying, heir] : staying
  const owner: Value = { kind: 'string', value: 'owner' }
  const fields: [string, Value][] = [
    ['memberIds', { kind: 'array', values: memberIds.map((value) => ({ kind: 'string', value })) }],
    ...(isHeirNeeded ? [['ownerId', { kind: 'string', value: heir }] satisfies [string, Value]] : []),
    ...(hasNewcomer ? [['roles', { kind: 'map', fields: new Map([[heir, owner]]) }] satisfies [string, Value]] : []),
  ]
  return {
    kind: 'set',
    path: document.path,
    fields: new Map(fields),
    mask: [
      ['memberIds'],
      ['roles', uid],
      ...(isHeirNeeded ? [['ownerId']] : []),
      ...(hasNewcomer ? [['roles', heir]] : []),
    ],
    transforms: [{ kind: 'server-timestamp', field: ['updatedAt'] }],
    precondition: { kind: 'update-time', updateTime: document.updateTime },
  }
}
