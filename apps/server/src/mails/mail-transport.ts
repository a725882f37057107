import { createTransport } from 'nodemailer'

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** What hands a mail to the next server; rejects when that did not take it. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>
  close(): void
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** `url`: `smtp://user:password@host:587`, or `smtps://` for TLS from the first byte. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  const smtp = createTransport({ url, ...timeouts })
  return {
    async send({ to, subject, text }) {
      await smtp.sendMail({ from, to, subject, text })
    },
    close: () => smtp.close(),
  }
}
