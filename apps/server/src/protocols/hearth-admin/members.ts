import { roleIn } from '../../access/project-team.ts'
import type { Route } from '../../http/route.ts'
import { consoleUserOf, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'

/** Who belongs to a project, by name and address; the project's document has their uids alone. */
export function listMembers(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/members',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'viewer')
      const team = await deps.projectDocuments.findTeam(project)
      const members = await Promise.all(
        (team?.memberIds ?? []).map(async (uid) => {
          const account = await deps.findAccount(uid)
          return {
            uid,
            role: roleIn(team, uid) ?? 'viewer',
            isFounder: uid === team?.ownerId,
            email: account?.email ?? null,
            displayName: account?.displayName ?? null,
            photoUrl: account?.photoUrl ?? null,
            isDisabled: account?.disabled ?? false,
          }
        }),
      )
      exchange.replyJson(200, { members })
    },
  }
}

/** Leaves a project on one's own wish. */
export function leaveProject(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/leave',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      const { uid } = await consoleUserOf(exchange, deps)
      await deps.leaveTeam(project, uid)
      await noteAct(
        deps,
        exchange,
        { uid, key: undefined },
        { project, service: 'team', operation: 'leave', target: uid },
      )
      exchange.replyJson(200, {})
    },
  }
}
