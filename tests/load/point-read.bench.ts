/** Documents read over REST, next to a bare handler that answers the same bytes. */
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { startBareServer } from './bare-server.ts'
import { getRequest, measureRate } from './http-load.ts'
import { report } from './report.ts'

const connections = 32
const rounds = 3
const roundMs = 2_000
const documents = 1_000
const collection = '/v1/projects/demo-app/databases/(default)/documents/bench'

await using server = await SpawnedServer.start({ mode: 'dev' })
const fields = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`field${n}`, { stringValue: 'x'.repeat(70) }]))
const requests: Buffer[] = []
for (let id = 0; id < documents; id += 1) {
  const path = `${collection}/${id}`
  const written = await fetch(server.origin + path, { method: 'PATCH', body: JSON.stringify({ fields }) })
  if (!written.ok) throw new Error(await written.text())
  requests.push(getRequest(path))
}
const text = await (await fetch(`${server.origin}${collection}/1`)).text()
await using bare = await startBareServer({ kind: 'text', text })

const request = (sequence: number) => requests[sequence % documents] ?? getRequest(collection)
const measured: number[] = []
const floor: number[] = []
for (const port of [server.port, bare.port]) await measureRate({ port, request }, connections, roundMs)
for (let round = 0; round < rounds; round += 1) {
  floor.push(await measureRate({ port: bare.port, request }, connections, roundMs))
  measured.push(await measureRate({ port: server.port, request }, connections, roundMs))
}
report({
  name: 'point read over REST, 1,000 documents of 0.5 KB, 32 connections',
  unit: '/s',
  measured: median(measured),
  floor: median(floor),
  goal: 0.4,
})

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
