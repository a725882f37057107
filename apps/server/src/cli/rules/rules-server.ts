import { type AnswerOf, getRulesOverride, listRulesTests } from '@hearth/api'
import type { ServiceName } from '@hearth/rules'
import type { ServerCalls } from '../server/server-calls.ts'

/** Rules that hold instead of published ones, under `hearth dev`. */
export type Override = NonNullable<AnswerOf<typeof getRulesOverride>['documents']>

/** A server as the command line talks to it, about one project. Its calls throw as `ServerCalls.call`. */
export class RulesServer {
  readonly #project: string
  readonly #calls: ServerCalls

  constructor(project: string, calls: ServerCalls) {
    this.#project = project
    this.#calls = calls
  }

  /** Below the project's address of the rules API. */
  async call(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await this.#calls.call(method, `/v1/projects/${this.#project}/${path}`, body)
    return answer as Record<string, unknown>
  }

  /** What holds instead of published rules; nothing of it under `hearth start`. */
  async findOverrides(): Promise<Partial<Record<ServiceName, Override>>> {
    const { documents, files } = await this.#calls.callApi(getRulesOverride, { project: this.#project })
    return { ...(documents && { 'cloud.firestore': documents }), ...(files && { 'firebase.storage': files }) }
  }

  /** The tests that the project's team has saved. */
  async listTests(): Promise<readonly unknown[]> {
    const all: unknown[] = []
    let pageToken: string | undefined
    for (;;) {
      const input = { project: this.#project, query: { pageToken } }
      const answer: AnswerOf<typeof listRulesTests> = await this.#calls.callApi(listRulesTests, input)
      all.push(...answer.tests.map(({ test }) => test))
      if (answer.nextPageToken === undefined) return all
      pageToken = answer.nextPageToken
    }
  }
}
