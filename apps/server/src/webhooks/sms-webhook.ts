import type { Clock } from '../lib/ambient.ts'
import { identityError } from '../identity/identity-error.ts'
import type { TextMessage, TextMessages } from '../identity/sign-in/phone-codes.ts'
import { projectOf, tenantOf } from '../identity/realm.ts'
import type { WebhookCalls } from './webhook-calls.ts'
import type { WebhookSettings } from './webhook-settings.ts'

/** Three attempts are over after some 13 seconds; the SDKs wait 30. */
const attempts = { timeoutMs: 4_000, retryAfterMs: [250, 1_000] }

/**
 * Sends text messages by the webhook of the project: `POST` of
 * `{ type: 'sms', id, project, tenantId?, phoneNumber, code, appName, locale?, sentAt }`. An answer below 300 says that the message is on
 * its way.
 */
export class SmsWebhook implements TextMessages {
  readonly #settings: WebhookSettings
  readonly #calls: WebhookCalls
  readonly #nameOf: (project: string) => Promise<string>
  readonly #clock: Clock

  /** `nameOf` answers what the users of a project know it as. */
  constructor(options: {
    settings: WebhookSettings
    calls: WebhookCalls
    nameOf: (project: string) => Promise<string>
    clock: Clock
  }) {
    this.#settings = options.settings
    this.#calls = options.calls
    this.#nameOf = options.nameOf
    this.#clock = options.clock
  }

  async findObstacle(realm: string): Promise<string | undefined> {
    const { sms } = await this.#settings.get(projectOf(realm))
    return sms === undefined ? 'This project has no webhook that sends text messages.' : undefined
  }

  async send(realm: string, { phoneNumber, code, locale }: TextMessage): Promise<void> {
    const project = projectOf(realm)
    const { sms } = await this.#settings.get(project)
    if (sms === undefined) throw identityError('OPERATION_NOT_ALLOWED')
    const sentAt = new Date(this.#clock.nowMs()).toISOString()
    const appName = await this.#nameOf(project)
    const content = { tenantId: tenantOf(realm), phoneNumber, code, appName, locale, sentAt }
    const { status } = await this.#calls.call(sms, { project, kind: 'sms', content, ...attempts })
    if (status >= 300) throw identityError('SMS_NOT_SENT')
  }
}
