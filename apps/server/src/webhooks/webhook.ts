import { createHmac } from 'node:crypto'
import { StatusError } from '@hearth/model'
import type { Random } from '../lib/ambient.ts'
import { assertWithin, PrivateAddressError, type Reach } from '../outbound/reach.ts'

/** An address of a project's own that this server calls. */
export interface Webhook {
  readonly url: string
  /** `whsec_` and the base64 of 24 to 64 bytes, which sign what is sent. */
  readonly secret: string
}

const URL_CHARACTERS_MAX = 2_048
const SECRET_PREFIX = 'whsec_'
const NEW_SECRET_BYTES = 32

/** Throws `invalid-argument`/`INVALID_WEBHOOK`. Plain http is for where the server may reach more than public hosts. */
export function parseWebhookUrl(text: string, { reach }: { reach: Reach }): string {
  const url = URL.canParse(text) && text.length <= URL_CHARACTERS_MAX ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && reach !== 'public')
  if (url === undefined || !isWeb) {
    throw invalidWebhook('The address of a webhook begins with https:// and has at most 2,048 characters.')
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw invalidWebhook('The address of a webhook has neither a user, a password nor a fragment.')
  }
  try {
    assertWithin(url, reach)
  } catch (error) {
    if (!(error instanceof PrivateAddressError)) throw error
    throw invalidWebhook(error.message)
  }
  return url.href
}

/** Throws `invalid-argument`/`INVALID_WEBHOOK`. */
export function parseWebhookSecret(text: string): string {
  const base64 = text.startsWith(SECRET_PREFIX) ? text.slice(SECRET_PREFIX.length) : ''
  const { length } = Buffer.from(base64, 'base64')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || length < 24 || length > 64) {
    throw invalidWebhook('The secret of a webhook is "whsec_" and the base64 of 24 to 64 bytes.')
  }
  return text
}

export function newWebhookSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(NEW_SECRET_BYTES)).toString('base64')
}

/**
 * The headers that show who sent a body and when, as Standard Webhooks 1.0 has them (https://www.standardwebhooks.com): the receiver takes
 * HMAC-SHA256 over `<id>.<seconds>.<body>` with the secret's bytes, and refuses what is minutes old or has an id it has seen.
 */
export function webhookHeaders(
  { secret }: Webhook,
  message: { readonly id: string; readonly nowMs: number; readonly body: string },
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(message.nowMs / 1000))
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': 'Hearth',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

function invalidWebhook(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_WEBHOOK', message)
}
