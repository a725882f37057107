import { z } from 'zod'
import { assertKeyScope } from '../../access/key-scopes.ts'
import type { Route } from '../../http/route.ts'
import { requireRole, requireRecentOwner } from './admin-callers.ts'
import { bundleId, shortName } from './app-fields.ts'
import { encodeApp } from './app-json.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/apps/:app'
const changes = z.strictObject({ name: shortName.optional(), bundleId: bundleId.optional() })

export function updateApp(deps: HearthAdminDeps): Route {
  return {
    method: 'PATCH',
    path,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', app = '' } = params
      const member = await requireRole(exchange, deps, project, 'owner')
      assertKeyScope(member, 'project')
      const changed = await deps.projects.updateApp(project, app, await readRequest(exchange, changes))
      await noteAct(deps, exchange, member, { project, service: 'apps', operation: 'update', target: app })
      exchange.replyJson(200, encodeApp(changed, exchange))
    },
  }
}

/** With its keys: what is installed of the app is turned away from now on. */
export function removeApp(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', app = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'project')
      await deps.projects.removeApp(project, app)
      await noteAct(deps, exchange, member, { project, service: 'apps', operation: 'delete', target: app })
      exchange.replyJson(200, {})
    },
  }
}
