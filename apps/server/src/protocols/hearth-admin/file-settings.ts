import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { assertRecentOwner, requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/files/settings'
const request = z.strictObject({ publicFiles: z.boolean() })

/** `{ publicFiles }`: whether single files may be, and are, open to everybody at their public address. */
export function getFileSettings(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      exchange.replyJson(200, await deps.files.settings(project))
    },
  }
}

export function updateFileSettings(deps: HearthAdminDeps): Route {
  return {
    method: 'PATCH',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRole(exchange, deps, project, 'owner')
      const settings = await readRequest(exchange, request)
      // It lets strangers in, which nobody who found a session open, and no ordinary key, decides.
      if (settings.publicFiles) assertRecentOwner(deps, member, 'project')
      await deps.files.updateSettings(project, settings)
      const detail = { publicFiles: settings.publicFiles ? 'on' : 'off' }
      const act = { project, service: 'file-settings', operation: 'update', target: 'settings', detail } as const
      await noteAct(deps, exchange, member, act)
      exchange.replyJson(200, settings)
    },
  }
}
