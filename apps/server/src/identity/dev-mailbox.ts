import type { ActionMail, Mails } from './action-mails.ts'
import { DevOutbox } from './dev-outbox.ts'

/** `hearth dev` shows mails instead of sending them. */
export class DevMailbox extends DevOutbox<ActionMail> implements Mails {
  readonly obstacle = undefined

  async send(realm: string, mail: ActionMail): Promise<void> {
    this.add(realm, mail)
  }

  async pretend(): Promise<void> {}
}
