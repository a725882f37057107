import { listWebhooks, removeBlockingWebhook, removeSmsWebhook, setBlockingWebhook, setSmsWebhook } from '@hearth/api'
import { route } from './route.ts'

export const webhooks = [
  route(listWebhooks, async ({ deps, params: { project } }) => {
    const { sms, blocking } = await deps.webhooks.get(project)
    return {
      sms: sms === undefined ? null : { url: sms.url },
      blocking: blocking === undefined ? null : { url: blocking.url, events: blocking.events },
    }
  }),

  route(setSmsWebhook, async ({ deps, params: { project }, body, note }) => {
    const { newSecret: secret } = await deps.webhooks.set(project, 'sms', await body())
    await note({ target: 'sms' })
    return { secret }
  }),

  route(removeSmsWebhook, async ({ deps, params: { project }, note }) => {
    await deps.webhooks.remove(project, 'sms')
    await note({ target: 'sms' })
    return {}
  }),

  route(setBlockingWebhook, async ({ deps, params: { project }, body, note }) => {
    const { newSecret: secret } = await deps.webhooks.set(project, 'blocking', await body())
    await note({ target: 'blocking' })
    return { secret }
  }),

  route(removeBlockingWebhook, async ({ deps, params: { project }, note }) => {
    await deps.webhooks.remove(project, 'blocking')
    await note({ target: 'blocking' })
    return {}
  }),
]
