/**
 * The same 20-document query over an index of 10 thousand and of 1 million documents of 1 KiB, next to a bare handler that
 * answers the same bytes, read by one prepared statement; and how soon the large database answers again after its server was killed.
 * Queries by two fields are next to the one by one field. `HEARTH_BENCH_DOCUMENTS` sets the size of the large one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { decodeFields, encodeFields, indexEntriesOf } from '@hearth/model'
import { systemClock } from '../../apps/server/src/lib/ambient.ts'
import { SqlitePersistence } from '../../apps/server/src/persistence/sqlite/sqlite-persistence.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { startBareServer } from './bare-server.ts'
import { measureRate, postRequest } from './http-load.ts'
import { report } from './report.ts'

const small = 10_000
const large = Number(process.env['HEARTH_BENCH_DOCUMENTS'] ?? 1_000_000)
const batch = 500
const connections = 16
const rounds = 3
const roundMs = 2_000
const database = '(default)'
/** Shapes that no index of one field answers; each gets an index over two by itself. */
const several = 20_000
const shapes = {
  'an order by two fields': { orderBy: orderBy('status', '-n'), limit: 20 },
  'all but one value, ordered by another field': {
    where: { fieldFilter: { field: { fieldPath: 'status' }, op: 'NOT_EQUAL', value: { integerValue: '0' } } },
    orderBy: orderBy('status', 'n'),
    limit: 20,
  },
}
const root = `/v1/projects/demo-app/databases/${database}/documents`

const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-queries-'))
try {
  await prepare(dataFolder)
  await fill(dataFolder)
  await compareQueries()
  await measureSeveralFields()
  await measureOpening()
} finally {
  await rm(dataFolder, { recursive: true, force: true })
}

/** A data folder and the project in it, as the server makes them. */
async function prepare(folder: string): Promise<void> {
  await using server = await SpawnedServer.start({ mode: 'dev', dataFolder: folder })
  await (await fetch(`${server.origin}${root}:runQuery`, { method: 'POST', body: queryFrom('small', 0) })).text()
  await server.kill('SIGTERM')
}

/** Straight into the store: a million commits over the wire would take most of the run. */
async function fill(folder: string): Promise<void> {
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  const store = await persistence.openProject('demo-app')
  for (const [collection, count] of [
    ['small', small],
    ['large', large],
    ['several', several],
  ] as const) {
    for (let first = 0; first < count; first += batch) {
      const documents = Array.from({ length: Math.min(batch, count - first) }, (_, i) => {
        const path = `${collection}/${String(first + i).padStart(8, '0')}`
        const n = first + i
        const fields = decodeFields({
          n: { integerValue: String(n) },
          ...(collection === 'several' && { status: { integerValue: String(n % 3) } }),
          text: { stringValue: 'x'.repeat(950) },
        })
        const addedEntries = indexEntriesOf(database, path, fields)
        return { database, path, json: encodeFields(fields), isCreated: true, addedEntries, removedEntries: [] }
      })
      await store.commit({ documents })
    }
  }
  await persistence.close()
}

function queryFrom(collection: string, start: number): string {
  return JSON.stringify({
    structuredQuery: {
      from: [{ collectionId: collection }],
      where: {
        fieldFilter: { field: { fieldPath: 'n' }, op: 'GREATER_THAN_OR_EQUAL', value: { integerValue: `${start}` } },
      },
      limit: 20,
    },
  })
}

async function compareQueries(): Promise<void> {
  await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
  const first = await fetch(`${server.origin}${root}:runQuery`, { method: 'POST', body: queryFrom('large', 7) })
  const items = (await first.json()) as unknown[]
  if (items.length !== 20) throw new Error(JSON.stringify(items))
  const path = join(dataFolder, 'items.sqlite')
  fillItems(path, JSON.stringify(items[0]))
  await using bare = await startBareServer({ kind: 'rows', path, rows: small, count: 20 })
  // Spread over the whole collection, so that no page of it is read twice in a row.
  const requestsOf = (collection: string, count: number) => (sequence: number) =>
    postRequest(`${root}:runQuery`, queryFrom(collection, (sequence * 7919) % (count - 20)))
  const targets = [
    { port: bare.port, request: requestsOf('large', large) },
    { port: server.port, request: requestsOf('small', small) },
    { port: server.port, request: requestsOf('large', large) },
  ]
  const rates = targets.map((): number[] => [])
  for (const target of targets) await measureRate(target, connections, roundMs)
  for (let round = 0; round < rounds; round++) {
    for (const [i, target] of targets.entries()) rates[i]?.push(await measureRate(target, connections, roundMs))
  }
  const [floor = 0, ofSmall = 0, ofLarge = 0] = rates.map(median)
  report({ name: '20 of 10,000 documents of 1 KiB over REST', unit: '/s', measured: ofSmall, floor, goal: 0.5 })
  const name = `20 of ${large.toLocaleString('en')} documents, next to 20 of 10,000`
  report({ name, unit: '/s', measured: ofLarge, floor: ofSmall, goal: 1 / 1.3 })
  await server.kill('SIGKILL')
}

/** As many rows as the small collection has documents, each the text of one in an answer. */
function fillItems(path: string, text: string): void {
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE items (n INTEGER PRIMARY KEY, text TEXT); BEGIN')
  const insert = database.prepare('INSERT INTO items VALUES (?, ?)')
  for (let n = 0; n < small; n++) insert.run(n, text)
  database.exec('COMMIT')
  database.close()
}

function orderBy(...names: string[]) {
  return names.map((name) => ({
    field: { fieldPath: name.replace('-', '') },
    direction: name.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
  }))
}

/** Next to the query by one field, of the same collection. */
async function measureSeveralFields(): Promise<void> {
  await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
  const bodies = Object.entries(shapes).map(([name, shape]) => {
    const structuredQuery = { from: [{ collectionId: 'several' }], ...shape }
    return [name, JSON.stringify({ structuredQuery })] as const
  })
  for (const [, body] of bodies) await untilQuick(`${server.origin}${root}:runQuery`, body)
  const plain = { port: server.port, request: () => postRequest(`${root}:runQuery`, queryFrom('several', 7)) }
  const floor = await measureRate(plain, connections, roundMs)
  for (const [name, body] of bodies) {
    const target = { port: server.port, request: () => postRequest(`${root}:runQuery`, body) }
    const measured = await measureRate(target, connections, roundMs)
    report({
      name: `20 of ${several.toLocaleString('en')}: ${name}, next to one field`,
      unit: '/s',
      measured,
      floor,
      goal: 1 / 1.5,
    })
  }
}

/** An index builds itself when a query was asked several times over some seconds. */
async function untilQuick(url: string, body: string): Promise<void> {
  const endsAt = performance.now() + 60_000
  for (;;) {
    const headers = { authorization: 'Bearer owner' }
    await (await fetch(url, { method: 'POST', headers, body })).text()
    const explained = JSON.stringify({ ...(JSON.parse(body) as object), explainOptions: { analyze: true } })
    const answer = await (await fetch(url, { method: 'POST', headers, body: explained })).json()
    const last = (answer as { explainMetrics?: { executionStats: { readOperations: string } } }[]).at(-1)
    if (Number(last?.explainMetrics?.executionStats.readOperations) <= 20) return
    if (performance.now() > endsAt) throw new Error('no index was built within a minute')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function measureOpening(): Promise<void> {
  const startedAt = performance.now()
  await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
  const answer = await fetch(`${server.origin}${root}:runQuery`, { method: 'POST', body: queryFrom('large', 7) })
  await answer.text()
  const name = `start to a query answered, ${large.toLocaleString('en')} documents, after a kill`
  report({ name, unit: 'ms', measured: performance.now() - startedAt, goal: 2000 })
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
