import { StatusError } from '@hearth/model'
import type { Clock, Random } from '../lib/ambient.ts'
import type { BlockingEvent } from '../identity/sign-in/blocking-hooks.ts'
import type { Reach } from '../outbound/reach.ts'
import { CONSOLE_PROJECT } from '../projects/project-id.ts'
import type { OpenRecords } from '../secrets/sealed-store.ts'
import { newWebhookSecret, parseWebhookSecret, parseWebhookUrl, type Webhook } from './webhook.ts'

export const blockingEvents = ['beforeCreate', 'beforeSignIn'] as const satisfies readonly BlockingEvent[]

/** What a project's webhooks are for. */
export interface ProjectWebhooks {
  /** Sends text messages. */
  readonly sms?: Webhook | undefined
  /** Is asked before something happens, and may say no. */
  readonly blocking?: (Webhook & { readonly events: readonly BlockingEvent[] }) | undefined
  /** Hears of incidents; those of the server, in the project of the console. */
  readonly alerts?: Webhook | undefined
}

export type WebhookKind = keyof ProjectWebhooks

export interface WantedWebhook {
  readonly url: string
  /** The one there is stays when absent, or one is made. */
  readonly secret?: string | undefined
  /** Of `blocking`. */
  readonly events?: readonly BlockingEvent[] | undefined
}

const SPACE = 'webhooks'
const KEY = 'settings'
/** Of a change by another node. */
const NOTICED_AFTER_MS = 5_000
const CACHED_MAX = 1_000

/** Each project's webhooks, in one record of its store. */
export class WebhookSettings {
  readonly #storeOf: OpenRecords
  readonly #clock: Clock
  readonly #random: Random
  readonly #reach: Reach
  readonly #cache = new Map<string, { readonly webhooks: ProjectWebhooks; readonly readAt: number }>()

  constructor(options: {
    storeOf: OpenRecords
    clock: Clock
    random: Random
    /** Whether they may be on this machine or in a private network. */
    reach: Reach
  }) {
    this.#storeOf = options.storeOf
    this.#clock = options.clock
    this.#random = options.random
    this.#reach = options.reach
  }

  async get(project: string): Promise<ProjectWebhooks> {
    const cached = this.#cache.get(project)
    if (cached !== undefined && Math.abs(this.#clock.nowMs() - cached.readAt) < NOTICED_AFTER_MS) return cached.webhooks
    const record = await (await this.#storeOf(project)).getRecord(SPACE, KEY)
    return this.#remember(project, decode(record?.value))
  }

  /**
   * Sets one up; the answer has its secret when that was made here. Throws `invalid-argument`/`INVALID_WEBHOOK`, and
   * `failed-precondition`/`CONSOLE_HAS_NO_WEBHOOKS`: nobody outside decides who comes into the console.
   */
  async set(project: string, kind: WebhookKind, wanted: WantedWebhook): Promise<{ readonly newSecret?: string }> {
    if (project === CONSOLE_PROJECT && kind !== 'alerts') {
      throw new StatusError('failed-precondition', 'CONSOLE_HAS_NO_WEBHOOKS', 'The console itself has no webhooks.')
    }
    const url = parseWebhookUrl(wanted.url, { reach: this.#reach })
    const given = wanted.secret === undefined ? undefined : parseWebhookSecret(wanted.secret)
    let newSecret: string | undefined
    await this.#change(project, (current) => {
      newSecret = given === undefined && current[kind] === undefined ? newWebhookSecret(this.#random) : undefined
      const webhook = { url, secret: given ?? current[kind]?.secret ?? newSecret ?? '' }
      if (kind !== 'blocking') return { ...current, [kind]: webhook }
      return { ...current, blocking: { ...webhook, events: wanted.events ?? blockingEvents } }
    })
    return newSecret === undefined ? {} : { newSecret }
  }

  async remove(project: string, kind: WebhookKind): Promise<void> {
    await this.#change(project, (current) => ({ ...current, [kind]: undefined }))
  }

  async #change(project: string, change: (current: ProjectWebhooks) => ProjectWebhooks): Promise<void> {
    const store = await this.#storeOf(project)
    const record = await store.getRecord(SPACE, KEY)
    const changed = change(decode(record?.value))
    await store.commit({
      expect: [{ kind: 'record', space: SPACE, key: KEY, revision: record?.revision ?? 0 }],
      records: [{ space: SPACE, key: KEY, value: JSON.stringify(changed) }],
    })
    this.#remember(project, changed)
  }

  #remember(project: string, webhooks: ProjectWebhooks): ProjectWebhooks {
    this.#cache.delete(project)
    this.#cache.set(project, { webhooks, readAt: this.#clock.nowMs() })
    const oldest = this.#cache.keys().next()
    if (this.#cache.size > CACHED_MAX && !oldest.done) this.#cache.delete(oldest.value)
    return webhooks
  }
}

function decode(value: string | undefined): ProjectWebhooks {
  return value === undefined ? {} : (JSON.parse(value) as ProjectWebhooks)
}
