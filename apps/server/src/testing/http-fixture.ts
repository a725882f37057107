import type { Log } from '../lib/ambient.ts'
import { systemRandom } from '../lib/ambient.ts'
import { Dispatcher } from '../http/dispatcher.ts'
import { writeJsonError } from '../http/error-body.ts'
import { Listener } from '../http/listener.ts'
import { MemoryBudget } from '../http/memory-budget.ts'
import { createRequestIds } from '../http/request-id.ts'
import type { RequestLine } from '../http/request-line.ts'
import type { Protocol, Route } from '../http/route.ts'
import type { Site } from '../http/static-site.ts'

export interface HttpFixtureOptions {
  readonly mode?: 'start' | 'dev'
  readonly routes?: readonly Route[]
  readonly protocol?: Partial<Protocol>
  readonly site?: Site
  readonly publicUrl?: string
  readonly trustedProxyHops?: number
  readonly memory?: MemoryBudget
  readonly readerMsMax?: number
  readonly tls?: { certificate: string; key: string }
  readonly headersMsMax?: number
  readonly silentMsMax?: number
}

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error'
  readonly fields: Readonly<Record<string, unknown>>
  readonly message: string
}

/** The HTTP layer alone, on a free port of loopback, in front of routes made for one test. */
export class HttpFixture implements AsyncDisposable {
  readonly lines: LogLine[]
  readonly requests: RequestLine[]
  readonly port: number
  readonly #listener: Listener

  private constructor(listener: Listener, lines: LogLine[], requests: RequestLine[]) {
    this.#listener = listener
    this.port = listener.port
    this.lines = lines
    this.requests = requests
  }

  static async start(options: HttpFixtureOptions): Promise<HttpFixture> {
    const lines: LogLine[] = []
    const requests: RequestLine[] = []
    const collect = (level: LogLine['level']) => (fields: LogLine['fields'], message: string) => {
      lines.push({ level, fields, message })
    }
    const log: Log = { info: collect('info'), warn: collect('warn'), error: collect('error') }
    const nextRequestId = createRequestIds(systemRandom)
    const { routes = [], publicUrl, trustedProxyHops = 0, tls, memory = new MemoryBudget() } = options
    const protocol: Protocol = { name: 'test', routes, writeError: writeJsonError, ...options.protocol }
    const dispatcher = new Dispatcher({
      mode: options.mode ?? 'start',
      protocols: [protocol],
      site: options.site ?? { serveFile: () => false, servePage: (exchange) => exchange.reply(200, {}, 'page') },
      exchange: {
        publicUrl,
        trustedProxyHops,
        memory,
        ...(options.readerMsMax === undefined ? {} : { readerMsMax: options.readerMsMax }),
      },
      trustedHosts: [],
      trustedOrigins: [],
      filesHost: undefined,
      findUnserved: () => undefined,
      findUnservedAt: () => undefined,
      nextRequestId,
      log,
      logRequest: (line) => requests.push(line),
    })
    const listener = new Listener({
      onRequest: dispatcher.dispatch,
      admitStream: dispatcher.admitStream,
      tls,
      nextRequestId,
      ...(options.headersMsMax === undefined ? {} : { headersMsMax: options.headersMsMax }),
      ...(options.silentMsMax === undefined ? {} : { silentMsMax: options.silentMsMax }),
    })
    await listener.listen('127.0.0.1', 0)
    return new HttpFixture(listener, lines, requests)
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  close(graceMs: number): Promise<void> {
    return this.#listener.close(graceMs)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(100)
  }
}

/** A route that answers with what `answer` returns, as JSON. */
export function jsonRoute(
  request: `${string} ${string}`,
  answer: (...args: Parameters<Route['handle']>) => unknown,
): Route {
  const [method = '', path = ''] = request.split(' ')
  return {
    method,
    path,
    guard: 'open',
    handle: async (exchange, params) => {
      exchange.replyJson(200, await answer(exchange, params))
    },
  }
}
