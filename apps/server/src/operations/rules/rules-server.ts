import { StatusError } from '@hearth/model'
import type { RulesCommand } from '../../config/rules-command.ts'
import { type BearerTokens, openBearerTokens } from '../bearer-tokens.ts'

/** A server as the command line talks to it, about one project. */
export class RulesServer {
  readonly #origin: string
  readonly #project: string
  readonly #token: BearerTokens

  private constructor(origin: string, project: string, token: BearerTokens) {
    this.#origin = origin
    this.#project = project
    this.#token = token
  }

  static async open({ project, access }: RulesCommand): Promise<RulesServer> {
    return new RulesServer(access.origin, project, await openBearerTokens(access.credential, project))
  }

  /** Below the project's address of the rules API. Throws a sentence for an error of the server, but for the status that is `expected`. */
  async call(method: string, path: string, body?: object, expected?: number): Promise<Record<string, unknown>> {
    return await this.#send(method, `/v1/projects/${this.#project}/${path}`, body, expected)
  }

  /** The tests that the project's team has saved. Throws a sentence. */
  async listTests(): Promise<readonly unknown[]> {
    const all: unknown[] = []
    let query = ''
    for (;;) {
      const { tests, nextPageToken } = await this.#send(
        'GET',
        `/hearth/v1/projects/${this.#project}/rules-tests${query}`,
      )
      all.push(...(tests as { test: unknown }[]).map(({ test }) => test))
      if (typeof nextPageToken !== 'string') return all
      query = `?pageToken=${encodeURIComponent(nextPageToken)}`
    }
  }

  async #send(method: string, path: string, body?: object, expected?: number): Promise<Record<string, unknown>> {
    const response = await fetch(this.#origin + path, {
      method,
      headers: { authorization: `Bearer ${await this.#token()}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const answer = (await response.json()) as Record<string, unknown> & { error?: { message?: string } }
    if (response.ok || response.status === expected) return answer
    throw new StatusError('unknown', 'RULES_CALL', answer.error?.message ?? `The server answered ${response.status}.`)
  }
}
