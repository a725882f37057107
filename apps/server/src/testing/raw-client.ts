import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface RawRequest {
  readonly method: string
  /** Sent as it stands: nothing is normalised or encoded. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | Uint8Array | undefined
}

export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const ANSWER_MS_MAX = 15_000

/** A client that sends what `fetch` would correct or refuse to send. */
export class RawClient implements Disposable {
  readonly #port: number
  readonly #answerMs: number
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 })

  constructor(port: number, answerMs = ANSWER_MS_MAX) {
    this.#port = port
    this.#answerMs = answerMs
  }

  /** Rejects when the connection breaks or 15 seconds, or as many as were told, pass without a whole answer. */
  ask({ method, path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.#port, method, path, headers: { ...headers }, agent: this.#agent },
        (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => {
            text += chunk
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
          response.on('error', reject)
        },
      )
      sent.setTimeout(this.#answerMs, () => sent.destroy(new Error(`no answer to ${method} ${path.slice(0, 200)}`)))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}
