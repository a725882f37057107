import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail as it arrived, taken apart. */
export interface ArrivedMail {
  /** As it came, with all its headers. */
  readonly source: string
  readonly subject: string
  readonly from: string
  readonly to: string
  readonly replyTo: string
  readonly text: string
  readonly html: string
}

/** A mail server that keeps what it is given (RFC 5321, as little of it as there is to be). */
export class MailReceiver implements AsyncDisposable {
  /** What the next mails are refused with, such as `550 no such user`; undefined: they are taken. */
  refusal: string | undefined
  readonly #server: Server
  readonly #mails: string[] = []
  #notify = (): void => undefined

  private constructor() {
    this.#server = createServer((socket) => this.#serve(socket))
  }

  static async start(): Promise<MailReceiver> {
    const receiver = new MailReceiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The server's settings for sending by it. */
  get settings(): Readonly<Record<`HEARTH_${string}`, string>> {
    return {
      HEARTH_SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      HEARTH_MAIL_FROM: 'Hearth <hearth@example.com>',
      HEARTH_PUBLIC_URL: 'http://backend.example',
    }
  }

  /** The oldest mail that wasn't handed out yet; waits for it. */
  async next(): Promise<ArrivedMail> {
    while (this.#mails.length === 0) await new Promise<void>((resolve) => (this.#notify = resolve))
    return takeApart(this.#mails.shift() ?? '')
  }

  /** The link in the next mail. */
  async nextLink(): Promise<string> {
    const { text, source } = await this.next()
    const link = /https?:\/\/\S+/.exec(text)?.[0]
    if (link === undefined) throw new Error(`There is no link in this mail:\n${source}`)
    return link
  }

  #serve(socket: Socket): void {
    let text = ''
    let isData = false
    socket.write('220 mail\r\n')
    socket.on('data', (chunk) => {
      text += chunk.toString()
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
        if (end === -1) return
        const line = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          this.#mails.push(line)
          this.#notify()
        }
        const isBegin = !isData && line === 'DATA'
        const isRefused = !isData && line.startsWith('RCPT') && this.refusal !== undefined
        const usual = line === 'QUIT' ? '221 bye' : isBegin ? '354 go' : '250 ok'
        socket.write(`${isRefused ? this.refusal : usual}\r\n`)
        isData = isBegin
      }
    })
    socket.on('error', () => socket.destroy())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Of a mail in two forms: headers, a boundary, and each form in quoted-printable, base64 or as it is (RFC 2045 to 2047). */
function takeApart(source: string): ArrivedMail {
  const [head = ''] = source.split('\r\n\r\n', 1)
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string): string =>
    decodeWords(new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '')
  const boundary = /boundary="?([^";\r\n]+)/i.exec(headers)?.[1] ?? '\0'
  const parts = source.split(`--${boundary}`)
  const part = (type: string): string =>
    decodePart(parts.find((one) => one.toLowerCase().includes(`content-type: ${type}`)) ?? '')
  return {
    source,
    subject: header('subject'),
    from: header('from'),
    to: header('to'),
    replyTo: header('reply-to'),
    text: part('text/plain'),
    html: part('text/html'),
  }
}

function decodePart(part: string): string {
  const end = part.indexOf('\r\n\r\n')
  const content = part.slice(end + 4).trimEnd()
  const encoding = /content-transfer-encoding: (\S+)/i.exec(part.slice(0, end))?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(content.replaceAll('=\r\n', '')) : content
}

function decodeWords(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?')
  return joined.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, content: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(content, 'base64').toString() : decodeQuoted(content.replaceAll('_', ' ')),
  )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
