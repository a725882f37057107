import type { ActionMail, MailOrder, Mails, WriteMail } from './action-mails.ts'
import type { TextMessage, TextMessages } from '../sign-in/phone-codes.ts'

const KEPT_MAX = 1_000

/** Something that `hearth dev` shows instead of sending it. */
export interface DevItem<Item> {
  /** From 1, in the order of sending. */
  readonly number: number
  readonly realm: string
  /** Milliseconds. */
  readonly at: number
  readonly item: Item
}

/** What `hearth dev` shows instead of sending it: the last 1,000 of all realms, in memory. */
export class DevOutbox<Item> {
  readonly #nowMs: () => number
  #items: DevItem<Item>[] = []
  /** Those whose code was used, or another took its place. */
  readonly #over = new WeakSet<DevItem<Item>>()
  #number = 0

  constructor(options: { nowMs: () => number }) {
    this.#nowMs = options.nowMs
  }

  add(realm: string, item: Item): void {
    this.#items.push({ number: ++this.#number, realm, at: this.#nowMs(), item })
    if (this.#items.length > KEPT_MAX) this.#items.shift()
  }

  /** Of one realm, the oldest first. */
  list(realm: string): readonly Item[] {
    return this.#items.filter((kept) => kept.realm === realm).map(({ item }) => item)
  }

  /** Of one realm, those whose code is neither used nor replaced, the oldest first. */
  listUnused(realm: string): readonly Item[] {
    return this.#items.filter((kept) => kept.realm === realm && !this.#over.has(kept)).map(({ item }) => item)
  }

  protected markOver(realm: string, isOver: (item: Item) => boolean): void {
    for (const kept of this.#items) if (kept.realm === realm && isOver(kept.item)) this.#over.add(kept)
  }

  /** Of all realms, the newest first. */
  newest(limit: number): readonly DevItem<Item>[] {
    return this.#items.slice(-limit).toReversed()
  }

  find(number: number): DevItem<Item> | undefined {
    return this.#items.find((kept) => kept.number === number)
  }

  clear(realm: string): void {
    this.#items = this.#items.filter((kept) => kept.realm !== realm)
  }
}

/**
 * `hearth dev` shows mails instead of sending them. Those of apps are for all that ask; a link of the console opens an account that
 * may run the server, so only whoever started it is told.
 */
export class DevMailbox extends DevOutbox<ActionMail> implements Mails {
  readonly obstacle = undefined
  readonly #consoleProject: string
  readonly #announce: (line: string) => void
  #write: WriteMail | undefined

  constructor(options: { consoleProject: string; announce: (line: string) => void; nowMs: () => number }) {
    super(options)
    this.#consoleProject = options.consoleProject
    this.#announce = options.announce
  }

  writeWith(write: WriteMail): void {
    this.#write = write
  }

  async send(realm: string, order: MailOrder): Promise<void> {
    if (this.#write === undefined) throw new Error('nobody writes the mails')
    const mail = await this.#write(realm, order)
    if (realm === this.#consoleProject) this.#announce(`Mail of the console to ${mail.to}: ${mail.link}`)
    else this.add(realm, mail)
  }

  async pretend(): Promise<void> {}

  codeUsed(realm: string, code: string): void {
    this.markOver(realm, (mail) => mail.code === code)
  }

  codesReplaced(realm: string, subject: string): void {
    this.markOver(realm, (mail) => mail.subject === subject)
  }
}

/** `hearth dev` shows text messages instead of sending them. */
export class DevTextMessages extends DevOutbox<TextMessage> implements TextMessages {
  async findObstacle(): Promise<undefined> {}

  async send(realm: string, message: TextMessage): Promise<void> {
    this.add(realm, message)
  }

  codeUsed(realm: string, sessionInfo: string): void {
    this.markOver(realm, (message) => message.sessionInfo === sessionInfo)
  }
}
