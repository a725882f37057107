import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/**
 * Who signed in lately, since the start of the server, the newest first and at most 20: `{ signIns: [{ id, at, uid, tenant?, provider,
 * email, displayName }] }`; the last two are null where there are none.
 */
export function listSignIns(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/sign-ins',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const signIns = await Promise.all(
        deps.recentSignIns.list(project).map(async ({ id, at, uid, tenant, provider }) => {
          const account = await deps.findUser(tenant === undefined ? project : `${project}/${tenant}`, uid)
          return {
            id,
            at: new Date(at).toISOString(),
            uid,
            tenant,
            provider,
            email: account?.email ?? null,
            displayName: account?.displayName ?? null,
          }
        }),
      )
      exchange.replyJson(200, { signIns })
    },
  }
}
