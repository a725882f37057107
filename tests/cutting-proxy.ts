import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** What becomes of one request. */
export type Accident =
  /** The connection is cut on both sides after so many bytes of the body. */
  | { readonly kind: 'cut'; readonly bodyBytes: number }
  /** The client's side is cut there, and the server's stays open: the server goes on waiting for the rest. */
  | { readonly kind: 'hang'; readonly bodyBytes: number }
  /** The server gets the whole request; its answer is cut before the first byte. */
  | { readonly kind: 'lose-answer' }

export interface CuttingProxyOptions {
  /** The server's, on loopback. */
  readonly port: number
  /** Which requests are counted, by their head in lower case. */
  readonly isCounted: (head: string) => boolean
  /** By the number of the counted request, from 1. */
  readonly accidents: Readonly<Record<number, Accident>>
}

/** Stands between a client and a server that speak HTTP/1.1, passes all bytes on, and has the accidents that were planned. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #options: CuttingProxyOptions
  #counted = 0

  private constructor(options: CuttingProxyOptions) {
    this.#options = options
    this.#server = createServer((client) => this.#pass(client))
  }

  static async start(options: CuttingProxyOptions): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(options)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Requests so far. */
  get counted(): number {
    return this.#counted
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #accidentOf(head: string): Accident | undefined {
    return this.#options.isCounted(head) ? this.#options.accidents[++this.#counted] : undefined
  }

  #pass(client: Socket): void {
    const server = connect(this.#options.port, '127.0.0.1')
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket))
    }
    const requests = new RequestReader()
    let accident: Accident | undefined
    let bodyBytes = 0

    client.on('data', (bytes: Buffer) => {
      for (const part of requests.read(bytes)) {
        if (part.isHead) {
          accident = this.#accidentOf(part.bytes.toString('latin1').toLowerCase())
          bodyBytes = 0
          server.write(part.bytes)
          continue
        }
        const room =
          accident === undefined || accident.kind === 'lose-answer' ? Infinity : accident.bodyBytes - bodyBytes
        const isCut = part.bytes.length >= room
        bodyBytes += part.bytes.length
        if (!isCut) {
          server.write(part.bytes)
          continue
        }
        client.removeAllListeners('data')
        server.write(part.bytes.subarray(0, room), () => {
          client.destroy()
          if (accident?.kind === 'cut') server.destroy()
        })
        return
      }
    })
    server.on('data', (bytes: Buffer) => {
      if (accident?.kind !== 'lose-answer') client.write(bytes)
      else {
        client.destroy()
        server.destroy()
      }
    })
    client.on('close', () => {
      if (accident?.kind !== 'hang') server.destroy()
    })
    server.on('close', () => client.destroy())
  }
}

interface RequestPart {
  readonly isHead: boolean
  readonly bytes: Buffer
}

/** Takes the bytes of a connection apart into heads and parts of bodies. */
class RequestReader {
  #head = Buffer.alloc(0)
  /** Of the body; infinite for one in chunks. */
  #left = 0

  read(bytes: Buffer): RequestPart[] {
    const parts: RequestPart[] = []
    let rest = bytes
    while (rest.length > 0) {
      if (this.#left > 0) {
        const part = rest.subarray(0, this.#left)
        rest = rest.subarray(part.length)
        this.#left =
          this.#left === Infinity && part.toString('latin1').endsWith('0\r\n\r\n') ? 0 : this.#left - part.length
        parts.push({ isHead: false, bytes: part })
        continue
      }
      const whole = Buffer.concat([this.#head, rest])
      const end = whole.indexOf('\r\n\r\n')
      if (end < 0) {
        this.#head = whole
        break
      }
      const head = whole.subarray(0, end + 4)
      rest = whole.subarray(end + 4)
      this.#head = Buffer.alloc(0)
      const text = head.toString('latin1').toLowerCase()
      const length = /\r\ncontent-length: *(\d+)/.exec(text)?.[1]
      this.#left = text.includes('\r\ntransfer-encoding: chunked') ? Infinity : Number(length ?? 0)
      parts.push({ isHead: true, bytes: head })
    }
    return parts
  }
}
