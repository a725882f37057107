import { z } from 'zod'
import { keyScopes } from '../../access/key-scopes.ts'
import type { Route } from '../../http/route.ts'
import { keyFileOf } from '../../identity/tokens/key-file.ts'
import type { KeyMaker } from '../../identity/tokens/service-keys.ts'
import { assertIsPerson, type Member, requireRole, requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/service-keys'
const request = z.strictObject({
  name: z
    .string('The name is missing.')
    .trim()
    .min(1, 'The name is missing.')
    .max(80, 'A name has at most 80 characters.'),
  scopes: z
    .array(z.enum(keyScopes, `The scopes are ${keyScopes.join(', ')}.`))
    .max(keyScopes.length)
    .default([]),
})

/**
 * A new key, in the form of the vendor's key files, so that its libraries and tools take it. It is shown this once. People alone give it `scopes`:
 * else a key with one of them could make itself one with all.
 */
export function createServiceKey(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const { name, scopes } = await readRequest(exchange, request)
      if (scopes.length > 0) assertIsPerson(member, 'People alone give a service key scopes: an owner, in the console.')
      const key = await deps.serviceKeys.create(project, { name, madeBy: makerOf(member), scopes })
      const detail = { name, ...(scopes.length > 0 && { scopes: scopes.join(' ') }) }
      const act = { project, service: 'service-keys', operation: 'create', target: key.id, detail } as const
      await noteAct(deps, exchange, member, act)
      exchange.reply(
        201,
        { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        JSON.stringify(keyFileOf(project, key, exchange.publicOrigin)),
      )
    },
  }
}

export function listServiceKeys(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      await requireRole(exchange, deps, project, 'owner')
      const keys = await deps.serviceKeys.list(project)
      const serviceKeys = []
      for (const { id, name, createdAt, madeBy, scopes } of keys) {
        const createdBy = madeBy && (await describeMaker(deps, project, madeBy))
        const about = { id, name, scopes, createdAt: new Date(createdAt).toISOString() }
        serviceKeys.push({ ...about, ...(createdBy && { createdBy }) })
      }
      exchange.replyJson(200, { serviceKeys })
    },
  }
}

export function revokeServiceKey(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:key`,
    guard: 'admin',
    async handle(exchange, params) {
      const { project = '', key = '' } = params
      const member = await requireRecentOwner(exchange, deps, project, 'keys')
      const name = await deps.serviceKeys.revoke(project, key)
      const act = { project, service: 'service-keys', operation: 'delete', target: key, detail: { name } } as const
      await noteAct(deps, exchange, member, act)
      exchange.replyJson(200, {})
    },
  }
}

function makerOf({ uid, key }: Member): KeyMaker | undefined {
  if (uid !== undefined) return { uid }
  return key === undefined ? undefined : { key }
}

/** With the maker's role as it is now: a key outlives it, and who looks after the project should know. */
async function describeMaker(deps: HearthAdminDeps, project: string, maker: KeyMaker): Promise<object> {
  if ('key' in maker) return { serviceKey: maker.key }
  const { email, role } = await deps.findStanding(project, maker.uid)
  return { uid: maker.uid, email: email ?? null, role: role ?? null }
}
