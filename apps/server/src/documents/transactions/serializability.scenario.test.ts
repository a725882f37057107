import { expect, test } from 'vitest'
import { type Attempt, checkHistory } from '../../testing/list-append-checker.ts'
import { TestServer } from '../../testing/test-server.ts'

/** More for a long run. */
const roundsOfClient = Number(process.env['HEARTH_CONSISTENCY_ROUNDS'] ?? 15)
const CLIENTS = 20
const keys = ['a', 'b', 'c', 'd']

interface Json {
  readonly transaction?: string
  readonly found?: {
    readonly name: string
    readonly fields?: { list?: { arrayValue: { values?: { integerValue: string }[] } } }
  }
}

/** A server's documents over REST, each call of which may be cut before its answer is there. */
class Door {
  readonly #root: string
  readonly #name = 'projects/demo-app/databases/(default)/documents'

  constructor(origin: string) {
    this.#root = `${origin}/v1/${this.#name}`
  }

  async call(verb: string, body: unknown, signal?: AbortSignal): Promise<unknown> {
    const response = await fetch(`${this.#root}:${verb}`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Refused(response.status)
    return answer
  }

  nameOf(key: string): string {
    return `${this.#name}/lists/${key}`
  }

  async read(chosen: readonly string[], transaction: string | undefined): Promise<Map<string, number[]>> {
    const documents = chosen.map((key) => this.nameOf(key))
    const rows = (await this.call('batchGet', { documents, ...(transaction && { transaction }) })) as Json[]
    const lists = new Map(chosen.map((key): [string, number[]] => [key, []]))
    for (const { found } of rows) {
      const values = found?.fields?.list?.arrayValue.values ?? []
      if (found)
        lists.set(
          found.name.split('/').at(-1) ?? '',
          values.map(({ integerValue }) => Number(integerValue)),
        )
    }
    return lists
  }

  write(key: string, list: readonly number[]): unknown {
    const values = list.map((value) => ({ integerValue: String(value) }))
    return { update: { name: this.nameOf(key), fields: { list: { arrayValue: { values } } } } }
  }

  append(key: string, value: number): unknown {
    const appended = { fieldPath: 'list', appendMissingElements: { values: [{ integerValue: String(value) }] } }
    return {
      update: { name: this.nameOf(key), fields: {} },
      updateMask: { fieldPaths: [] },
      updateTransforms: [appended],
    }
  }
}

class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

/** What one attempt reads, and how it commits. */
interface Plan {
  readonly reads: ReadonlyMap<string, readonly number[]>
  readonly appends: ReadonlyMap<string, number>
  readonly commit: (signal: AbortSignal) => Promise<unknown>
}

async function begin(door: Door, options = {}): Promise<string> {
  const { transaction = '' } = (await door.call('beginTransaction', { options })) as Json
  return transaction
}

/** As every client does that gave a transaction up; otherwise it would keep its locks for a minute. */
async function rollBack(door: Door, transaction: string): Promise<void> {
  await door.call('rollback', { transaction })
}

function pickTwo(turn: number): [string, string] {
  const first = keys[turn % keys.length] ?? 'a'
  const second = keys[(turn + 1 + (turn % (keys.length - 1))) % keys.length] ?? 'b'
  return [first, second]
}

async function planTransaction(door: Door, transaction: string, turn: number, value: number): Promise<Plan> {
  const [first, second] = pickTwo(turn)
  const reads = await door.read([first], transaction)
  // The pause that gives the others their chance to get in between.
  await new Promise((resolve) => setImmediate(resolve))
  for (const [key, list] of await door.read([second], transaction)) reads.set(key, list)
  const appends = new Map(
    turn % 3 === 0
      ? [
          [first, value],
          [second, value + 1],
        ]
      : [[second, value]],
  )
  const writes = [...appends].map(([key, appended]) => door.write(key, [...(reads.get(key) ?? []), appended]))
  return { reads, appends, commit: (signal) => door.call('commit', { writes, transaction }, signal) }
}

function planBlindAppend(door: Door, turn: number, value: number): Plan {
  const [key] = pickTwo(turn)
  const commit = (signal: AbortSignal) => door.call('commit', { writes: [door.append(key, value)] }, signal)
  return { reads: new Map(), appends: new Map([[key, value]]), commit }
}

async function planReading(door: Door, transaction: string): Promise<Plan> {
  const reads = await door.read(keys, transaction)
  return { reads, appends: new Map(), commit: (signal) => door.call('commit', { transaction }, signal) }
}

async function attemptOnce(door: Door, id: string, turn: number, value: number): Promise<Attempt> {
  const kind = turn % 5 === 0 ? 'blind' : turn % 5 === 1 ? 'reading' : 'writing'
  const transaction = kind === 'blind' ? undefined : await begin(door, kind === 'reading' ? { readOnly: {} } : {})
  const attempt = await attemptIn(door, transaction, { id, turn, value, kind })
  if (transaction !== undefined && attempt.outcome !== 'committed') await rollBack(door, transaction)
  return attempt
}

async function attemptIn(
  door: Door,
  transaction: string | undefined,
  { id, turn, value, kind }: { id: string; turn: number; value: number; kind: 'blind' | 'reading' | 'writing' },
): Promise<Attempt> {
  const startMs = performance.now()
  const failed = { id, startMs, endMs: Infinity, outcome: 'failed', reads: new Map(), appends: new Map() } as const
  let plan: Plan
  try {
    if (transaction === undefined) plan = planBlindAppend(door, turn, value)
    else if (kind === 'reading') plan = await planReading(door, transaction)
    else plan = await planTransaction(door, transaction, turn, value)
  } catch (error) {
    if (error instanceof Refused) return failed
    throw error
  }
  const { reads, appends } = plan
  const cut = new AbortController()
  const committed = plan.commit(cut.signal)
  if (turn % 7 === 0) setImmediate(() => cut.abort())
  try {
    await committed
    return { id, startMs, endMs: performance.now(), outcome: 'committed', reads, appends }
  } catch (error) {
    const outcome = error instanceof Refused ? 'failed' : 'unknown'
    return { id, startMs, endMs: Infinity, outcome, reads, appends }
  }
}

test('transactions of twenty clients over a few hot documents, with cut connections, are strictly serializable', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const door = new Door(server.origin)
  const history: Attempt[] = []
  const runClient = async (client: number) => {
    for (let round = 0; round < roundsOfClient; round++) {
      const turn = client * 3 + round
      const value = (client * roundsOfClient + round) * 2 + 1
      history.push(await attemptOnce(door, `client ${client} round ${round}`, turn, value))
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client)))
  const finals = await door.read(keys, undefined)
  expect(checkHistory(history, finals)).toEqual([])
  // A run in which nearly all failed would prove nothing.
  const committed = history.filter(({ outcome, appends }) => outcome === 'committed' && appends.size > 0)
  expect(committed.length).toBeGreaterThan(CLIENTS)
  expect(history.some(({ outcome }) => outcome === 'unknown')).toBe(true)
}, 120_000)
