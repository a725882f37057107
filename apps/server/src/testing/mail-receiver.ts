import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A mail server that keeps what it is given (RFC 5321, as little of it as there is to be). */
export class MailReceiver implements AsyncDisposable {
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

  /** The oldest mail that wasn't handed out yet, as it came over the wire; waits for it. */
  async next(): Promise<string> {
    while (this.#mails.length === 0) await new Promise<void>((resolve) => (this.#notify = resolve))
    return this.#mails.shift() ?? ''
  }

  /** The link in the next mail. */
  async nextLink(): Promise<string> {
    const mail = await this.next()
    // RFC 2045, section 6.7: long lines are broken with "=", and "=3D" stands for "=".
    const text = mail.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => {
      return String.fromCodePoint(Number.parseInt(hex, 16))
    })
    const link = /https?:\/\/\S+/.exec(text)?.[0]
    if (link === undefined) throw new Error(`There is no link in this mail:\n${mail}`)
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
        socket.write(line === 'QUIT' ? '221 bye\r\n' : isBegin ? '354 go\r\n' : '250 ok\r\n')
        isData = isBegin
      }
    })
    socket.on('error', () => socket.destroy())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
