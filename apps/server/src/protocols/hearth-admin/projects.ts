import { createProject, deleteProject, listProjects, openOperatorSession } from '@hearth/api'
import { StatusError } from '@hearth/model'
import { isServerOwner } from '../../access/admin-access.ts'
import { idleMsOf } from '../../access/caller.ts'
import { appConfiguration, firstWebAppOf } from '../../projects/app-configuration.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { roleOfUser } from './admin-callers.ts'
import { deletedProjectJson } from './deleted-projects.ts'
import { timeJson, route } from './route.ts'

const SESSION_MS = 60 * 60 * 1000

export const projects = [
  route(listProjects, async ({ deps, caller }) => {
    const visible = await deps.projectDocuments.visibleTo(caller, await deps.projects.list())
    return {
      projects: visible.map(({ id, name, createdAt }) => ({ projectId: id, name, createdAt: timeJson(createdAt) })),
    }
  }),

  route(createProject, async ({ deps, exchange, caller: { uid, claims }, body }) => {
    if (!deps.settings.mayAnyoneCreateProjects && !isServerOwner({ claims })) {
      throw new StatusError('permission-denied', 'SERVER_OWNER_ONLY', 'Only the owner of this server creates projects.')
    }
    const { projectId, name } = await body()
    const project = await deps.projects.create({ id: projectId, name })
    await deps.projectDocuments.ensure([project], uid)
    exchange.note({ project: project.id })
    const actor = { kind: 'person', uid } as const
    const request = { address: exchange.clientAddress, requestId: exchange.id }
    for (const where of [project.id, CONSOLE_PROJECT]) {
      await deps.recordAct({ project: where, actor, action: createProject.audit, target: project.id, ...request })
    }
    return { projectId: project.id }
  }),

  // Who did it is in the audit log of the project, and of the console, since the project's own goes with it.
  route(deleteProject, async ({ deps, exchange, params: { project }, caller: { uid, key } }) => {
    const actor =
      uid === undefined ? ({ kind: 'service-key', id: key ?? '' } as const) : ({ kind: 'person', uid } as const)
    const request = { address: exchange.clientAddress, requestId: exchange.id }
    const act = { actor, action: deleteProject.audit, target: project, ...request } as const
    deps.projectRemoval.assertRemovable(project)
    await deps.recordAct({ project, ...act })
    const deleted = await deps.projectRemoval.remove(project)
    await deps.recordAct({ project: CONSOLE_PROJECT, ...act })
    return deletedProjectJson(deleted, deps.clock.nowMs())
  }),

  /**
   * Signing in with the token makes no account in the project; it reads past the project's rules, and every change under it is written to the
   * project's activity.
   */
  route(openOperatorSession, async ({ deps, exchange, params: { project }, caller: user, note }) => {
    const role = (await deps.projects.find(project)) && (await roleOfUser(deps, project, user))
    if (role === undefined) {
      throw new StatusError(
        'permission-denied',
        'NOT_A_MEMBER',
        'You do not belong to this project. Ask one of its owners.',
      )
    }
    const app = await firstWebAppOf(deps.projects, project)
    const now = deps.clock.nowMs()
    const expiresAt = now + SESSION_MS
    const customToken = await deps.customTokens.mint(project, user.uid, {
      hearth_role: role,
      auth_time: user.claims['auth_time'],
      hearth_proven_at: user.authTime,
      hearth_session: user.claims['hearth_session'],
      hearth_used_at: Math.floor((now - idleMsOf(exchange.headers)) / 1000),
    })
    await note({ target: role })
    return { customToken, role, expiresAt: timeJson(expiresAt), app: appConfiguration(app, exchange.publicOrigin) }
  }),
]
