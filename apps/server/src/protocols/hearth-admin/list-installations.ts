import { z } from 'zod'
import type { Route } from '../../http/route.ts'
import { type Installation, platforms } from '../../installations/installation.ts'
import { requireRole } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { readPage, readQuery } from './read-request.ts'

const time = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .optional()
const text = z.string().min(1).max(128).optional()
const query = z.object({
  platform: z.enum(platforms).optional(),
  appId: text,
  uid: text,
  tenant: text,
  seenFrom: time,
  seenBefore: time,
})

/** The installations of a project, the one seen last first, narrowed by app, platform, user and time. */
export function listInstallations(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/installations',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      const page = readPage(exchange)
      const { uid, tenant, ...filter } = readQuery(exchange, query)
      const user = uid === undefined ? undefined : { uid, tenant }
      const { installations, nextPageToken } = await deps.installations.list(project, { ...filter, user }, page)
      exchange.replyJson(200, {
        installations: installations.map(encodeInstallation),
        ...(nextPageToken !== undefined && { nextPageToken }),
      })
    },
  }
}

export function getInstallation(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/projects/:project/installations/:fid',
    guard: 'admin',
    async handle(exchange, { project = '', fid = '' }) {
      await requireRole(exchange, deps, project, 'viewer')
      exchange.replyJson(200, encodeInstallation(await deps.installations.get(project, fid)))
    },
  }
}

function encodeInstallation({ user, device, firstSeenAt, lastSeenAt, tokenExpiresAt, ...rest }: Installation): object {
  return {
    ...rest,
    device: device ?? null,
    firstSeenAt: formatTime(firstSeenAt),
    lastSeenAt: formatTime(lastSeenAt),
    tokenExpiresAt: formatTime(tokenExpiresAt),
    user:
      user === undefined ? null : { uid: user.uid, tenant: user.tenant ?? null, linkedAt: formatTime(user.linkedAt) },
  }
}

function formatTime(time: number): string {
  return new Date(time).toISOString()
}
