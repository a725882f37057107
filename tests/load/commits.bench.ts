/** Durable single-document commits over REST, of one client and of many, next to the engine alone doing the same transactions. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeFields, encodeFields, indexEntriesOf } from '@hearth/model'
import { systemClock } from '../../apps/server/src/lib/ambient.ts'
import { SqlitePersistence } from '../../apps/server/src/persistence/sqlite/sqlite-persistence.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { measureRate, postRequest } from './http-load.ts'
import { report } from './report.ts'

/** How many clients there are, and how much of the engine they get at least. */
const goals = [
  { clients: 1, goal: 0.6 },
  { clients: 64, goal: 0.7 },
]
const rounds = 3
const roundMs = 3_000
const root = 'projects/demo-app/databases/(default)/documents'
const fields = {
  title: { stringValue: 'An order of some length, as orders are' },
  state: { stringValue: 'open' },
  total: { doubleValue: 149.5 },
  items: { integerValue: '3' },
  paid: { booleanValue: false },
  note: { stringValue: 'x'.repeat(280) },
}

if (process.send) await runEngine()
else await compare()

async function compare(): Promise<void> {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  let documents = 0
  const request = () => {
    documents += 1
    const update = { name: `${root}/orders/${documents}`, fields }
    return postRequest(`/v1/${root}:commit`, JSON.stringify({ writes: [{ update }] }))
  }
  for (const { clients, goal } of goals) {
    const measured: number[] = []
    const floor: number[] = []
    await measureRate({ port: server.port, request }, clients, roundMs)
    for (let round = 0; round < rounds; round += 1) {
      floor.push(await engineRate(clients))
      measured.push(await measureRate({ port: server.port, request }, clients, roundMs))
    }
    const name = `durable commits over REST, 0.5 KB, ${clients === 1 ? '1 client' : `${clients} clients`}`
    report({ name, unit: '/s', measured: median(measured), floor: median(floor), goal })
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
  const decoded = decodeFields(JSON.stringify(fields))
  const json = encodeFields(decoded)
  const database = '(default)'
  let begun = 0
  let commits = 0
  const until = performance.now() + roundMs
  await Promise.all(
    Array.from({ length: Number(process.argv[2]) }, async () => {
      while (performance.now() < until) {
        begun += 1
        const path = `orders/${begun}`
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
