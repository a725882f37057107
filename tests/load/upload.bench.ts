/** Uploads, large and small, next to a bare server that stores bodies with the same fsyncs; and what many of them do to document reads. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { startBareServer } from './bare-server.ts'
import { getRequest, type LoadTarget, measureLatencies, measureRate } from './http-load.ts'
import { note, report } from './report.ts'

const large = randomBytes(64 * 1024 * 1024)
const largeRounds = 5
const smallClients = 16
const smallMs = 3_000
const smallRounds = 3
const uploadsAtOnce = 100
const besideRounds = 3
const headers = 'content-type: application/octet-stream\r\n'

const folder = await mkdtemp(join(tmpdir(), 'hearth-bench-'))
try {
  await using server = await SpawnedServer.start({ mode: 'dev' })
  await using bare = await startBareServer({ kind: 'store', folder })
  const objects = '/v0/b/demo-app.appspot.com/o'

  const measured: number[] = []
  const floor: number[] = []
  for (let round = 0; round < largeRounds; round += 1) {
    floor.push(await mibPerSecond(`http://127.0.0.1:${bare.port}/`))
    measured.push(await mibPerSecond(`${server.origin}${objects}?name=film-${round}.bin`))
  }
  report({
    name: 'upload of 64 MiB',
    unit: 'MiB/s',
    measured: Math.max(...measured),
    floor: Math.max(...floor),
    goal: 0.8,
  })

  const body = randomBytes(1024).toString('latin1')
  const small = (sequence: number): Buffer => uploadOf(`${objects}?name=small-${sequence}`, body)
  const rates: number[] = []
  const floors: number[] = []
  for (let round = 0; round < smallRounds; round += 1) {
    floors.push(await measureRate({ port: bare.port, request: small }, smallClients, smallMs))
    rates.push(await measureRate({ port: server.port, request: small }, smallClients, smallMs))
  }
  report({
    name: 'uploads of 1 KiB, 16 clients',
    unit: '/s',
    measured: Math.max(...rates),
    floor: Math.max(...floors),
    goal: 0.5,
  })

  await reportReadsBeside(server, bare)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function mibPerSecond(url: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { method: 'POST', body: large })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`the upload was answered with ${answer.status}`)
  return 64 / ((performance.now() - startedAt) / 1_000)
}

function uploadOf(path: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}content-length: ${body.length}\r\n\r\n`
  return Buffer.from(head + body, 'latin1')
}

/**
 * The median time of a read while 100 clients upload 1 MiB each, again and again, as a multiple of that alone; and what a bare
 * server makes of it on this machine.
 */
async function reportReadsBeside(server: SpawnedServer, bare: { readonly port: number }): Promise<void> {
  const path = '/v1/projects/demo-app/databases/(default)/documents/bench/read'
  const written = await fetch(server.origin + path, { method: 'PATCH', body: '{"fields":{"n":{"integerValue":"1"}}}' })
  if (!written.ok) throw new Error(await written.text())
  const own = {
    read: { port: server.port, request: () => getRequest(path) },
    upload: `${server.origin}/v0/b/demo-app.appspot.com/o`,
  }
  const floor = { read: { port: bare.port, request: () => getRequest('/') }, upload: `http://127.0.0.1:${bare.port}/` }
  const measured: Slowed[] = []
  const least: Slowed[] = []
  for (let round = 0; round < besideRounds; round += 1) {
    least.push(await slowedBy(floor.upload, floor.read))
    measured.push(await slowedBy(own.upload, own.read))
  }
  const [ours, theirs] = [median(measured.map(({ times }) => times)), median(least.map(({ times }) => times))]
  report({
    name: 'document read beside 100 uploads, times the read alone',
    unit: '×',
    measured: ours,
    goal: 2,
  })
  const rates = [measured, least].map((rounds) => Math.round(median(rounds.map(({ mibPerSecond: rate }) => rate))))
  note(
    `A bare server that stores the bodies is slowed ${theirs.toFixed(1)}× by them, taking ${rates[1]} MiB a second next to ${rates[0]}.`,
  )
}

interface Slowed {
  readonly times: number
  /** Uploaded meanwhile. */
  readonly mibPerSecond: number
}

async function slowedBy(upload: string, read: LoadTarget): Promise<Slowed> {
  await latencyFor(read, 500)
  const alone = await latencyFor(read, 1_500)
  // Elsewhere, or the reads would wait for the uploads of their own process.
  const uploading = new Worker(new URL('upload-load.ts', import.meta.url), {
    workerData: { upload, uploads: uploadsAtOnce },
  })
  await once(uploading, 'message')
  const begunAt = performance.now()
  const beside = await latencyFor(read, 3_000)
  uploading.postMessage('end')
  const [end] = (await once(uploading, 'message')) as [{ failure: string | undefined; uploaded: number }]
  if (end.failure !== undefined) throw new Error(end.failure)
  return { times: beside / alone, mibPerSecond: (end.uploaded * 1_000) / (performance.now() - begunAt) }
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0
}

/** The median. */
async function latencyFor(target: LoadTarget, durationMs: number): Promise<number> {
  const until = performance.now() + durationMs
  const latencies = await measureLatencies(target, () => performance.now() < until)
  return median(latencies)
}
