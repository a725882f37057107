import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

export const blockingEvents = ['beforeCreate', 'beforeSignIn'] as const
export type BlockingEvent = (typeof blockingEvents)[number]
export type WebhookKind = 'sms' | 'blocking'

const webhooks = z.object({
  sms: z.nullable(z.object({ url: z.string() })),
  blocking: z.nullable(z.object({ url: z.string(), events: z.array(z.enum(blockingEvents)) })),
})

/** Addresses that the server calls; their secrets are never given back. */
export type Webhooks = z.infer<typeof webhooks>

export async function getWebhooks(project: ProjectSession): Promise<Webhooks> {
  return await project.call({ path: pathOf(project), answer: webhooks })
}

/** Answers the secret that calls are signed with. It is made anew each time and not shown again. */
export async function setWebhook(
  project: ProjectSession,
  kind: WebhookKind,
  webhook: { readonly url: string; readonly events?: readonly BlockingEvent[] },
): Promise<string | undefined> {
  const answer = z.object({ secret: z.optional(z.string()) })
  return (await project.call({ method: 'PUT', path: `${pathOf(project)}/${kind}`, body: webhook, answer })).secret
}

export async function removeWebhook(project: ProjectSession, kind: WebhookKind): Promise<void> {
  await project.call({ method: 'DELETE', path: `${pathOf(project)}/${kind}`, answer: z.unknown() })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/webhooks`
}
