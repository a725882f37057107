import { StatusError } from '@hearth/model'
import { z } from 'zod'
import type { ApiSecret } from '../../analytics/api-secrets.ts'
import type { Route } from '../../http/route.ts'
import { requireRole, requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/analytics/secrets'
const request = z.strictObject({
  appId: z.string('The app is missing.').max(100),
  name: z
    .string('The name is missing.')
    .trim()
    .min(1, 'The name is missing.')
    .max(80, 'A name has at most 80 characters.'),
})

/** The API secrets of servers that report events; the secrets themselves are never given back. */
export function listApiSecrets(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      exchange.replyJson(200, { secrets: (await deps.analytics.secrets.list(project)).map(encodeSecret) })
    },
  }
}

/** A new one for an app; `secret` is shown this once. */
export function createApiSecret(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const { appId, name } = await readRequest(exchange, request)
      if (!(await deps.projects.listApps(project)).some((app) => app.appId === appId)) {
        throw new StatusError('not-found', 'APP_NOT_FOUND', 'This project has no such app.')
      }
      const { secret, ...made } = await deps.analytics.secrets.create(project, { appId, name, createdBy: member.uid })
      const act = { project, service: 'analytics-secrets', operation: 'create', target: made.id } as const
      await noteAct(deps, exchange, member, { ...act, detail: { name, appId } })
      exchange.reply(
        201,
        { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        JSON.stringify({ ...encodeSecret(made), secret }),
      )
    },
  }
}

export function revokeApiSecret(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:secret`,
    guard: 'admin',
    async handle(exchange, { project = '', secret = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      await deps.analytics.secrets.revoke(project, secret)
      const act = { project, service: 'analytics-secrets', operation: 'delete', target: secret } as const
      await noteAct(deps, exchange, member, act)
      exchange.replyJson(200, {})
    },
  }
}

function encodeSecret({ createdAt, ...secret }: ApiSecret): object {
  return { ...secret, createdAt: new Date(createdAt).toISOString() }
}
