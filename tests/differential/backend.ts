import { comparable, comparableFields } from './comparable.ts'
import { ListenView } from './listen-view.ts'
import {
  type ListenStep,
  type ListStep,
  PATHS,
  ROOM,
  ROOT,
  type Step,
  type TransactionStep,
  type WireWrite,
} from './wire.ts'

/** What a server answered, in a form in which equal behaviour is equal text. */
export interface Answer {
  readonly status: string
  /** Of an error; servers word them differently. */
  readonly text?: string | undefined
  readonly rows?: number | undefined
  readonly what?: unknown
}

/** By their numbers. */
const codes = ['OK', 'CANCELLED', 'UNKNOWN', 'INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'NOT_FOUND', 'ALREADY_EXISTS']
codes.push('PERMISSION_DENIED', 'RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION', 'ABORTED', 'OUT_OF_RANGE', 'UNIMPLEMENTED')
codes.push('INTERNAL', 'UNAVAILABLE', 'DATA_LOSS', 'UNAUTHENTICATED')

interface Reply {
  readonly status: string
  readonly text?: string
  readonly body?: unknown
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
  #marks = 0

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
      case 'list':
        return await this.#list(step)
      case 'transaction':
        return await this.#transaction(step)
      case 'listen':
        return await this.#listen(step)
    }
  }

  async #list({ path, orderBy, pageSize }: ListStep): Promise<Answer> {
    const documents: unknown[] = []
    for (let pageToken = ''; ;) {
      const size = pageSize === undefined ? '' : `&pageSize=${pageSize}`
      const asked = `orderBy=${encodeURIComponent(orderBy)}&pageToken=${encodeURIComponent(pageToken)}${size}`
      const { status, text, body } = await this.#ask(`${ROOT}/${path}?${asked}`)
      if (body === undefined) return { status, text }
      const page = body as { documents?: Found[]; nextPageToken?: string }
      documents.push(...(page.documents ?? []).map(({ name, fields }) => [name, comparableFields(fields)]))
      pageToken = page.nextPageToken ?? ''
      if (pageToken === '') return { status, rows: documents.length, what: documents }
    }
  }

  async #transaction({ options, reads, parent, query, writes, end }: TransactionStep): Promise<Answer> {
    const begun = await this.#post(`${ROOT}:beginTransaction`, { options })
    const { transaction } = begun.body as { transaction: string }
    const got = await this.#post(`${ROOT}:batchGet`, { documents: reads.map((path) => `${ROOT}/${path}`), transaction })
    const found = await this.#post(`${parent}:runQuery`, { structuredQuery: query, transaction })
    const rows = found.body === undefined ? undefined : queryResults(found.body)
    if (found.body === undefined || end === 'rollback') {
      const over = await this.#post(`${ROOT}:rollback`, { transaction })
      if (end !== 'rollback' && 'readWrite' in options) await this.#post(`${ROOT}:commit`, { writes })
      const what = [gotResults(got.body), rows, over.status, await this.#documents()]
      return { status: found.status, text: found.text, rows: rows?.length, what }
    }
    const committed = await this.#post(`${ROOT}:commit`, { writes, transaction })
    const again = end === 'twice' ? await this.#post(`${ROOT}:commit`, { writes, transaction }) : undefined
    // As the SDKs do: it would go on holding its locks.
    if (committed.body === undefined) await this.#post(`${ROOT}:rollback`, { transaction })
    const results = committed.body && writeResults(committed.body, writes)
    // The codes differ (docs/reference/compatibility.md); that it is over counts.
    const isOver = again && again.status !== 'OK'
    const what = [gotResults(got.body), rows, results, isOver, await this.#documents()]
    return { status: committed.status, text: committed.text, rows: rows?.length, what }
  }

  async #listen({ parent, query, writes }: ListenStep): Promise<Answer> {
    const marker = `${ROOT}/${ROOM}marker/m`
    const inRoom = <T>(value: T) => JSON.parse(JSON.stringify(value).replaceAll(ROOM, this.#room)) as T
    const target = { parent: inRoom(parent), structuredQuery: inRoom(query) }
    await using view = await ListenView.open(this.#origin, ROOT.replace(/\/documents$/, ''), target, inRoom(marker))
    if (view.refusal !== undefined) {
      // Where the other server listens, its documents change.
      await this.#post(`${ROOT}:commit`, { writes })
      await this.#documents()
      return { status: codes[view.refusal.code] ?? 'OK', text: view.refusal.message }
    }
    const first = this.#viewOf(view)
    let status = 'OK'
    await view.after(async () => {
      status = (await this.#post(`${ROOT}:commit`, { writes })).status
      const update = { name: marker, fields: { n: { integerValue: `${++this.#marks}` } } }
      await this.#post(`${ROOT}:commit`, { writes: [{ update }] })
    })
    return { status: 'OK', what: [first, status, this.#viewOf(view), await this.#documents()] }
  }

  #viewOf({ documents }: ListenView): unknown {
    const known = [...documents].map(([name, fields]) => [
      name.replaceAll(this.#room, ROOM),
      comparableFields(
        JSON.parse(JSON.stringify(fields ?? {}).replaceAll(this.#room, ROOM)) as Record<string, unknown>,
      ),
    ])
    return sorted(Object.fromEntries(known) as Record<string, unknown>)
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

  async #post(path: string, body: unknown): Promise<Reply> {
    return await this.#ask(encodeURI(path), { method: 'POST', body: JSON.stringify(body).replaceAll(ROOM, this.#room) })
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${this.#origin}/v1/${decodeRoom(path).replaceAll(ROOM, this.#room)}`, {
      ...init,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    })
    const answer: unknown = JSON.parse((await response.text()).replaceAll(this.#room, ROOM))
    if (response.ok) return { status: 'OK', body: answer }
    const { error } = (Array.isArray(answer) ? answer[0] : answer) as { error: { status: string; message: string } }
    return { status: error.status, text: error.message }
  }
}

/** A URL has it in three letters and their numbers. */
function decodeRoom(path: string): string {
  return path.replaceAll(encodeURIComponent(ROOM), ROOM)
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

function gotResults(body: unknown): unknown {
  const found = (body as { found?: Found; missing?: string }[]).map(({ found: one, missing }) => [
    one?.name ?? missing,
    one && comparableFields(one.fields),
  ])
  return sorted(Object.fromEntries(found) as Record<string, unknown>)
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
