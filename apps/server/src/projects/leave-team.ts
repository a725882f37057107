import { StatusError, type Mutation } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import { projectTeamOf, roleIn } from '../access/project-team.ts'
import type { Documents } from '../documents/documents.ts'
import { projectDocumentPath } from './find-team.ts'
import { consoleProject } from './project-id.ts'

const server: Caller = { kind: 'admin', project: consoleProject }
const consoleAt = { project: consoleProject, database: '(default)' }
const triesMax = 5

/**
 * Takes a member out of a project, on their own wish. When it is who made the project, another owner takes their place. Throws
 * `permission-denied`/`NOT_A_MEMBER`, and `failed-precondition`/`LAST_OWNER` for the only owner.
 */
export async function leaveTeam(
  documents: Pick<Documents, 'get' | 'commit'>,
  project: string,
  uid: string,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const departure = await departureOf(documents, project, uid)
    try {
      await documents.commit(server, consoleAt, [departure])
      return
    } catch (error) {
      // Somebody changed the team in between: look again.
      if (!(error instanceof StatusError) || error.code !== 'failed-precondition' || tries === triesMax) throw error
    }
  }
}

async function departureOf(documents: Pick<Documents, 'get'>, project: string, uid: string): Promise<Mutation> {
  const path = projectDocumentPath(project)
  const [document] = (await documents.get(server, consoleAt, [path])).documents
  const team = document && projectTeamOf(document)
  if (document === undefined || team === undefined || roleIn(team, uid) === undefined) {
    throw new StatusError('permission-denied', 'NOT_A_MEMBER', 'You do not belong to this project.')
  }
  const heir = team.memberIds.find((member) => member !== uid && roleIn(team, member) === 'owner')
  if (roleIn(team, uid) === 'owner' && heir === undefined) {
    throw new StatusError(
      'failed-precondition',
      'LAST_OWNER',
      'You are the only owner of this project. Make somebody else an owner first.',
    )
  }
  const isHeirNeeded = team.ownerId === uid && heir !== undefined
  return {
    kind: 'set',
    path,
    fields: new Map(isHeirNeeded ? [['ownerId', { kind: 'string', value: heir }]] : []),
    mask: [['roles', uid], ...(isHeirNeeded ? [['ownerId']] : [])],
    transforms: [
      { kind: 'array-remove', field: ['memberIds'], values: [{ kind: 'string', value: uid }] },
      { kind: 'server-timestamp', field: ['updatedAt'] },
    ],
    precondition: { kind: 'update-time', updateTime: document.updateTime },
  }
}
