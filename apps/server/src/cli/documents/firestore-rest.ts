import { type CallTarget, ServerCalls } from '../server/server-calls.ts'

export interface RestTarget extends CallTarget {
  readonly project: string
  readonly database: string
}

/** The documents of one database over the public REST form, as any server that speaks it has them. */
export class FirestoreRest {
  /** `projects/P/databases/D/documents` */
  readonly root: string
  readonly #calls: ServerCalls

  constructor(target: RestTarget) {
    // An export is of one moment, however long it takes.
    this.#calls = new ServerCalls({ ...target, headers: { 'x-hearth-history': 'any-read-time' } })
    this.root = `projects/${target.project}/databases/${target.database}/documents`
  }

  /** Throws as `ServerCalls.call`. */
  async call(verb: string, body: unknown): Promise<unknown> {
    const segments = this.root.split('/').map(encodeURIComponent).join('/')
    return await this.#calls.call('POST', `/v1/${segments}:${verb}`, body)
  }
}
