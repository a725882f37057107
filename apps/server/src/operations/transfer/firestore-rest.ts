import { setTimeout as wait } from 'node:timers/promises'
import { StatusError } from '@hearth/model'
import type { BearerTokens } from '../bearer-tokens.ts'
import { codeOfHttp } from './http-codes.ts'

const ATTEMPTS_MAX = 5
const FIRST_PAUSE_MS = 250

export interface RestTarget {
  /** Of the server: `http://127.0.0.1:4400`, or the vendor's `https://firestore.googleapis.com`. */
  readonly origin: string
  readonly project: string
  readonly database: string
  readonly token: BearerTokens
}

/** The documents of one database over the public REST form, as any server that speaks it has them. */
export class FirestoreRest {
  /** `projects/P/databases/D/documents` */
  readonly root: string
  readonly #target: RestTarget

  constructor(target: RestTarget) {
    this.#target = target
    this.root = `projects/${target.project}/databases/${target.database}/documents`
  }

  /**
   * One call. What may pass by itself (`unavailable`, `aborted`, too many requests) is tried again, some times and more
   * and more slowly. Throws the server's error, or `unavailable` when nothing answers.
   */
  async call(verb: string, body: unknown): Promise<unknown> {
    const text = JSON.stringify(body)
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#callOnce(verb, text)
      } catch (error) {
        const mayPass =
          error instanceof StatusError && ['unavailable', 'aborted', 'resource-exhausted'].includes(error.code)
        if (!mayPass || attempt === ATTEMPTS_MAX) throw error
        await wait(FIRST_PAUSE_MS * 2 ** attempt)
      }
    }
  }

  async #callOnce(verb: string, body: string): Promise<unknown> {
    const { origin } = this.#target
    const token = await this.#target.token()
    const segments = this.root.split('/').map(encodeURIComponent).join('/')
    let response: Response
    try {
      response = await fetch(`${origin}/v1/${segments}:${verb}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body,
      })
    } catch (cause) {
      throw new StatusError('unavailable', 'SERVER_UNREACHABLE', `No server answers at ${origin}.`, { cause })
    }
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    throw errorOf(response.status, answer)
  }
}

function errorOf(status: number, answer: unknown): StatusError {
  const [first] = Array.isArray(answer) ? answer : [answer]
  const { message, status: name } =
    (first as { error?: { message?: string; status?: string } } | undefined)?.error ?? {}
  return new StatusError(codeOfHttp(status), name ?? 'HTTP_ERROR', message ?? `The server answered ${status}.`)
}
