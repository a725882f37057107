import type { ActionMail, MailOrder, Mails, WriteMail } from './action-mails.ts'
import { DevOutbox } from './dev-outbox.ts'

/** `hearth dev` shows mails instead of sending them. */
export class DevMailbox extends DevOutbox<ActionMail> implements Mails {
  readonly obstacle = undefined
  #write: WriteMail | undefined

  writeWith(write: WriteMail): void {
    this.#write = write
  }

  async send(realm: string, order: MailOrder): Promise<void> {
    if (this.#write === undefined) throw new Error('nobody writes the mails')
    this.add(realm, await this.#write(realm, order))
  }

  async pretend(): Promise<void> {}
}
