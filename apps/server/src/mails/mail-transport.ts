export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** In place of the name that the server's address has. */
  readonly senderName?: string | undefined
  readonly replyTo?: string | undefined
}

/** What hands a mail to the next server; rejects when that did not take it. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>
  close(): void
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
  readonly smtpUrl: string
  /** `Name <address>` or an address. */
  readonly from: string
  /** Of mails that have none of their own. */
  readonly replyTo: string | undefined
}

/** Hands mails to the mail server that is set now; rejects while none is. */
export class ChangingTransport implements MailTransport {
  readonly #connect: (options: SmtpOptions) => Promise<MailTransport>
  #current: Promise<MailTransport> | undefined

  constructor(connect: (options: SmtpOptions) => Promise<MailTransport> = createSmtpTransport) {
    this.#connect = connect
  }

  get isSet(): boolean {
    return this.#current !== undefined
  }

  /** What is under way goes on by the mail server before. Undefined: no mails go out from now on. */
  use(options: SmtpOptions | undefined): void {
    this.close()
    this.#current = options && this.#connect(options)
    this.#current?.catch(() => undefined)
  }

  async send(message: MailMessage): Promise<void> {
    if (this.#current === undefined) throw new Error('no mail server is set')
    await (await this.#current).send(message)
  }

  close(): void {
    void this.#current?.then(
      (transport) => transport.close(),
      () => undefined,
    )
    this.#current = undefined
  }
}

export async function createSmtpTransport(options: SmtpOptions): Promise<MailTransport> {
  // Loaded by those who send: every other server starts sooner, and smaller.
  const { createTransport } = await import('nodemailer')
  const smtp = createTransport({ url: options.smtpUrl, ...timeouts })
  const { from } = options
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  return {
    async send({ to, subject, html, text, senderName, replyTo = options.replyTo }) {
      await smtp.sendMail({
        from: senderName === undefined ? from : { name: senderName, address },
        to,
        subject,
        html,
        text,
        ...(replyTo !== undefined && { replyTo }),
        // So that nobody's holiday notice answers it (RFC 3834).
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => smtp.close(),
  }
}
