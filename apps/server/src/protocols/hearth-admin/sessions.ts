import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { ListedSession } from '../../identity/sessions/sessions.ts'
import { consoleProject } from '../../projects/project-id.ts'
import { consoleUserOf, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'

const ownPath = '/hearth/v1/account/sessions'
const usersPath = '/hearth/v1/projects/:project/users/:uid/sessions'

/** Where somebody is signed in to the console; `isCurrent` is the session that asks. */
export function listOwnSessions(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: ownPath,
    guard: 'admin',
    async handle(exchange) {
      const user = await consoleUserOf(exchange, deps)
      const current = user.claims['hearth_session']
      const sessions = await deps.sessions.list(consoleProject, user.uid)
      const encoded = sessions.map((session) => ({ ...encodeSession(session), isCurrent: session.id === current }))
      exchange.replyJson(200, { sessions: encoded })
    },
  }
}

/**
 * Ends one of the caller's sessions with all operator sessions that began in it. With `?goesOnInThis=true` the caller's own session takes
 * its place: who has just proved who they are goes on in the projects that are open.
 */
export function endOwnSession(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${ownPath}/:session`,
    guard: 'admin',
    async handle(exchange, params) {
      const { uid, claims } = await consoleUserOf(exchange, deps)
      const current = claims['hearth_session']
      const goesOn = exchange.query.get('goesOnInThis') === 'true' && typeof current === 'string'
      const heir = goesOn ? current : undefined
      await deps.sessions.end(consoleProject, uid, params['session'] ?? '', { heir, kind: 'revokedByItself' })
      exchange.replyJson(200, {})
    },
  }
}

export function listUserSessions(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: usersPath,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', uid = '' } = params
      await requireRole(exchange, deps, project, 'viewer')
      const sessions = await deps.sessions.list(project, uid)
      exchange.replyJson(200, { sessions: sessions.map(encodeSession) })
    },
  }
}

export function endUserSession(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${usersPath}/:session`,
    guard: 'admin',
    async handle(exchange: Exchange, params) {
      const { project = '', uid = '', session = '' } = params
      const member = await requireRole(exchange, deps, project, 'editor')
      await deps.sessions.end(project, uid, session)
      await noteAct(deps, exchange, member, { project, service: 'users', operation: 'endSession', target: uid })
      exchange.replyJson(200, {})
    },
  }
}

function encodeSession(session: ListedSession): Record<string, unknown> {
  return {
    id: session.id,
    signInProvider: session.signInProvider,
    secondFactor: session.secondFactor?.kind ?? null,
    signedInAt: new Date(session.authTime * 1000).toISOString(),
    provenAt: new Date(session.provenAt * 1000).toISOString(),
    createdAt: new Date(session.createdAt).toISOString(),
    lastUsedAt: new Date(session.lastUsedAt).toISOString(),
    device: session.device ?? null,
  }
}
