/**
 * Durable single-document commits over REST, of one client and of many, next to the engine alone doing the same transactions: random ids and
 * values of its own for each document, on both sides.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeFields, encodeFields, indexEntriesOf } from '@hearth/model'
import { systemClock } from '../../apps/server/src/lib/ambient.ts'
import { SqlitePersistence } from '../../apps/server/src/persistence/sqlite/sqlite-persistence.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { type Cost, measureCost, measureRate, postRequest } from './http-load.ts'
import { report } from './report.ts'

/** How many clients there are, and how much of the engine they get at least. */
const goals = [
  { clients: 1, goal: 0.6 },
  { clients: 64, goal: 0.7 },
]
const rounds = 3
const roundMs = 3_000
const root = 'projects/demo-app/databases/(default)/documents'

/** Of each document its own: equal values would lie side by side in the index. */
function fieldsOf(id: string): object {
  const n = Number.parseInt(id.slice(0, 8), 16)
  return {
    title: { stringValue: `An order of some length ${id}` },
    state: { stringValue: ['open', 'paid', 'sent'][n % 3] },
    total: { doubleValue: n / 100 },
    items: { integerValue: String(n) },
    paid: { booleanValue: n % 2 === 0 },
    note: { stringValue: `${id} ${'x'.repeat(260)}` },
  }
}

function randomId(): string {
  return randomBytes(10).toString('hex')
}

if (process.send) await runEngine()
else await compare()

async function compare(): Promise<void> {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  const request = () => {
    const id = randomId()
    const update = { name: `${root}/orders/${id}`, fields: fieldsOf(id) }
    return postRequest(`/v1/${root}:commit`, JSON.stringify({ writes: [{ update }] }))
  }
  for (const { clients, goal } of goals) {
    const measured: Cost[] = []
    const floor: number[] = []
    await measureRate({ port: server.port, request }, clients, roundMs)
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await engineRate(clients))
      measured.push(await measureCost({ port: server.port, pid: server.pid, request }, clients, roundMs))
    }
    const name = `durable commits over REST, 0.5 KB, ${clients === 1 ? '1 client' : `${clients} clients`}`
    const of = (key: keyof Cost): number => median(measured.map((cost) => cost[key] ?? Number.NaN))
    report({
      name,
      unit: '/s',
      measured: of('perSecond'),
      floor: median(floor),
      goal,
      serverMicros: of('serverMicros'),
      loadMicros: of('loadMicros'),
    })
  }
}

/** In a process of its own, as the server is. */
async function engineRate(clients: number): Promise<number> {
  const child = fork(import.meta.filename, [String(clients)], { stdio: 'inherit' })
  const [rate] = (await once(child, 'message')) as [number]
  await once(child, 'exit')
  return rate
}

async function runEngine(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-engine-'))
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  const store = await persistence.openProject('demo-app')
  const database = '(default)'
  let commits = 0
  const until = performance.now() + roundMs
  await Promise.all(
    Array.from({ length: Number(process.argv[2]) }, async () => {
      while (performance.now() < until) {
        const id = randomId()
        const path = `orders/${id}`
        const decoded = decodeFields(JSON.stringify(fieldsOf(id)))
        const json = encodeFields(decoded)
        const addedEntries = indexEntriesOf(database, path, decoded)
        await store.commit({
          expect: [{ kind: 'document', key: { database, path }, updateTime: undefined }],
          documents: [{ database, path, json, isCreated: true, addedEntries, removedEntries: [] }],
        })
        commits += 1
      }
    }),
  )
  await persistence.close()
  await rm(folder, { recursive: true, force: true })
  process.send?.(commits / (roundMs / 1_000))
  process.disconnect()
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
