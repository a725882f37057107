import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { blockingEvents, type WebhookKind } from '../../webhooks/webhook-settings.ts'
import { requireRole, requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/webhooks'
const url = z.string('The address is missing.')
const secret = z.string().optional()
const requests = {
  sms: z.strictObject({ url, secret }),
  blocking: z.strictObject({
    url,
    secret,
    events: z.array(z.enum(blockingEvents, `The events are ${blockingEvents.join(' and ')}.`)).optional(),
  }),
} as const

/** `{ sms: { url } | null, blocking: { url, events } | null }`; their secrets are never given back. */
export function listWebhooks(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'owner')
      const { sms, blocking } = await deps.webhooks.get(project)
      exchange.replyJson(200, {
        sms: sms === undefined ? null : { url: sms.url },
        blocking: blocking === undefined ? null : { url: blocking.url, events: blocking.events },
      })
    },
  }
}

/** Sets a webhook up. The answer has the secret when it was made here, this once: `{ secret? }`. */
export function setWebhook(kind: WebhookKind): (deps: HearthAdminDeps) => Route {
  return (deps) => ({
    method: 'PUT',
    path: `${path}/${kind}`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'webhooks')
      const wanted = await readRequest(exchange, requests[kind])
      const { newSecret } = await deps.webhooks.set(project, kind, wanted)
      await noteAct(deps, exchange, member, { project, service: 'webhooks', operation: 'update', target: kind })
      exchange.reply(
        200,
        { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
        JSON.stringify({ secret: newSecret }),
      )
    },
  })
}

export function removeWebhook(kind: WebhookKind): (deps: HearthAdminDeps) => Route {
  return (deps) => ({
    method: 'DELETE',
    path: `${path}/${kind}`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'webhooks')
      await deps.webhooks.remove(project, kind)
      await noteAct(deps, exchange, member, { project, service: 'webhooks', operation: 'delete', target: kind })
      exchange.replyJson(200, {})
    },
  })
}
