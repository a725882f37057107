import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'

/**
 * Who signed in lately, since the start of the server, the newest first and at most 20: `{ signIns: [{ id, at, uid, tenant?, provider,
 * isFirst, email, displayName }], lastCall?: { at, operation, refused? } }`; address and name are null where there are none. `isFirst`: of a
 * new account. `lastCall` is what an app called last about accounts, `refused` the reason why it was refused.
 */
export function listSignIns(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/sign-ins',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const signIns = await Promise.all(
        deps.recentSignIns.list(project).map(async ({ id, at, uid, tenant, provider, isFirst }) => {
          const account = await deps.findUser(tenant === undefined ? project : `${project}/${tenant}`, uid)
          return {
            id,
            at: new Date(at).toISOString(),
            uid,
            tenant,
            provider,
            isFirst,
            email: account?.email ?? null,
            displayName: account?.displayName ?? null,
          }
        }),
      )
      const last = deps.appCalls.last(project)
      exchange.replyJson(200, { signIns, lastCall: last && { ...last, at: new Date(last.at).toISOString() } })
    },
  }
}
