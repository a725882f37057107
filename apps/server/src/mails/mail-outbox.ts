import { StatusError } from '@hearth/model'
import type { Clock, Log, Random } from '../lib/ambient.ts'
import { type MailOrder, type Mails, noMails, type WriteMail } from '../identity/messages/action-mails.ts'
import { projectOf } from '../identity/realm.ts'
import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { MailTemplates } from './mail-templates.ts'
import type { MailTransport } from './mail-transport.ts'
import { Slots } from '../lib/slots.ts'
import { type Notice, renderNotice } from './render-mail.ts'

/** A mail of the server itself. */
export interface NoticeOrder {
  readonly kind: 'NOTICE'
  readonly to: string
  readonly notice: Notice
  /** What became of it is told with this. */
  readonly about: string
}

/** The mail server took a notice, or it was given up. The records are to be committed with what is kept of that. */
export type KeepNoticeOutcome = (
  outcome: { readonly about: string; readonly isDelivered: boolean },
  records: readonly RecordChange[],
) => Promise<void>

/** As kept in the space `mail-outbox`; key: when it is due, and a random end. */
interface OutboxRecord {
  readonly realm: string
  readonly order: MailOrder | NoticeOrder
  /** Nobody is to get it; it is here because keeping it takes time. */
  readonly isPretended: boolean
  readonly attempts: number
}

const SPACE = 'mail-outbox'
const MINUTE_MS = 60_000
/** After the first attempt, the second, ...; then it is given up. */
const retriedAfterMs = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS]
const SWEPT_EVERY_MS = 15_000
const PAGE = 50
const WAITING_MAX = 10_000
/** Mails under way at the same time; one project has one of them. */
const SENDING_MAX = 20

/** What waits in a project. */
interface Line {
  /** Ends when everything that was due was tried. */
  delivering: Promise<void> | undefined
  /** Something may have become due since it began. */
  isAskedAgain: boolean
  /** Counted once, then kept up. */
  waiting: number | undefined
}

/**
 * Mails on their way out: each is durable before the request for it is answered, and sent afterwards; again, ever later, when the mail
 * server did not take it. Projects don't wait for each other. At most 10,000 mails wait in a project.
 */
export class MailOutbox implements Mails {
  readonly #isSet: () => boolean
  readonly #storeOf: (project: string) => Promise<ProjectStore>
  readonly #listProjects: () => Promise<readonly { readonly id: string }[]>
  readonly #transport: MailTransport
  readonly #templates: Pick<MailTemplates, 'render'>
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Log
  readonly #lines = new Map<string, Line>()
  readonly #slots = new Slots(SENDING_MAX)
  readonly #stopping = new AbortController()
  #write: WriteMail | undefined
  #keepOutcome: KeepNoticeOutcome | undefined
  #isStarted = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    storeOf: (project: string) => Promise<ProjectStore>
    listProjects: () => Promise<readonly { readonly id: string }[]>
    transport: MailTransport
    /** Whether there is a mail server now. */
    isSet: () => boolean
    templates: Pick<MailTemplates, 'render'>
    clock: Clock
    random: Random
    log: Log
  }) {
    this.#isSet = options.isSet
    this.#storeOf = options.storeOf
    this.#listProjects = options.listProjects
    this.#transport = options.transport
    this.#templates = options.templates
    this.#clock = options.clock
    this.#random = options.random
    this.#log = options.log
  }

  get obstacle(): string | undefined {
    return this.#isSet() ? undefined : noMails.obstacle
  }

  /** Begins to send what is due, also what an earlier process left. To be called again does no harm. */
  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const round = (): void => {
      void this.deliverDue().finally(() => {
        if (!this.#stopping.signal.aborted) this.#timer = setTimeout(round, SWEPT_EVERY_MS).unref()
      })
    }
    round()
  }

  writeWith(write: WriteMail): void {
    this.#write = write
  }

  /** To be called once, before any notice is sent. */
  keepOutcomesBy(keep: KeepNoticeOutcome): void {
    this.#keepOutcome = keep
  }

  async send(realm: string, order: MailOrder): Promise<void> {
    await this.#add(realm, order, false)
  }

  async pretend(realm: string, order: MailOrder): Promise<void> {
    await this.#add(realm, order, true)
  }

  /** Sends what is due in every project. Resolves when it was tried. */
  async deliverDue(): Promise<void> {
    try {
      const projects = await this.#listProjects()
      await Promise.all(projects.map(({ id }) => this.#deliverLine(id)))
    } catch (err) {
      this.#log.error({ err }, 'the projects could not be read')
    }
  }

  /** Gives up the mails under way, which are sent again by the next process. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    for (const { delivering } of this.#lines.values()) await delivering
    this.#transport.close()
  }

  async #add(realm: string, order: MailOrder, isPretended: boolean): Promise<void> {
    await this.#addAll(projectOf(realm), [{ realm, order, isPretended, attempts: 0 }])
  }

  /** Adds all of them or none, in one commit with the records that say so. Throws as `send`. */
  async sendNotices(
    project: string,
    notices: readonly NoticeOrder[],
    records: readonly RecordChange[] = [],
  ): Promise<void> {
    const added = notices.map((order) => ({ realm: project, order, isPretended: false, attempts: 0 }))
    await this.#addAll(project, added, records)
  }

  async #addAll(project: string, added: readonly OutboxRecord[], records: readonly RecordChange[] = []): Promise<void> {
    const store = await this.#storeOf(project)
    const line = this.#lineOf(project)
    line.waiting ??= await countWaiting(store)
    if (line.waiting + added.length > WAITING_MAX) {
      throw new StatusError(
        'resource-exhausted',
        'TOO_MANY_ATTEMPTS_TRY_LATER',
        'Too many mails are waiting to be sent.',
      )
    }
    const mails = added.map((record) => ({
      space: SPACE,
      key: this.#keyAt(this.#clock.nowMs()),
      value: JSON.stringify(record),
    }))
    await store.commit({ records: [...mails, ...records] })
    line.waiting += added.length
    void this.#deliverLine(project)
  }

  #lineOf(project: string): Line {
    let line = this.#lines.get(project)
    if (line === undefined) {
      line = { delivering: undefined, isAskedAgain: false, waiting: undefined }
      this.#lines.set(project, line)
    }
    return line
  }

  #deliverLine(project: string): Promise<void> {
    const line = this.#lineOf(project)
    line.isAskedAgain = true
    line.delivering ??= this.#deliverWhileAsked(project, line).finally(() => (line.delivering = undefined))
    return line.delivering
  }

  async #deliverWhileAsked(project: string, line: Line): Promise<void> {
    try {
      while (line.isAskedAgain && !this.#stopping.signal.aborted) {
        line.isAskedAgain = false
        await this.#deliver(project, line)
      }
    } catch (err) {
      this.#log.error({ project, err }, 'the outbox could not be read')
    }
  }

  async #deliver(project: string, line: Line): Promise<void> {
    const store = await this.#storeOf(project)
    for (;;) {
      const end = String(this.#clock.nowMs() + 1).padStart(15, '0')
      const due = await store.read((snapshot) => snapshot.listRecords(SPACE, { end }, { limit: PAGE, reverse: false }))
      for (const { key, value } of due) {
        const record = JSON.parse(value) as OutboxRecord
        await this.#slots.run(() => this.#deliverOne(project, { line, store }, key, record))
        if (this.#stopping.signal.aborted) return
      }
      if (due.length < PAGE) return
    }
  }

  async #deliverOne(
    project: string,
    { line, store }: { line: Line; store: ProjectStore },
    key: string,
    record: OutboxRecord,
  ): Promise<void> {
    const { signal } = this.#stopping
    if (signal.aborted) return
    const records = [{ space: SPACE, key, value: undefined as string | undefined }]
    let isDelivered = true
    try {
      if (!record.isPretended) await unlessAborted(this.#sendNow(record), signal)
    } catch (err) {
      if (signal.aborted) return
      isDelivered = false
      const waitMs = retriedAfterMs[record.attempts]
      const { kind } = record.order
      // The address is a person's, and what the mail server says may repeat it.
      const code = err instanceof Error && 'code' in err ? err.code : undefined
      this.#log.warn({ project, kind, code, attempt: record.attempts + 1 }, 'a mail could not be sent')
      if (waitMs !== undefined) {
        const again: OutboxRecord = { ...record, attempts: record.attempts + 1 }
        records.push({ space: SPACE, key: this.#keyAt(this.#clock.nowMs() + waitMs), value: JSON.stringify(again) })
      }
    }
    const isOver = records.length === 1
    if (isOver && record.order.kind === 'NOTICE' && this.#keepOutcome !== undefined) {
      await this.#keepOutcome({ about: record.order.about, isDelivered }, records)
    } else await store.commit({ records })
    if (isOver && line.waiting !== undefined) line.waiting--
  }

  async #sendNow({ realm, order }: OutboxRecord): Promise<void> {
    if (order.kind === 'NOTICE') {
      await this.#transport.send({ to: order.to, ...renderNotice(order.notice) })
      return
    }
    if (this.#write === undefined) throw new Error('nobody writes the mails')
    const mail = await this.#write(realm, order)
    const rendered = await this.#templates.render(realm, mail)
    if (!this.#stopping.signal.aborted) await this.#transport.send({ to: mail.to, ...rendered })
  }

  #keyAt(dueMs: number): string {
    return `${String(dueMs).padStart(15, '0')}-${this.#random.bytes(8).toString('hex')}`
  }
}

async function countWaiting(store: ProjectStore): Promise<number> {
  const waiting = await store.read((snapshot) =>
    snapshot.listRecords(SPACE, {}, { limit: WAITING_MAX, reverse: false }),
  )
  return waiting.length
}

/** Rejects at once when it is aborted; the work goes on until it ends by itself, and nobody cares how. */
async function unlessAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
