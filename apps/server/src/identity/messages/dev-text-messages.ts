import { DevOutbox } from './dev-outbox.ts'
import type { TextMessage, TextMessages } from '../sign-in/phone-codes.ts'

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
