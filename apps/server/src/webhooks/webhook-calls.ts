import { setTimeout as wait } from 'node:timers/promises'
import { StatusError } from '@hearth/model'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import { type OutboundAnswer, outboundRequest } from '../outbound/outbound-request.ts'
import type { Reach } from '../outbound/reach.ts'
import { type Webhook, webhookHeaders } from './webhook.ts'

const ANSWER_BYTES_MAX = 64 * 1024
/** Calls of one project under way; more are refused, so that a slow receiver takes nobody's place but its own. */
const UNDER_WAY_MAX = 100

export interface WebhookCall {
  readonly project: string
  /** In the log: `sms`, `beforeSignIn`. */
  readonly kind: string
  readonly content: Readonly<Record<string, unknown>>
  /** By which the receiver knows calls as the same; made when absent. */
  readonly id?: string
  /** Of one attempt. */
  readonly timeoutMs: number
  /** The pauses before further attempts, where what went wrong may pass by itself. */
  readonly retryAfterMs?: readonly number[]
}

/** Calls the webhooks of projects: signed, in limited time and number, and into no private network unless that is allowed. */
export class WebhookCalls {
  readonly #reach: Reach
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Log
  readonly #underWay = new Map<string, number>()

  constructor(options: { reach: Reach; clock: Clock; random: Random; log: Log }) {
    this.#reach = options.reach
    this.#clock = options.clock
    this.#random = options.random
    this.#log = options.log
  }

  /**
   * The answer, whatever its status is. All attempts have one id, by which the receiver knows them as the same. Throws
   * `unavailable`/`WEBHOOK_FAILED` when none came, and `resource-exhausted`/`TOO_MANY_ATTEMPTS_TRY_LATER`.
   */
  async call(webhook: Webhook, call: WebhookCall): Promise<OutboundAnswer> {
    const { project } = call
    const underWay = this.#underWay.get(project) ?? 0
    if (underWay >= UNDER_WAY_MAX) {
      const sentence = 'Too many calls of the project’s webhook are under way. Try again in 5 seconds.'
      const details = { retryAfterSeconds: 5 }
      throw new StatusError('resource-exhausted', 'TOO_MANY_ATTEMPTS_TRY_LATER', sentence, { details })
    }
    this.#underWay.set(project, underWay + 1)
    try {
      return await this.#callUntilDone(webhook, call)
    } finally {
      const left = (this.#underWay.get(project) ?? 1) - 1
      if (left === 0) this.#underWay.delete(project)
      else this.#underWay.set(project, left)
    }
  }

  async #callUntilDone(webhook: Webhook, call: WebhookCall): Promise<OutboundAnswer> {
    const { project, kind, content, timeoutMs, retryAfterMs = [] } = call
    const { id = newCallId(this.#random) } = call
    const body = JSON.stringify({ type: kind, id, project, ...content })
    const target = new URL(webhook.url)
    for (let attempt = 0; ; attempt++) {
      const headers = webhookHeaders(webhook, { id, nowMs: this.#clock.nowMs(), body })
      const limits = { reach: this.#reach, timeoutMs, answerBytesMax: ANSWER_BYTES_MAX }
      const pauseMs = retryAfterMs[attempt]
      try {
        const answer = await outboundRequest(target, { method: 'POST', headers, body }, limits)
        if (!mayPass(answer.status) || pauseMs === undefined) return answer
        this.#log.warn({ project, kind, status: answer.status, attempt: attempt + 1 }, 'a webhook could not be called')
      } catch (cause) {
        const code = cause instanceof Error && 'code' in cause ? cause.code : (cause as Error).name
        this.#log.warn({ project, kind, code, attempt: attempt + 1 }, 'a webhook could not be called')
        if (pauseMs === undefined) {
          throw new StatusError('unavailable', 'WEBHOOK_FAILED', 'The project’s webhook could not be reached.', {
            cause,
          })
        }
      }
      await wait(pauseMs)
    }
  }
}

export function newCallId(random: Random): string {
  return `msg_${Buffer.from(random.bytes(16)).toString('hex')}`
}

/** Too many requests, or the fault of somebody in between. */
function mayPass(status: number): boolean {
  return status === 429 || status >= 500
}
