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
