import { StatusError } from '@hearth/model'
import type { RateLimit } from '../lib/rate-limit.ts'
import { parseEmail } from '../identity/accounts/account-fields.ts'
import type { ActionKind } from '../identity/messages/action-codes.ts'
import type { MailTemplates } from './mail-templates.ts'
import { type Notice, renderNotice } from './render-mail.ts'
import {
  type ChangingTransport,
  createSmtpTransport,
  type MailMessage,
  type MailTransport,
  type SmtpOptions,
} from './mail-transport.ts'

/** What the errors of the connection to the mail server mean. */
const sentences: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server does not accept the user or the password.',
  ECONNECTION: 'The mail server can not be reached.',
  EDNS: 'The name of the mail server is not known.',
  EENVELOPE: 'The mail server does not take mails from this sender, or to this address.',
  EMESSAGE: 'The mail server does not take the content of the mail.',
  ESOCKET: 'There is no connection to the mail server.',
  ETIMEDOUT: 'The mail server does not answer in time.',
  ETLS: 'There is no secure connection to the mail server.',
}

/** Sends a mail at once, and says whether the mail server took it, so that its settings can be tried. */
export class TestMails {
  readonly #transport: ChangingTransport | undefined
  readonly #templates: MailTemplates
  readonly #rate: RateLimit

  /** Without a transport there is no mail server to try. */
  constructor(options: { transport: ChangingTransport | undefined; templates: MailTemplates; rate: RateLimit }) {
    this.#transport = options.transport
    this.#templates = options.templates
    this.#rate = options.rate
  }

  /**
   * Throws `failed-precondition`/`MAILS_NOT_SET_UP`, `resource-exhausted`/`TOO_MANY_REQUESTS`, `invalid-argument`/`INVALID_EMAIL`, and
   * `unavailable`/`MAIL_NOT_SENT` with the reply code of the mail server as `details.smtpCode`.
   */
  async send(project: string, to: string, kind: ActionKind, language: string): Promise<void> {
    const transport = this.#transport
    if (transport?.isSet !== true) throw notSetUp()
    const address = parseEmail(to)
    this.#rate.take(project)
    const mail = await this.#templates.preview(project, kind, language)
    await sendBy(transport, { to: address, ...mail })
  }

  /** Sends what the server itself has to say. Throws as `send`. */
  async sendNotice(project: string, to: string, notice: Notice): Promise<void> {
    if (this.#transport?.isSet !== true) throw notSetUp()
    const address = parseEmail(to)
    this.#rate.take(project)
    await sendBy(this.#transport, { to: address, ...renderNotice(notice) })
  }

  /** Sends a mail by a mail server that is tried out, or by the one that is set. Throws as `send`; answers how long it took. */
  async tryOut(to: string, language: TestLanguage, smtp?: SmtpOptions): Promise<{ readonly ms: number }> {
    if (smtp === undefined && this.#transport?.isSet !== true) throw notSetUp()
    const address = parseEmail(to)
    this.#rate.take(SERVER)
    const startedAt = performance.now()
    const message = { to: address, ...testMails[language] }
    if (smtp === undefined) await sendBy(this.#transport, message)
    else {
      const tried = await createSmtpTransport(smtp)
      await sendBy(tried, message).finally(() => tried.close())
    }
    return { ms: Math.round(performance.now() - startedAt) }
  }
}

type TestLanguage = 'en' | 'de'

/** What the tests of the server's own settings are counted under; no project is called so. */
const SERVER = ''

const testMails: Readonly<Record<TestLanguage, Omit<MailMessage, 'to'>>> = {
  en: asMail(
    'Hearth can send mails',
    'This is the test mail that you asked for in the console. Your mail server takes mails.',
  ),
  de: asMail(
    'Hearth kann Mails senden',
    'Das ist die Testmail, die Sie in der Konsole angefordert haben. Ihr Mailserver nimmt Mails an.',
  ),
}

function asMail(subject: string, text: string): Omit<MailMessage, 'to'> {
  return { subject, text, html: `<p>${text}</p>` }
}

async function sendBy(transport: MailTransport | undefined, message: MailMessage): Promise<void> {
  try {
    await transport?.send(message)
  } catch (cause) {
    throw notSent(cause)
  }
}

function notSetUp(): StatusError {
  return new StatusError('failed-precondition', 'MAILS_NOT_SET_UP', 'This server has no mail server to send by.')
}

function notSent(cause: unknown): StatusError {
  const { code, responseCode } = cause as { code?: unknown; responseCode?: unknown }
  const sentence = (typeof code === 'string' ? sentences[code] : undefined) ?? 'The mail server did not take the mail.'
  const details = typeof responseCode === 'number' ? { smtpCode: responseCode } : {}
  return new StatusError('unavailable', 'MAIL_NOT_SENT', sentence, { details, cause })
}
