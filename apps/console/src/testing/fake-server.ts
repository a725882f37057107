import type { Endpoint, ErrorCode, InputOf } from '@hearth/api'
import { onTestFinished, vi } from 'vitest'
import type * as z from 'zod/mini'

/** What a component asked for. */
export interface Asked {
  readonly method: string
  /** The address without its origin, with the query. */
  readonly path: string
  /** undefined where nothing was sent. */
  readonly body: unknown
}

/** A refusal in the shape that all of Hearth's JSON answers have. */
export interface Refusal {
  readonly code: ErrorCode | 'unauthenticated'
  /** One of the endpoint's `errors`, or one that every endpoint has. */
  readonly reason: string
  readonly message: string
}

type Responder = (asked: Asked) => Response | Promise<Response>

interface Answering {
  readonly method: string
  readonly path: RegExp
  readonly respond: Responder
}

const statuses: Readonly<Record<Refusal['code'], number>> = {
  'invalid-argument': 400,
  'failed-precondition': 400,
  'out-of-range': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  'already-exists': 409,
  aborted: 409,
  'resource-exhausted': 429,
  unavailable: 503,
}

/**
 * The server of a component test, in the place of the page's `fetch`. What it answers to an endpoint of `packages/api` is typed by the
 * contract, and checked against it before it is sent. What nobody gave an answer to fails the test.
 */
export class FakeServer {
  /** All calls that were answered, the first one first. */
  readonly asked: Asked[] = []
  readonly #answers: Answering[] = []

  /** Stands in for `fetch` until the test ends. */
  static start(): FakeServer {
    const server = new FakeServer()
    const unanswered: string[] = []
    vi.stubGlobal('fetch', async (resource: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(resource, init)
      const { pathname, search } = new URL(request.url)
      // The page asks from time to time whether the server is there.
      if (pathname === '/healthz') return new Response('ok\n', { headers: { 'content-type': 'text/plain' } })
      const text = await request.text()
      const asked: Asked = { method: request.method, path: pathname + search, body: bodyOf(text) }
      const answering = server.#answers.findLast(({ method, path }) => method === asked.method && path.test(pathname))
      if (answering === undefined) {
        unanswered.push(`${asked.method} ${asked.path}`)
        return refusalOf({ code: 'not-found', reason: 'NOT_FAKED', message: asked.path })
      }
      server.asked.push(asked)
      return await answering.respond(asked)
    })
    onTestFinished(() => {
      vi.unstubAllGlobals()
      if (unanswered.length > 0) throw new Error(`The test gave no answer to ${unanswered.join(', ')}.`)
    })
    return server
  }

  /** Answers an endpoint of the contract; the last answer that is given for an address counts. Without `input` it answers for all of its addresses. */
  answer<One extends Endpoint>(
    endpoint: One,
    answer: z.input<One['answer']> | ((asked: Asked) => z.input<One['answer']> | Promise<z.input<One['answer']>>),
    input?: Partial<InputOf<One>>,
  ): void {
    this.#add(endpoint, input, async (asked) => {
      const given: unknown = typeof answer === 'function' ? await (answer as (asked: Asked) => unknown)(asked) : answer
      const checked = endpoint.answer.safeParse(given)
      if (!checked.success) throw new Error(`${endpoint.path} does not answer so: ${checked.error.message}`)
      return Response.json(given, { status: endpoint.status ?? 200 })
    })
  }

  /** Refuses an endpoint of the contract. */
  refuse<One extends Endpoint>(endpoint: One, refusal: Refusal, input?: Partial<InputOf<One>>): void {
    this.#add(endpoint, input, () => refusalOf(refusal))
  }

  /** Answers an address of another protocol, such as that of documents. */
  answerPath(method: Asked['method'], path: RegExp, respond: Responder): void {
    this.#answers.push({ method, path, respond })
  }

  #add({ method, path }: Endpoint, input: object = {}, respond: Responder): void {
    const values: Readonly<Record<string, unknown>> = { ...input }
    const pattern = path.replaceAll(/\/([:*])(\w+)/g, (_all, kind: string, name: string) => {
      const value = values[name]
      if (typeof value === 'string') return `/${escape(encodeURIComponent(value))}`
      return kind === '*' ? '/.+' : '/[^/:]+'
    })
    this.answerPath(method, new RegExp(`^${pattern}$`), respond)
  }
}

/** The answer that says so. */
export function refusalOf({ code, reason, message }: Refusal): Response {
  const status = statuses[code]
  const error = { code: status, status: code.toUpperCase().replaceAll('-', '_'), reason, message }
  return Response.json({ error }, { status })
}

/** As a part of a regular expression. */
function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function bodyOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
