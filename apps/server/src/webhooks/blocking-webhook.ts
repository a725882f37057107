import { StatusError } from '@hearth/model'
import type { Clock, Log } from '../lib/ambient.ts'
import type {
  BlockingChanges,
  BlockingEvent,
  BlockingHooks,
  BlockingSubject,
} from '../identity/sign-in/blocking-hooks.ts'
import { identityError } from '../identity/identity-error.ts'
import { projectOf, tenantOf } from '../identity/realm.ts'
import type { OutboundAnswer } from '../outbound/outbound-request.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import type { WebhookSettings } from './webhook-settings.ts'
import { isAnonymous } from '../identity/accounts/account.ts'
import { z } from 'zod'
import { parseDisplayName, parsePhotoUrl } from '../identity/accounts/account-fields.ts'
import { validateClaims } from '../identity/accounts/custom-claims.ts'
import { tryParseOutsideJson } from '../lib/outside-json.ts'

/** What the vendor gives its blocking functions. */
const TIMEOUT_MS = 7_000

/**
 * Asks the project's webhook before an account is made and before a session begins (docs/reference/hearth-api.md). Without an answer that
 * can be understood nobody comes in.
 */
export class BlockingWebhook implements BlockingHooks {
  readonly #settings: WebhookSettings
  readonly #calls: WebhookCalls
  readonly #clock: Clock
  readonly #log: Log

  constructor(options: { settings: WebhookSettings; calls: WebhookCalls; clock: Clock; log: Log }) {
    this.#settings = options.settings
    this.#calls = options.calls
    this.#clock = options.clock
    this.#log = options.log
  }

  async listensTo(realm: string, event: BlockingEvent): Promise<boolean> {
    const { blocking } = await this.#settings.get(projectOf(realm))
    return blocking?.events.includes(event) ?? false
  }

  async ask(realm: string, event: BlockingEvent, subject: BlockingSubject): Promise<BlockingChanges> {
    const project = projectOf(realm)
    const { blocking } = await this.#settings.get(project)
    // Taken away since `listensTo`.
    if (blocking === undefined) return {}
    const at = new Date(this.#clock.nowMs()).toISOString()
    const content = { tenantId: tenantOf(realm), at, ...blockingContent(subject) }
    let answer: OutboundAnswer
    try {
      answer = await this.#calls.call(blocking, { project, kind: event, content, timeoutMs: TIMEOUT_MS })
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'WEBHOOK_FAILED') throw error
      throw identityError('BLOCKING_FUNCTION_ERROR_RESPONSE', 'The webhook of this project did not answer.')
    }
    try {
      if (answer.status < 300) return parseChanges(event, answer.body)
      throw identityError('BLOCKING_FUNCTION_ERROR_RESPONSE', parseRefusal(answer))
    } catch (error) {
      if (!(error instanceof BlockingAnswerError)) throw error
      this.#log.warn(
        { project, kind: event, complaint: error.message },
        'a webhook answered what can not be understood',
      )
      throw identityError(
        'BLOCKING_FUNCTION_ERROR_RESPONSE',
        `The webhook of this project answered wrongly: ${error.message}`,
      )
    }
  }
}

/** What the webhook is told, in the words of the vendor's blocking functions; nothing of it is a secret or a hash. */
function blockingContent({ account, method, origin }: BlockingSubject): Readonly<Record<string, unknown>> {
  const { signInProvider, secondFactor, claims } = method
  return {
    signInMethod: signInProvider,
    secondFactor: secondFactor?.kind,
    /** Of a custom token. */
    tokenClaims: claims,
    ipAddress: origin.address,
    userAgent: origin.userAgent,
    locale: origin.locale,
    user: {
      uid: account.uid,
      email: account.email,
      emailVerified: account.emailVerified,
      displayName: account.displayName,
      photoURL: account.photoUrl,
      phoneNumber: account.phoneNumber,
      disabled: account.disabled,
      isAnonymous: isAnonymous(account),
      customClaims: account.customClaims,
      providerData: account.providers.map(({ providerId, rawId, email, displayName, photoUrl }) => ({
        providerId,
        uid: rawId,
        email,
        displayName,
        photoURL: photoUrl,
      })),
      metadata: {
        creationTime: timeOf(account.createdAt),
        lastSignInTime: timeOf(account.lastSignInAt),
      },
    },
  }
}

function timeOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

/** The webhook answered something that says neither yes nor no; the message is for whoever wrote it. */
export class BlockingAnswerError extends Error {}

const MESSAGE_CHARACTERS_MAX = 500
const claims = z.record(z.string(), z.unknown())
const changesSchema = z.strictObject({
  displayName: z.string().optional(),
  photoURL: z.string().optional(),
  emailVerified: z.boolean().optional(),
  disabled: z.boolean().optional(),
  customClaims: claims.optional(),
  sessionClaims: claims.optional(),
})
const refusalSchema = z.object({ error: z.object({ message: z.string().optional(), status: z.string().optional() }) })

/** What a yes changes; an empty answer changes nothing. Throws `BlockingAnswerError`. */
export function parseChanges(event: BlockingEvent, body: Buffer): BlockingChanges {
  const text = body.toString().trim()
  if (text === '') return {}
  const parsed = changesSchema.safeParse(parseAnswer(text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new BlockingAnswerError(`${issue?.path.join('.') || 'the body'}: ${issue?.message ?? 'not valid'}`)
  }
  const { photoURL, ...changes } = parsed.data
  if (changes.sessionClaims !== undefined && event === 'beforeCreate') {
    throw new BlockingAnswerError('sessionClaims: there is no session yet.')
  }
  try {
    if (changes.displayName !== undefined) parseDisplayName(changes.displayName)
    if (photoURL !== undefined) parsePhotoUrl(photoURL)
    if (changes.customClaims !== undefined) validateClaims(changes.customClaims)
    if (changes.sessionClaims !== undefined) validateClaims(changes.sessionClaims)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new BlockingAnswerError(error.message, { cause: error })
  }
  return { ...changes, photoUrl: photoURL }
}

/**
 * Why not, for the user: `{"error": {"message"}}`, as the vendor's functions answer it, with a status of 400 to 499. Throws
 * `BlockingAnswerError`.
 */
export function parseRefusal({ status, body }: OutboundAnswer): string {
  const usual = 'The webhook of this project does not allow it.'
  if (status < 400 || status >= 500) throw new BlockingAnswerError(`the status ${status}`)
  const text = body.toString().trim()
  if (text === '') return usual
  const parsed = refusalSchema.safeParse(parseAnswer(text))
  if (!parsed.success) throw new BlockingAnswerError('a refusal is {"error": {"message"}}.')
  const { message, status: name } = parsed.data.error
  return (message ?? name ?? usual).replaceAll(/\p{Cc}+/gu, ' ').slice(0, MESSAGE_CHARACTERS_MAX)
}

function parseAnswer(text: string): unknown {
  const value = tryParseOutsideJson(text)
  if (value === undefined) throw new BlockingAnswerError('the body is not JSON.')
  return value
}
