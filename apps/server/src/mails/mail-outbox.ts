import { StatusError } from '@hearth/model'
import type { Clock, Log, Random } from '../ambient.ts'
import type { ActionMail, Mails } from '../identity/action-mails.ts'
import { projectOf } from '../identity/realm.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { actionMailText } from './action-mail-text.ts'
import type { MailTransport } from './mail-transport.ts'

/** As kept in the space `mail-outbox`; key: when it is due, and a random end. */
interface OutboxRecord {
  readonly mail: ActionMail
  /** Nobody is to get it; it is here because keeping it takes time. */
  readonly isPretended: boolean
  readonly attempts: number
}

const space = 'mail-outbox'
const minuteMs = 60_000
/** After the first attempt, the second, ...; then it is given up. */
const retriedAfterMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]
const sweptEveryMs = 15_000
const page = 50
const waitingMax = 10_000

/**
 * Mails on their way out: each is durable before the request for it is answered, and sent afterwards; again, ever later, when the mail
 * server did not take it. At most 10,000 wait in a project.
 */
export class MailOutbox implements Mails {
  readonly obstacle = undefined
  readonly #storeOf: (project: string) => Promise<ProjectStore>
  readonly #listProjects: () => Promise<readonly { readonly id: string }[]>
  readonly #transport: MailTransport
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Log
  #delivering: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: {
    storeOf: (project: string) => Promise<ProjectStore>
    listProjects: () => Promise<readonly { readonly id: string }[]>
    transport: MailTransport
    clock: Clock
    random: Random
    log: Log
  }) {
    this.#storeOf = options.storeOf
    this.#listProjects = options.listProjects
    this.#transport = options.transport
    this.#clock = options.clock
    this.#random = options.random
    this.#log = options.log
  }

  /** Begins to send what is due, also what an earlier process left. */
  start(): void {
    const round = (): void => {
      void this.deliverDue().finally(() => {
        if (!this.#isClosed) this.#timer = setTimeout(round, sweptEveryMs).unref()
      })
    }
    round()
  }

  async send(realm: string, mail: ActionMail): Promise<void> {
    await this.#add(projectOf(realm), mail, false)
  }

  async pretend(realm: string, mail: ActionMail): Promise<void> {
    await this.#add(projectOf(realm), mail, true)
  }

  /** Sends what is due in every project, one after the other. Resolves when it was tried. */
  deliverDue(): Promise<void> {
    this.#delivering = this.#delivering.then(async () => {
      try {
        for (const { id } of await this.#listProjects()) await this.#deliver(id)
      } catch (err) {
        this.#log.error({ err }, 'the outbox could not be read')
      }
    })
    return this.#delivering
  }

  /** Waits for the mail under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#delivering
    this.#transport.close()
  }

  async #add(project: string, mail: ActionMail, isPretended: boolean): Promise<void> {
    const store = await this.#storeOf(project)
    const waiting = await store.read((snapshot) =>
      snapshot.listRecords(space, {}, { limit: waitingMax, reverse: false }),
    )
    if (waiting.length >= waitingMax) {
      throw new StatusError(
        'resource-exhausted',
        'TOO_MANY_ATTEMPTS_TRY_LATER',
        'Too many mails are waiting to be sent.',
      )
    }
    const record: OutboxRecord = { mail, isPretended, attempts: 0 }
    await store.commit({
      records: [{ space, key: this.#keyAt(this.#clock.nowMs()), value: JSON.stringify(record) }],
    })
    void this.deliverDue()
  }

  async #deliver(project: string): Promise<void> {
    const store = await this.#storeOf(project)
    for (;;) {
      const end = String(this.#clock.nowMs() + 1).padStart(15, '0')
      const due = await store.read((snapshot) => snapshot.listRecords(space, { end }, { limit: page, reverse: false }))
      for (const { key, value } of due) {
        if (this.#isClosed) return
        await this.#deliverOne(project, store, key, JSON.parse(value) as OutboxRecord)
      }
      if (due.length < page) return
    }
  }

  async #deliverOne(project: string, store: ProjectStore, key: string, record: OutboxRecord): Promise<void> {
    const records = [{ space, key, value: undefined as string | undefined }]
    try {
      if (!record.isPretended) await this.#transport.send(actionMailText(record.mail))
    } catch (err) {
      const waitMs = retriedAfterMs[record.attempts]
      const { kind } = record.mail
      // The address is a person's, and what the mail server says may repeat it.
      const code = err instanceof Error && 'code' in err ? err.code : undefined
      this.#log.warn({ project, kind, code, attempt: record.attempts + 1 }, 'a mail could not be sent')
      if (waitMs !== undefined) {
        const again: OutboxRecord = { ...record, attempts: record.attempts + 1 }
        records.push({ space, key: this.#keyAt(this.#clock.nowMs() + waitMs), value: JSON.stringify(again) })
      }
    }
    await store.commit({ records })
  }

  #keyAt(dueMs: number): string {
    return `${String(dueMs).padStart(15, '0')}-${this.#random.bytes(8).toString('hex')}`
  }
}
