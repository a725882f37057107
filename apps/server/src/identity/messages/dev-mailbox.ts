import type { ActionMail, MailOrder, Mails, WriteMail } from './action-mails.ts'
import { DevOutbox } from './dev-outbox.ts'

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
