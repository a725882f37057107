import { StatusError } from '@hearth/model'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import type { TaskQueue } from '../lib/task-queue.ts'
import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'
import { newCallId, type WebhookCalls } from '../webhooks/webhook-calls.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { type Incident, type WebhookDelivery, withDelivery } from './incident.ts'
import type { Incidents } from './incidents.ts'

/** Key: when it is due, and a random end. */
const SPACE = 'alert-calls'
const MINUTE_MS = 60_000
/** After the first attempt, the second, ...; then it is given up. */
const retriedAfterMs = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]
const PAGE = 20
const TIMEOUT_MS = 5_000

interface PlannedCall {
  readonly scope: string
  readonly incident: string
  /** Of the message it is. */
  readonly at: number
  readonly id: string
  readonly attempts: number
  readonly content: Readonly<Record<string, unknown>>
}

export interface AlertCallsOptions {
  /** Of the console. */
  readonly store: () => Promise<ProjectStore>
  readonly incidents: Incidents
  readonly webhookOf: (scope: string) => Promise<Webhook | undefined>
  readonly webhookCalls: Pick<WebhookCalls, 'call'>
  readonly queue: TaskQueue
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}

/** Calls of webhooks about incidents: each is durable before it is made, and made again, ever later, when the receiver did not take it. */
export class AlertCalls {
  readonly #options: AlertCallsOptions
  #delivering: Promise<void> | undefined
  #isAskedAgain = false
  #isClosed = false

  constructor(options: AlertCallsOptions) {
    this.#options = options
  }

  /** What is to be committed with the message. */
  planned({ scope, id }: Incident, at: number, content: PlannedCall['content']): RecordChange {
    const { clock, random } = this.#options
    const call: PlannedCall = { scope, incident: id, at, id: newCallId(random), attempts: 0, content }
    return this.#dueAt(clock.nowMs(), call)
  }

  /** Resolves when everything that is due was tried once. */
  async deliverDue(): Promise<void> {
    this.#isAskedAgain = true
    this.#delivering ??= this.#deliverWhileAsked().finally(() => (this.#delivering = undefined))
    await this.#delivering
  }

  /** Waits for the calls under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#delivering
  }

  async #deliverWhileAsked(): Promise<void> {
    try {
      while (this.#isAskedAgain && !this.#isClosed) {
        this.#isAskedAgain = false
        await this.#deliver()
      }
    } catch (err) {
      this.#options.log.error({ err }, 'the calls about incidents could not be made')
    }
  }

  async #deliver(): Promise<void> {
    const store = await this.#options.store()
    for (;;) {
      const end = keyAt(this.#options.clock.nowMs() + 1)
      const due = await store.read((snapshot) => snapshot.listRecords(SPACE, { end }, { limit: PAGE, reverse: false }))
      // What is slow holds up at most those that became due with it.
      await Promise.all(due.map(({ key, value }) => this.#make(key, JSON.parse(value) as PlannedCall)))
      if (due.length < PAGE || this.#isClosed) return
    }
  }

  async #make(key: string, call: PlannedCall): Promise<void> {
    const { queue, clock } = this.#options
    const status = await this.#call(call)
    const attempts = call.attempts + 1
    const isTaken = status !== undefined && status < 300
    const waitMs = isTaken ? undefined : retriedAfterMs[call.attempts]
    const state = isTaken ? 'delivered' : waitMs === undefined ? 'failed' : 'waiting'
    await queue.run(async () => {
      const records: RecordChange[] = [{ space: SPACE, key, value: undefined }]
      if (waitMs !== undefined) records.push(this.#dueAt(clock.nowMs() + waitMs, { ...call, attempts }))
      records.push(...(await this.#noted(call, { state, attempts, status })))
      await this.#options.incidents.commit(records)
    })
  }

  /** The status of the answer; undefined where none came, or nobody is called any more. */
  async #call({ scope, id, content }: PlannedCall): Promise<number | undefined> {
    try {
      const webhook = await this.#options.webhookOf(scope)
      if (webhook === undefined) return undefined
      const call = { project: scope, kind: 'alert', id, content, timeoutMs: TIMEOUT_MS }
      return (await this.#options.webhookCalls.call(webhook, call)).status
    } catch (err) {
      // That none came is in the log already.
      if (!(err instanceof StatusError)) this.#options.log.error({ err, project: scope }, 'a webhook could not be read')
      return undefined
    }
  }

  async #noted({ scope, incident, at }: PlannedCall, webhook: WebhookDelivery): Promise<RecordChange[]> {
    const { incidents } = this.#options
    const found = await incidents.find(scope, incident)
    return found === undefined ? [] : incidents.changed(withDelivery(found, at, () => ({ webhook })))
  }

  #dueAt(dueMs: number, call: PlannedCall): RecordChange {
    const key = `${keyAt(dueMs)}-${this.#options.random.bytes(8).toString('hex')}`
    return { space: SPACE, key, value: JSON.stringify(call) }
  }
}

function keyAt(dueMs: number): string {
  return String(dueMs).padStart(15, '0')
}
