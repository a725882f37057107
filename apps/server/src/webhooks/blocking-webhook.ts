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
import { BlockingAnswerError, parseChanges, parseRefusal } from './blocking-answer.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import type { WebhookSettings } from './webhook-settings.ts'
import { isAnonymous } from '../identity/accounts/account.ts'

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
