import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { type ApiKey, isWebsite, websitesMax } from '../../projects/api-key.ts'
import { requireRole, requireRecentOwner } from './admin-callers.ts'
import { shortName } from './app-fields.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/api-keys'
const websites = z
  .array(
    z
      .string()
      .trim()
      .toLowerCase()
      .refine(isWebsite, 'A website looks like https://shop.example.com or https://*.example.com.'),
  )
  .max(websitesMax, `A key is kept to at most ${websitesMax} websites.`)
const wanted = z.strictObject({ name: shortName, websites: websites.default([]) })
const changes = z.strictObject({ name: shortName.optional(), websites: websites.optional() })

/** The keys that name the project in its apps' calls, the newest first. They are public by nature. */
export function listApiKeys(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'viewer')
      const [keys, apps] = await Promise.all([deps.projects.apiKeys.list(project), deps.projects.listApps(project)])
      const inUse = new Set(apps.map(({ apiKey }) => apiKey))
      // Keys from before they had names go by that of their app.
      const nameOf = ({ name, appId }: ApiKey) => name || (apps.find((app) => app.appId === appId)?.name ?? '')
      const newestFirst = keys.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
      exchange.replyJson(200, {
        apiKeys: newestFirst.map((key) => encodeKey({ ...key, name: nameOf(key) }, inUse.has(key.key))),
      })
    },
  }
}

/** A key that belongs to no app; the app that is to have it is configured by hand. */
export function createApiKey(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const made = await deps.projects.apiKeys.create(project, await readRequest(exchange, wanted))
      const { key: target, name } = made
      await noteAct(deps, exchange, member, {
        project,
        service: 'api-keys',
        operation: 'create',
        target,
        detail: { name },
      })
      exchange.replyJson(201, encodeKey(made, false))
    },
  }
}

/** Its name, and the websites it is kept to. */
export function updateApiKey(deps: HearthAdminDeps): Route {
  return {
    method: 'PATCH',
    path: `${path}/:key`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', key = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const changed = await deps.projects.apiKeys.update(project, key, await readRequest(exchange, changes))
      const detail = { name: changed.name, websites: changed.websites.join(' ') }
      await noteAct(deps, exchange, member, { project, service: 'api-keys', operation: 'update', target: key, detail })
      exchange.replyJson(200, encodeKey(changed, await isInUse(deps, changed)))
    },
  }
}

/** A new key in the place of this one, which stays valid until it is revoked. */
export function rotateApiKey(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}/:key/rotate`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', key = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const made = await deps.projects.apiKeys.rotate(project, key)
      const detail = { before: key }
      await noteAct(deps, exchange, member, {
        project,
        service: 'api-keys',
        operation: 'rotate',
        target: made.key,
        detail,
      })
      exchange.replyJson(201, encodeKey(made, await isInUse(deps, made)))
    },
  }
}

export function revokeApiKey(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:key`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', key = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      await deps.projects.apiKeys.revoke(project, key)
      await noteAct(deps, exchange, member, { project, service: 'api-keys', operation: 'delete', target: key })
      exchange.replyJson(200, {})
    },
  }
}

async function isInUse({ projects }: HearthAdminDeps, { key, appId }: ApiKey): Promise<boolean> {
  return appId !== undefined && (await projects.findAppById(appId))?.apiKey === key
}

/** @param isInUse the configuration of its app names it */
function encodeKey({ key, name, appId, createdAt, websites: kept }: ApiKey, isInUse: boolean): object {
  return {
    key,
    name,
    appId: appId ?? null,
    isInUse,
    createdAt: createdAt === undefined ? null : new Date(createdAt).toISOString(),
    websites: kept,
  }
}
