import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done } from './fields.ts'

export const blockingEvents = ['beforeCreate', 'beforeSignIn'] as const
export type BlockingEvent = (typeof blockingEvents)[number]

const url = z.string('The address is missing.')
const secret = z.optional(z.string())

export const listWebhooks = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/webhooks',
  summary: 'The [addresses](#webhooks) that the server calls; their secrets are never given back.',
  who: 'owner',
  answer: z.object({
    sms: z.nullable(z.object({ url: z.string() })),
    blocking: z.nullable(z.object({ url: z.string(), events: z.array(z.enum(blockingEvents)) })),
  }),
} as const satisfies Endpoint

export type Webhooks = z.infer<(typeof listWebhooks)['answer']>

const changing = { who: 'owner', recentSignIn: 'always', scope: 'webhooks' } as const
/** `secret` when it was made here, this once. */
const setting = { ...changing, audit: 'webhooks.update', answer: z.object({ secret }), isSecret: true } as const
const removing = { ...changing, audit: 'webhooks.delete', answer: done } as const

export const setSmsWebhook = {
  method: 'PUT',
  path: '/hearth/v1/projects/:project/webhooks/sms',
  summary: 'Where text messages are sent from. The answer has the secret when it was made here, this once.',
  ...setting,
  body: z.strictObject({ url, secret }),
} as const satisfies Endpoint

export const removeSmsWebhook = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/webhooks/sms',
  summary: 'No text messages are sent any more.',
  ...removing,
} as const satisfies Endpoint

export const setBlockingWebhook = {
  method: 'PUT',
  path: '/hearth/v1/projects/:project/webhooks/blocking',
  summary:
    'Where sign-ups and sign-ins are decided about, both unless `events` says one. The answer has the secret when it was made here, this once.',
  ...setting,
  body: z.strictObject({
    url,
    secret,
    events: z.optional(z.array(z.enum(blockingEvents, `The events are ${blockingEvents.join(' and ')}.`))),
  }),
} as const satisfies Endpoint

export const removeBlockingWebhook = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/webhooks/blocking',
  summary: 'Nobody decides about them any more.',
  ...removing,
} as const satisfies Endpoint
