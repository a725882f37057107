import { setTimeout as wait } from 'node:timers/promises'
import { type AnswerOf, codeOfHttpStatus, type Endpoint, type InputOf, requestOf } from '@hearth/api'
import { StatusError } from '@hearth/model'
import { NO_CREDENTIAL } from './server-access.ts'
import type { BearerTokens } from './bearer-tokens.ts'

const codesThatMayPass: ReadonlySet<string> = new Set([
  'unavailable',
  'deadline-exceeded',
  'aborted',
  'resource-exhausted',
])
const ATTEMPTS_MAX = 5
const FIRST_PAUSE_MS = 250

export interface CallTarget {
  /** Of the server: `http://127.0.0.1:4400`, or one of the vendor's. */
  readonly origin: string
  readonly token: BearerTokens
  /** Besides what every call has. */
  readonly headers?: Readonly<Record<string, string>>
  /** Said to who has named no credential; absent: to name a service key. */
  readonly credentialAdvice?: string
}

/** What a command asks of a running server, in JSON. */
export class ServerCalls {
  readonly #target: CallTarget
  #hasAnswered = false

  constructor(target: CallTarget) {
    this.#target = target
  }

  /** An endpoint of Hearth's own. Throws as `call`. */
  async callApi<One extends Endpoint>(endpoint: One, input: InputOf<One>): Promise<AnswerOf<One>> {
    const { method, path, body } = requestOf(endpoint, input)
    return (await this.call(method, path, body)) as AnswerOf<One>
  }

  /**
   * One call. What may pass by itself (`unavailable`, `deadline-exceeded`, `aborted`, too many requests) is tried again, some times and more
   * and more slowly. Throws the server's error, or `unavailable` when nothing answers: at once where nothing listens and nothing ever answered,
   * for that is a wrong address and no restart.
   */
  async call(method: Endpoint['method'], path: string, body?: unknown): Promise<unknown> {
    const text = body === undefined ? undefined : JSON.stringify(body)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#callOnce(method, path, text)
      } catch (error) {
        const mayPass = error instanceof StatusError && codesThatMayPass.has(error.code) && !this.#isNowhere(error)
        if (!mayPass || attempt === ATTEMPTS_MAX) throw error
        await wait(FIRST_PAUSE_MS * 2 ** attempt)
      }
    }
  }

  async #callOnce(method: string, path: string, body: string | undefined): Promise<unknown> {
    const { origin, credentialAdvice = KEY_ADVICE } = this.#target
    const token = await this.#target.token()
    let response: Response
    try {
      response = await fetch(`${origin}${path}`, {
        method,
        headers: {
          ...this.#target.headers,
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body ?? null,
      })
    } catch (cause) {
      const text = `No server answers at ${origin}. --url names the address of another one.`
      throw new StatusError('unavailable', 'SERVER_UNREACHABLE', text, { cause })
    }
    this.#hasAnswered = true
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    if (response.status === 401 && token === NO_CREDENTIAL) throw credentialNeeded(origin, credentialAdvice)
    throw errorOf(response.status, answer)
  }

  #isNowhere({ reason, cause }: StatusError): boolean {
    return !this.#hasAnswered && reason === 'SERVER_UNREACHABLE' && isRefused(cause)
  }
}

/** Nothing listens there. `fetch` wraps what the network said, and each address of a name that has several. */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.every(isRefused)
  return 'code' in error ? error.code === 'ECONNREFUSED' : isRefused(error.cause)
}

const KEY_ADVICE =
  'name the file of a service key of the project with --key ' +
  '(an owner makes one in the console, Settings → Create key). Only hearth dev goes without.'

function credentialNeeded(origin: string, advice: string): StatusError {
  return new StatusError('unauthenticated', 'CREDENTIAL_NEEDED', `${origin} asks who is calling: ${advice}`)
}

function errorOf(status: number, answer: unknown): StatusError {
  const [first] = Array.isArray(answer) ? answer : [answer]
  const { message, status: name } =
    (first as { error?: { message?: string; status?: string } } | undefined)?.error ?? {}
  return new StatusError(
    codeOfHttpStatus(status, name),
    name ?? 'HTTP_ERROR',
    message ?? `The server answered ${status}.`,
  )
}
