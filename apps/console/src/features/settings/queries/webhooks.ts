import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export { blockingEvents } from '@hearth/api'
export type BlockingEvent = api.BlockingEvent
export type WebhookKind = 'sms' | 'blocking'

/** Addresses that the server calls; their secrets are never given back. */
export type Webhooks = api.Webhooks

export async function getWebhooks(project: ProjectSession): Promise<Webhooks> {
  return await callApi(api.listWebhooks, { project: project.id }, project)
}

/** Answers the secret that calls are signed with. It is made anew each time and not shown again. */
export async function setWebhook(
  project: ProjectSession,
  kind: WebhookKind,
  { url, events }: { readonly url: string; readonly events?: readonly BlockingEvent[] },
): Promise<string | undefined> {
  const { secret } =
    kind === 'sms'
      ? await callApi(api.setSmsWebhook, { project: project.id, body: { url } }, project)
      : await callApi(api.setBlockingWebhook, { project: project.id, body: { url, events } }, project)
  return secret
}

export async function removeWebhook(project: ProjectSession, kind: WebhookKind): Promise<void> {
  const endpoint = kind === 'sms' ? api.removeSmsWebhook : api.removeBlockingWebhook
  await callApi(endpoint, { project: project.id }, project)
}
