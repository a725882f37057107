import { endOwnSession, endUserSession, type ListedSession, listOwnSessions, listUserSessions } from '@hearth/api'
import type { ListedSession as Session } from '../../identity/sessions/sessions.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { timeJson, route } from './route.ts'

export const sessions = [
  route(listOwnSessions, async ({ deps, caller: { uid, claims } }) => {
    const own = await deps.sessions.list(CONSOLE_PROJECT, uid)
    const current = claims['hearth_session']
    return { sessions: own.map((session) => ({ ...sessionJson(session), isCurrent: session.id === current })) }
  }),

  // Who has just proved who they are goes on in the projects that are open.
  route(endOwnSession, async ({ deps, params: { session }, query, caller: { uid, claims } }) => {
    const current = claims['hearth_session']
    const goesOn = query.goesOnInThis === 'true' && typeof current === 'string'
    const heir = goesOn ? current : undefined
    await deps.sessions.end(CONSOLE_PROJECT, uid, session, { heir, kind: 'revokedByItself' })
    return {}
  }),

  route(listUserSessions, async ({ deps, params: { project, uid } }) => ({
    sessions: (await deps.sessions.list(project, uid)).map(sessionJson),
  })),

  route(endUserSession, async ({ deps, params: { project, uid, session }, note }) => {
    await deps.sessions.end(project, uid, session)
    await note({ target: uid })
    return {}
  }),
]

export function sessionJson(session: Session): ListedSession {
  return {
    id: session.id,
    signInProvider: session.signInProvider,
    secondFactor: session.secondFactor?.kind ?? null,
    signedInAt: timeJson(session.authTime * 1000),
    provenAt: timeJson(session.provenAt * 1000),
    createdAt: timeJson(session.createdAt),
    lastUsedAt: timeJson(session.lastUsedAt),
    device: session.device ?? null,
  }
}
