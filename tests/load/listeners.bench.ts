/**
 * Listeners over gRPC: how soon after a write was acknowledged the last of 1,000 on one query has heard of it; what 10,000
 * idle ones hold; what a write costs that matches none of them; what the server holds while one is sent a large first result.
 */
import { readFile } from 'node:fs/promises'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
import { ListenRequest } from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'
import { measureRate, postRequest } from './http-load.ts'
import { report } from './report.ts'

/** gRPC has a stream for each, and the SDK of a process has them all on one connection. */
const listenersMax = 10_000
/** Opened at a time. */
const openedAtOnce = 500
const writes = 50
const TAIL_LENGTH = 32
const roundMs = 2_000
const database = 'projects/demo-app/databases/(default)'
await using server = await SpawnedServer.start({ mode: 'dev' })
const shared = connect(server.origin, { maxSessionMemory: 1_000 })
const sessions: ClientHttp2Session[] = [shared]

/** One open Listen call that tells when a text has come. */
class Listener {
  readonly #stream: ClientHttp2Stream
  #tail = ''
  #waiting: { readonly text: string; readonly heard: (atMs: number) => void } | undefined

  constructor(session: ClientHttp2Session, collectionId: string) {
    this.#stream = session.request({
      ':method': 'POST',
      ':path': '/google.firestore.v1.Firestore/Listen',
      'content-type': 'application/grpc+proto',
      authorization: 'Bearer owner',
      te: 'trailers',
    })
    this.#stream.on('data', (chunk: Buffer) => {
      // A text may come in two pieces.
      const text = this.#tail + chunk.toString('latin1')
      this.#tail = text.slice(-TAIL_LENGTH)
      if (this.#waiting !== undefined && text.includes(this.#waiting.text)) this.#waiting.heard(performance.now())
    })
    // Cut when the bench ends.
    this.#stream.on('error', () => undefined)
    const query = { parent: `${database}/documents`, structuredQuery: { from: [{ collectionId }] } }
    const message = writeProtobuf(ListenRequest, { database, addTarget: { targetId: 1, query } })
    const frame = Buffer.alloc(5)
    frame.writeUInt32BE(message.length, 1)
    this.#stream.write(Buffer.concat([frame, message]))
  }

  /** Resolves with the first bytes of an answer. */
  opened(): Promise<unknown> {
    return new Promise((resolve) => this.#stream.once('data', resolve))
  }

  /** Resolves when so many bytes have come. */
  received(bytes: number): Promise<void> {
    let count = 0
    return new Promise((resolve) => {
      this.#stream.on('data', (chunk: Buffer) => {
        count += chunk.length
        if (count >= bytes) resolve()
      })
    })
  }

  hears(text: string): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = {
        text,
        heard: (atMs) => {
          this.#waiting = undefined
          resolve(atMs)
        },
      }
    })
  }
}

/** `collectionOf` names what each of them listens to. */
async function openListeners(count: number, collectionOf: (n: number) => string): Promise<Listener[]> {
  const listeners: Listener[] = []
  for (let first = 0; first < count; first += openedAtOnce) {
    const some = Array.from(
      { length: Math.min(openedAtOnce, count - first) },
      (_, i) => new Listener(shared, collectionOf(first + i)),
    )
    await Promise.all(some.map((listener) => listener.opened()))
    listeners.push(...some)
  }
  return listeners
}

async function measureFanOut(): Promise<void> {
  const listeners = await openListeners(1_000, () => 'fanout')
  const latenessMs: number[] = []
  for (let n = 0; n < writes; n++) {
    const marker = `marker-${n}-`
    const heard = Promise.all(listeners.map((listener) => listener.hears(marker)))
    const name = `${database}/documents/fanout/${marker}`
    const body = JSON.stringify({ writes: [{ update: { name, fields: { n: { integerValue: String(n) } } } }] })
    await (await fetch(`${server.origin}/v1/${database}/documents:commit`, { method: 'POST', body })).text()
    const acknowledgedAt = performance.now()
    latenessMs.push(Math.max(...(await heard)) - acknowledgedAt)
  }
  latenessMs.sort((a, b) => a - b)
  const p99 = latenessMs[Math.ceil(latenessMs.length * 0.99) - 1] ?? 0
  report({ name: 'a write at the last of 1,000 listeners (p99)', unit: 'ms', measured: p99, goal: 50 })
}

/** 90 MB of documents, to one listener. */
async function measureLargeResult(): Promise<void> {
  const text = 'x'.repeat(10_000)
  for (let first = 0; first < 9_000; first += 500) {
    const writes = Array.from({ length: 500 }, (_, i) => {
      const name = `${database}/documents/large/${first + i}`
      return { update: { name, fields: { text: { stringValue: text } } } }
    })
    const body = JSON.stringify({ writes })
    await (await fetch(`${server.origin}/v1/${database}/documents:commit`, { method: 'POST', body })).text()
  }
  const before = await residentMiB(server.pid)
  if (before === undefined) return
  const session = connect(server.origin)
  sessions.push(session)
  const listener = new Listener(session, 'large')
  await listener.received(90_000_000)
  const grown = ((await residentMiB(server.pid)) ?? before) - before
  report({ name: 'memory for a first result of 90 MB', unit: 'MiB', measured: grown, goal: 100 })
}

async function measureIdle(): Promise<void> {
  const alone = await rateOfOtherWrites()
  await openListeners(listenersMax - 1_000, (n) => `idle${n % 500}`)
  const resident = await residentMiB(server.pid)
  if (resident !== undefined) {
    report({ name: 'memory with 10,000 idle listeners', unit: 'MiB', measured: resident, goal: 1024 })
  }
  const among = await rateOfOtherWrites()
  const name = 'writes that match none of 10,000 targets, next to 1,000'
  report({ name, unit: '/s', measured: among, floor: alone, goal: 0.9 })
}

async function rateOfOtherWrites(): Promise<number> {
  const request = (n: number) => {
    const update = { name: `${database}/documents/others/${n}`, fields: { n: { integerValue: String(n) } } }
    return postRequest(`/v1/${database}/documents:commit`, JSON.stringify({ writes: [{ update }] }))
  }
  await measureRate({ port: server.port, request }, 16, roundMs)
  return await measureRate({ port: server.port, request }, 16, roundMs)
}

/** Resident memory of a process; undefined where the system does not tell. */
async function residentMiB(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}

try {
  await measureFanOut()
  await measureIdle()
  await measureLargeResult()
} finally {
  for (const session of sessions) session.destroy()
}
