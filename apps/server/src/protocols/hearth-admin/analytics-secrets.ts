import { type ApiSecret as SecretJson, createApiSecret, listApiSecrets, revokeApiSecret } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { ApiSecret } from '../../analytics/api-secrets.ts'
import { timeJson, route } from './route.ts'

export const analyticsSecrets = [
  route(listApiSecrets, async ({ deps, params: { project } }) => ({
    secrets: (await deps.analytics.secrets.list(project)).map(secretJson),
  })),

  route(createApiSecret, async ({ deps, params: { project }, caller, body, note }) => {
    const { appId, name } = await body()
    if (!(await deps.projects.listApps(project)).some((app) => app.appId === appId)) {
      throw new StatusError('not-found', 'APP_NOT_FOUND', 'This project has no such app.')
    }
    const { secret, ...made } = await deps.analytics.secrets.create(project, { appId, name, createdBy: caller.uid })
    await note({ target: made.id, detail: { name, appId } })
    return { ...secretJson(made), secret }
  }),

  route(revokeApiSecret, async ({ deps, params: { project, secret }, note }) => {
    await deps.analytics.secrets.revoke(project, secret)
    await note({ target: secret })
    return {}
  }),
]

function secretJson({ createdAt, ...secret }: ApiSecret): SecretJson {
  return { ...secret, createdAt: timeJson(createdAt) }
}
