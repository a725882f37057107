import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A call of a webhook, as it arrived. */
export interface ReceivedCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly content: Readonly<Record<string, unknown>>
}

/** `undefined`: never answers. */
export type WebhookAnswer =
  | { readonly status?: number; readonly body?: unknown; readonly location?: string }
  | undefined

/** A program of somebody's, outside the server, that webhooks call. */
export class WebhookReceiver implements AsyncDisposable {
  /** What each call is answered with. */
  answer: (call: ReceivedCall) => WebhookAnswer = () => ({})
  readonly calls: ReceivedCall[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response))
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver()
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const content = JSON.parse(body) as Record<string, unknown>
    const call = { path: request.url ?? '', headers: request.headers, body, content }
    this.calls.push(call)
    const answer = this.answer(call)
    if (answer === undefined) return
    const { status = 200, body: answered, location } = answer
    response.writeHead(status, { 'content-type': 'application/json', ...(location !== undefined && { location }) })
    response.end(answered === undefined ? '' : typeof answered === 'string' ? answered : JSON.stringify(answered))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** Whether the call was signed with the secret within the last five minutes: what a receiver checks by Standard Webhooks 1.0. */
export function isSigned({ headers, body }: ReceivedCall, secret: string): boolean {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature === `v1,${expected}` && Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
}
