import { StatusError } from '@hearth/model'
import { idleMsOf } from '../../access/idle-header.ts'
import type { Route } from '../../http/route.ts'
import { consoleUserOf, roleOfUser } from './admin-callers.ts'
import { appConfiguration, firstWebAppOf } from '../../projects/app-configuration.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'

const sessionMs = 60 * 60 * 1000

/**
 * Turns the caller's role in a project into a custom token of that project. Signing in with it makes no account there; it reads past
 * the project's rules, and every change under it is written to the project's activity. It ends with the console's session at the latest.
 */
export function openOperatorSession(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/operator-session',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      const user = await consoleUserOf(exchange, deps)
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
      const expiresAt = now + sessionMs
      const customToken = await deps.customTokens.mint(project, user.uid, {
        hearth_role: role,
        auth_time: user.claims['auth_time'],
        hearth_proven_at: user.authTime,
        hearth_session: user.claims['hearth_session'],
        hearth_used_at: Math.floor((now - idleMsOf(exchange.headers)) / 1000),
      })
      const member = { uid: user.uid, key: undefined }
      await noteAct(deps, exchange, member, { project, service: 'session', operation: 'enter', target: role })
      exchange.replyJson(200, {
        customToken,
        role,
        expiresAt: new Date(expiresAt).toISOString(),
        app: appConfiguration(app, exchange.publicOrigin),
      })
    },
  }
}
