import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done, time } from './fields.ts'

export const projectAlertKinds = ['denial-spike', 'failed-backup'] as const
export const serverAlertKinds = ['failed-backup', 'low-disk', 'full-disk', 'error-rate'] as const
export type AlertKind = (typeof projectAlertKinds)[number] | (typeof serverAlertKinds)[number]

export const alertLanguages = ['en', 'de'] as const
export type AlertLanguage = (typeof alertLanguages)[number]

export const alertAddressesMax = 10

const count = z.optional(z.number())
/** What was found when the incident began, or at its last reminder. Which of them are there follows from its kind. */
const figures = z.object({
  /** `denial-spike`: in ten minutes, of so many requests; and the share, from 0 to 1, that is usual in the project. */
  denied: count,
  requests: count,
  usualShare: count,
  /** `error-rate`: answers with a status of 500 and above in ten minutes, of so many. */
  failed: count,
  answers: count,
  /** `low-disk`, `full-disk`. */
  freeBytes: count,
  totalBytes: count,
  /** `failed-backup` of the server: of so many projects, and the ids of the first ten. */
  failedCount: count,
  projects: z.optional(z.array(z.string())),
})
export type AlertFigures = Readonly<z.infer<typeof figures>>

const delivery = z.enum(['waiting', 'delivered', 'failed'])
export type AlertDelivery = z.infer<typeof delivery>

const message = z.object({
  event: z.enum(['opened', 'reminder', 'ended']),
  at: time,
  /** More than 12 messages within an hour are not sent. */
  isHeldBack: z.boolean(),
  /** How many mails there are by how they went; what waits is tried again for some 80 minutes. */
  mails: z.object({ waiting: z.number(), delivered: z.number(), failed: z.number() }),
  /** `null`: there was none. `status`: the last answer's; `null` while none came. */
  webhook: z.nullable(z.object({ state: delivery, attempts: z.number(), status: z.nullable(z.number()) })),
})

const incident = z.object({
  id: z.string(),
  kind: z.enum([...projectAlertKinds, 'low-disk', 'full-disk', 'error-rate']),
  since: time,
  /** `null` while it goes on. */
  endedAt: z.nullable(time),
  figures,
  /** The last ten, the oldest first. */
  messages: z.array(message),
})
export type Incident = z.infer<typeof incident>

const incidents = z.object({
  /** `hearth dev` watches nothing. */
  isWatched: z.boolean(),
  open: z.array(incident),
  /** The last 100, the newest first. */
  ended: z.array(incident),
})
export type Incidents = z.infer<typeof incidents>

const address = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(/^[^\s<>,@]+@[^\s<>,@]+$/, 'It must be an address.'))

const common = {
  addresses: z.array(address).check(z.maxLength(alertAddressesMax, 'There are at most ten addresses.')),
  /** Of the mails. */
  language: z.enum(alertLanguages),
}
const projectSettings = {
  ...common,
  /** What is told of. What is not is neither told nor kept. */
  kinds: z.array(z.enum(projectAlertKinds)),
  /** Who of the team gets the mails; `editors`: owners and editors. */
  team: z.enum(['nobody', 'owners', 'editors']),
}
const serverSettings = {
  ...common,
  kinds: z.array(z.enum(serverAlertKinds)),
  /** `owners`: the owner of the server. */
  team: z.enum(['nobody', 'owners']),
}
const answered = {
  /** Where the webhook is; its secret is never given back. */
  webhook: z.nullable(z.object({ url: z.string() })),
  /** Whether there is a mail server to send by. */
  isMailEnabled: z.boolean(),
}

const webhook = z.strictObject({
  url: z.string('The address is missing.'),
  /** Made here when absent and there is none yet. */
  secret: z.optional(z.string()),
})
/** When it was made here, this once. */
const made = z.object({ secret: z.optional(z.string()) })

const mailTest = z.strictObject({ to: address, language: z._default(z.enum(alertLanguages), 'en') })
const mailErrors = {
  MAIL_NOT_SENT: 'unavailable',
  MAILS_NOT_SET_UP: 'failed-precondition',
  TOO_MANY_REQUESTS: 'resource-exhausted',
} as const
const webhookTested = z.object({
  /** Of its answer; what is below 300 has taken it. */
  status: z.number(),
  ms: z.number(),
})
const webhookErrors = {
  WEBHOOK_FAILED: 'unavailable',
  WEBHOOK_NOT_SET: 'failed-precondition',
  TOO_MANY_REQUESTS: 'resource-exhausted',
} as const

/** The alerts of the console's project are those of the server. */
const refusals = { ALERTS_OF_SERVER: 'failed-precondition' } as const
const ofProject = { who: 'owner', recentSignIn: 'always', scope: 'webhooks' } as const
const ofServer = { who: 'server-owner', recentSignIn: 'always' } as const
const audit = 'alerts.update'

export const listProjectAlerts = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/alerts',
  summary: 'The [incidents](#alerts) of the project: those that go on, and the last ones that ended.',
  who: 'viewer',
  answer: incidents,
  errors: refusals,
} as const satisfies Endpoint

export const getProjectAlertSettings = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/alerts/settings',
  summary: 'What of the project is told, and to whom.',
  who: 'owner',
  answer: z.object({ ...projectSettings, ...answered }),
  errors: refusals,
} as const satisfies Endpoint

export const setProjectAlertSettings = {
  method: 'PUT',
  path: '/hearth/v1/projects/:project/alerts/settings',
  summary: 'Changes what of the project is told, and to whom by mail.',
  ...ofProject,
  audit,
  body: z.strictObject(projectSettings),
  answer: done,
  errors: refusals,
} as const satisfies Endpoint

export const setProjectAlertWebhook = {
  method: 'PUT',
  path: '/hearth/v1/projects/:project/alerts/webhook',
  summary:
    'Where the incidents of the project are sent to. The answer has the secret that signs them when it was made here, this once.',
  ...ofProject,
  audit,
  body: webhook,
  answer: made,
  isSecret: true,
  errors: refusals,
} as const satisfies Endpoint

export const removeProjectAlertWebhook = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/alerts/webhook',
  summary: 'The incidents of the project are sent nowhere any more; mails still are.',
  ...ofProject,
  audit,
  answer: done,
  errors: refusals,
} as const satisfies Endpoint

export const testProjectAlertMail = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/alerts/mail:test',
  summary: 'Sends a test mail, and answers when the mail server took it. 10 an hour.',
  ...ofProject,
  body: mailTest,
  answer: done,
  errors: { ...refusals, ...mailErrors },
} as const satisfies Endpoint

export const testProjectAlertWebhook = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/alerts/webhook:test',
  summary: 'Calls the webhook that is set with `event: "test"`, once, and says what it answered. 10 an hour.',
  ...ofProject,
  answer: webhookTested,
  errors: { ...refusals, ...webhookErrors },
} as const satisfies Endpoint

export const listServerAlerts = {
  method: 'GET',
  path: '/hearth/v1/server/alerts',
  summary: 'The [incidents](#alerts) of the server: those that go on, and the last ones that ended.',
  who: 'server-owner',
  answer: incidents,
} as const satisfies Endpoint

export const getServerAlertSettings = {
  method: 'GET',
  path: '/hearth/v1/server/alerts/settings',
  summary: 'What of the server is told, and to whom.',
  who: 'server-owner',
  answer: z.object({ ...serverSettings, ...answered }),
} as const satisfies Endpoint

export const setServerAlertSettings = {
  method: 'PUT',
  path: '/hearth/v1/server/alerts/settings',
  summary: 'Changes what of the server is told, and to whom by mail.',
  ...ofServer,
  audit,
  body: z.strictObject(serverSettings),
  answer: done,
} as const satisfies Endpoint

export const setServerAlertWebhook = {
  method: 'PUT',
  path: '/hearth/v1/server/alerts/webhook',
  summary:
    'Where the incidents of the server are sent to. The answer has the secret that signs them when it was made here, this once.',
  ...ofServer,
  audit,
  body: webhook,
  answer: made,
  isSecret: true,
} as const satisfies Endpoint

export const removeServerAlertWebhook = {
  method: 'DELETE',
  path: '/hearth/v1/server/alerts/webhook',
  summary: 'The incidents of the server are sent nowhere any more; mails still are.',
  ...ofServer,
  audit,
  answer: done,
} as const satisfies Endpoint

export const testServerAlertMail = {
  method: 'POST',
  path: '/hearth/v1/server/alerts/mail:test',
  summary: 'Sends a test mail, and answers when the mail server took it. 10 an hour.',
  ...ofServer,
  body: mailTest,
  answer: done,
  errors: mailErrors,
} as const satisfies Endpoint

export const testServerAlertWebhook = {
  method: 'POST',
  path: '/hearth/v1/server/alerts/webhook:test',
  summary: 'Calls the webhook that is set with `event: "test"`, once, and says what it answered. 10 an hour.',
  ...ofServer,
  answer: webhookTested,
  errors: webhookErrors,
} as const satisfies Endpoint
