import { comparable, comparableFields } from './comparable.ts'
import { PATHS, ROOM, ROOT, type Step, type WireWrite } from './wire.ts'

/** What a server answered, in a form in which equal behaviour is equal text. */
export interface Answer {
  readonly status: string
  /** Of an error; servers word them differently. */
  readonly text?: string | undefined
  readonly rows?: number | undefined
  readonly what?: unknown
}

interface Found {
  readonly fields?: Readonly<Record<string, unknown>>
  readonly createTime: string
  readonly updateTime: string
  readonly name: string
}

/** A server that speaks the REST protocol at `origin`, and one program's place in it. */
export class Backend {
  readonly #origin: string
  readonly #room: string
  #known = new Map<string, Found>()

  constructor(origin: string, room: string) {
    this.#origin = origin
    this.#room = room
  }

  async run(step: Step): Promise<Answer> {
    switch (step.kind) {
      case 'commit': {
        const { status, text, body } = await this.#post(`${ROOT}:commit`, { writes: step.writes })
        return { status, text, what: [body && writeResults(body, step.writes), await this.#documents()] }
      }
      case 'query': {
        const { status, text, body } = await this.#post(`${step.parent}:runQuery`, { structuredQuery: step.query })
        const rows = body === undefined ? undefined : queryResults(body)
        return { status, text, rows: rows?.length, what: rows }
      }
      case 'aggregate': {
        const structuredAggregationQuery = { structuredQuery: step.query, aggregations: step.aggregations }
        const { status, text, body } = await this.#post(`${step.parent}:runAggregationQuery`, {
          structuredAggregationQuery,
        })
        return { status, text, what: body && aggregateResults(body) }
      }
    }
  }

  /** All documents of the program, and whether each is the same version as before. */
  async #documents(): Promise<unknown> {
    const { body } = await this.#post(`${ROOT}:batchGet`, { documents: PATHS.map((path) => `${ROOT}/${path}`) })
    const now = new Map<string, Found>()
    const answer: Record<string, unknown> = {}
    for (const { found } of body as { found?: Found }[]) {
      if (found === undefined) continue
      now.set(found.name, found)
      const before = this.#known.get(found.name)
      answer[found.name] = {
        fields: comparableFields(found.fields),
        isCreated: before?.createTime !== found.createTime,
        isUpdated: before?.updateTime !== found.updateTime,
      }
    }
    this.#known = now
    return sorted(answer)
  }

  async #post(path: string, body: unknown): Promise<{ status: string; text?: string; body?: unknown }> {
    const text = JSON.stringify(body).replaceAll(ROOM, this.#room)
    const response = await fetch(`${this.#origin}/v1/${encodeURI(path.replaceAll(ROOM, this.#room))}`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: text,
    })
    const answer: unknown = JSON.parse((await response.text()).replaceAll(this.#room, ROOM))
    if (response.ok) return { status: 'OK', body: answer }
    const { error } = (Array.isArray(answer) ? answer[0] : answer) as { error: { status: string; message: string } }
    return { status: error.status, text: error.message }
  }
}

function sorted(record: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function writeResults(body: unknown, writes: readonly WireWrite[]): unknown {
  const { writeResults: results = [] } = body as {
    writeResults?: { updateTime?: string; transformResults?: unknown[] }[]
  }
  return results.map(({ updateTime, transformResults = [] }, i) => ({
    // The emulator leaves it out for every write of a document that the commit deletes in the end.
    hasUpdateTime:
      writes.slice(i + 1).some((later) => later.delete === writes[i]?.update?.name) || updateTime !== undefined,
    transformResults: transformResults.map((value) => comparable(value)),
  }))
}

function queryResults(body: unknown): readonly unknown[] {
  const rows = body as { document?: Found; skippedResults?: number }[]
  return rows
    .filter(({ document }) => document !== undefined)
    .map(({ document }) => [document?.name, comparableFields(document?.fields)])
}

function aggregateResults(body: unknown): unknown {
  const [row] = body as { result?: { aggregateFields?: Record<string, unknown> } }[]
  return comparableFields(row?.result?.aggregateFields)
}
