import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { requireRole, requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/signing-keys'
const request = z.strictObject({ atOnce: z.boolean().default(false) })

/** The published keys, `{ signingKeys: [{ id, state, createdAt, signsFrom }] }`, the oldest first; `state` is `retired`, `signing` or `next`. */
export function listSigningKeys(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      const { kid: signing } = await deps.signingKeys.current(project)
      const keys = await deps.signingKeys.published(project)
      const now = deps.clock.nowMs()
      exchange.replyJson(200, {
        signingKeys: keys.map(({ kid, createdAt, activeFrom }) => ({
          id: kid,
          state: kid === signing ? 'signing' : activeFrom > now ? 'next' : 'retired',
          createdAt: new Date(createdAt).toISOString(),
          signsFrom: new Date(activeFrom).toISOString(),
        })),
      })
    },
  }
}

/** `{ id, signsFrom }` of the next key. */
export function rotateSigningKeys(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}:rotate`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const { atOnce } = await readRequest(exchange, request)
      const { kid, activeFrom } = await deps.signingKeys.rotate(project, { atOnce })
      const detail = { atOnce: String(atOnce) }
      await noteAct(deps, exchange, member, {
        project,
        service: 'signing-keys',
        operation: 'create',
        target: kid,
        detail,
      })
      exchange.replyJson(200, { id: kid, signsFrom: new Date(activeFrom).toISOString() })
    },
  }
}
