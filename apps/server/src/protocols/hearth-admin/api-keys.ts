import {
  type ApiKey as ApiKeyJson,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '@hearth/api'
import type { ApiKey } from '../../projects/api-key.ts'
import type { HearthAdminDeps } from './deps.ts'
import { timeJson, route } from './route.ts'

export const apiKeys = [
  route(listApiKeys, async ({ deps, params: { project } }) => {
    const [keys, apps] = await Promise.all([deps.projects.apiKeys.list(project), deps.projects.listApps(project)])
    const inUse = new Set(apps.map(({ apiKey }) => apiKey))
    // Keys from before they had names go by that of their app.
    const nameOf = ({ name, appId }: ApiKey) => name || (apps.find((app) => app.appId === appId)?.name ?? '')
    const newestFirst = keys.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))
    return { apiKeys: newestFirst.map((key) => keyJson({ ...key, name: nameOf(key) }, inUse.has(key.key))) }
  }),

  route(createApiKey, async ({ deps, params: { project }, body, note }) => {
    const made = await deps.projects.apiKeys.create(project, await body())
    await note({ target: made.key, detail: { name: made.name } })
    return keyJson(made, false)
  }),

  route(updateApiKey, async ({ deps, params: { project, key }, body, note }) => {
    const changed = await deps.projects.apiKeys.update(project, key, await body())
    await note({ target: key, detail: { name: changed.name, websites: changed.websites.join(' ') } })
    return keyJson(changed, await isInUse(deps, changed))
  }),

  route(rotateApiKey, async ({ deps, params: { project, key }, note }) => {
    const made = await deps.projects.apiKeys.rotate(project, key)
    await note({ target: made.key, detail: { before: key } })
    return keyJson(made, await isInUse(deps, made))
  }),

  route(revokeApiKey, async ({ deps, params: { project, key }, note }) => {
    await deps.projects.apiKeys.revoke(project, key)
    await note({ target: key })
    return {}
  }),
]

async function isInUse({ projects }: HearthAdminDeps, { key, appId }: ApiKey): Promise<boolean> {
  return appId !== undefined && (await projects.findAppById(appId))?.apiKey === key
}

/** @param isUsed the configuration of its app names it */
function keyJson({ key, name, appId, createdAt, websites }: ApiKey, isUsed: boolean): ApiKeyJson {
  return {
    key,
    name,
    appId: appId ?? null,
    isInUse: isUsed,
    createdAt: createdAt === undefined ? null : timeJson(createdAt),
    websites: [...websites],
  }
}
