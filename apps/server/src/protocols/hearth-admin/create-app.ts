import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { requireRecentOwner } from './admin-callers.ts'
import { bundleId, shortName } from './app-fields.ts'
import { encodeApp } from './app-json.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const request = z.strictObject({
  name: shortName,
  platform: z.enum(['web', 'ios', 'android'], 'The platform must be web, ios or android.').default('web'),
  bundleId: bundleId.optional(),
})

/** With a key of its own, so it asks for what making a key does. */
export function createApp(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/apps',
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const member = await requireRecentOwner(exchange, deps, project, 'project')
      const app = await deps.projects.createApp({ project, ...(await readRequest(exchange, request)) })
      await noteAct(deps, exchange, member, { project, service: 'apps', operation: 'create', target: app.appId })
      exchange.replyJson(201, encodeApp(app, exchange))
    },
  }
}
