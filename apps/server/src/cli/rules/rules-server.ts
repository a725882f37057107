import type { ServiceName, SourceFile } from '@hearth/rules'
import type { ServerCalls } from '../server/server-calls.ts'

/** Rules that hold instead of published ones, under `hearth dev`. */
export interface Override {
  readonly origin: 'file' | 'tool'
  /** Of a file. */
  readonly path?: string
  readonly files: readonly SourceFile[]
}

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
    const path = `/hearth/v1/projects/${this.#project}/rules-override`
    const { documents, files } = (await this.#calls.call('GET', path)) as { documents?: Override; files?: Override }
    return { ...(documents && { 'cloud.firestore': documents }), ...(files && { 'firebase.storage': files }) }
  }

  /** The tests that the project's team has saved. */
  async listTests(): Promise<readonly unknown[]> {
    const all: unknown[] = []
    let query = ''
    for (;;) {
      const path = `/hearth/v1/projects/${this.#project}/rules-tests${query}`
      const answer = (await this.#calls.call('GET', path)) as { tests: { test: unknown }[]; nextPageToken?: string }
      all.push(...answer.tests.map(({ test }) => test))
      if (answer.nextPageToken === undefined) return all
      query = `?pageToken=${encodeURIComponent(answer.nextPageToken)}`
    }
  }
}
