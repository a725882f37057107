import type { AlertLanguage } from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { RateLimit } from '../lib/rate-limit.ts'
import type { TestMails } from '../mails/test-mails.ts'
import type { WebhookCalls } from '../webhooks/webhook-calls.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { AlertTeller } from './alert-teller.ts'
import { testNotice } from './alert-texts.ts'

const TIMEOUT_MS = 5_000

interface AlertTestsOptions {
  readonly testMails: Pick<TestMails, 'sendNotice'>
  readonly teller: Pick<AlertTeller, 'linkOf' | 'nameOf'>
  readonly webhookOf: (scope: string) => Promise<Webhook | undefined>
  readonly webhookCalls: Pick<WebhookCalls, 'call'>
  /** Of calls, by project. */
  readonly rate: RateLimit
}

/** Tries the ways by which alerts are told, at once, and says what happened. */
export class AlertTests {
  readonly #options: AlertTestsOptions

  constructor(options: AlertTestsOptions) {
    this.#options = options
  }

  /** Throws as `TestMails.send`. */
  async sendMail(scope: string, to: string, language: AlertLanguage): Promise<void> {
    const { testMails, teller } = this.#options
    const notice = testNotice(await teller.nameOf(scope), teller.linkOf(scope), language)
    await testMails.sendNotice(scope, to, notice)
  }

  /**
   * What the webhook answered. Throws `failed-precondition`/`WEBHOOK_NOT_SET`, `unavailable`/`WEBHOOK_FAILED`,
   * `resource-exhausted`/`TOO_MANY_REQUESTS`.
   */
  async callWebhook(scope: string): Promise<{ readonly status: number; readonly ms: number }> {
    const { webhookOf, webhookCalls, teller, rate } = this.#options
    const webhook = await webhookOf(scope)
    if (webhook === undefined) {
      throw new StatusError('failed-precondition', 'WEBHOOK_NOT_SET', 'There is no webhook to call.')
    }
    rate.take(scope)
    const startedAt = performance.now()
    const content = { event: 'test', link: teller.linkOf(scope) }
    const { status } = await webhookCalls.call(webhook, {
      project: scope,
      kind: 'alert',
      content,
      timeoutMs: TIMEOUT_MS,
    })
    return { status, ms: Math.round(performance.now() - startedAt) }
  }
}
