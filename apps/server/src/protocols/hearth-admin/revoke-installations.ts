import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

/** Forgets an installation: its tokens end, and the app registers anew. */
export function revokeInstallation(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: '/hearth/v1/projects/:project/installations/:fid',
    guard: 'admin',
    async handle(exchange, { project = '', fid = '' }) {
      const member = await requireRole(exchange, deps, project, 'editor')
      await deps.installations.revoke(project, fid)
      await noteAct(deps, exchange, member, { project, service: 'installations', operation: 'delete', target: fid })
      exchange.replyJson(200, {})
    },
  }
}

const id = z.string().min(1).max(128)
const request = z.union([
  z.strictObject({ fids: z.array(id).min(1).max(100) }),
  z.strictObject({ uid: id, tenant: id.optional() }),
])

/** Several at once, or all of a user. Those that are gone already don't count. */
export function revokeInstallations(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/installations:revoke',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'editor')
      const wanted = await readRequest(exchange, request)
      const act = { project, service: 'installations', operation: 'delete' } as const
      if ('uid' in wanted) {
        const { uid, tenant } = wanted
        const revoked = await deps.installations.revokeOfUser(project, { uid, tenant })
        await noteAct(deps, exchange, member, { ...act, target: uid, detail: { installations: String(revoked) } })
        exchange.replyJson(200, { revoked })
        return
      }
      let revoked = 0
      for (const fid of new Set(wanted.fids)) {
        if (!(await revokeIfThere(deps, project, fid))) continue
        await noteAct(deps, exchange, member, { ...act, target: fid })
        revoked++
      }
      exchange.replyJson(200, { revoked })
    },
  }
}

async function revokeIfThere({ installations }: HearthAdminDeps, project: string, fid: string): Promise<boolean> {
  try {
    await installations.revoke(project, fid)
    return true
  } catch (error) {
    if (error instanceof StatusError && error.code === 'not-found') return false
    throw error
  }
}
