/**
 * The same documents, reads, queries and commits over gRPC on Hearth, durable, and on the emulators that can be had, which
 * keep everything in memory. `HEARTH_EMULATOR_JAR` names the vendor's jar where its package does not, `HEARTH_BENCH_FIRESTORE_EMULATOR` a
 * folder with `@firestore-emulator/server` in its node_modules. What is not there is left out, with a line that says so.
 */
import { readJson } from '../../apps/server/src/protocols/firestore-codec/json-reader.ts'
import {
  BatchGetDocumentsRequest,
  CommitRequest,
  RunQueryRequest,
} from '../../apps/server/src/protocols/firestore-codec/messages.ts'
import { writeProtobuf } from '../../apps/server/src/protocols/firestore-codec/protobuf-writer.ts'
import type { MessageType } from '../../apps/server/src/protocols/firestore-codec/wire-schema.ts'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { hearth, peers } from './peers.ts'
import { note, report } from './report.ts'

const documents = 10_000
const batch = 500
const rounds = 3
const roundMs = 2_000
const database = 'projects/demo-app/databases/(default)'
const root = `${database}/documents`

/** What is measured: the message of each call, by its number. */
const works = [
  { name: 'reads of a document, 16 clients', clients: 16, method: 'BatchGetDocuments', message: readOf },
  {
    name: `queries of 20 among ${documents.toLocaleString('en')}, 16 clients`,
    clients: 16,
    method: 'RunQuery',
    message: queryOf,
  },
  { name: 'commits, 1 client', clients: 1, method: 'Commit', message: commitOf },
  { name: 'commits, 64 clients', clients: 64, method: 'Commit', message: commitOf },
] as const

/** Of calls, over all of them. */
let sequence = 0

const present = peers.filter(({ missing }) => missing === undefined)
for (const { name, missing } of peers) if (missing !== undefined) note(`left out: ${name}, because ${missing}`)
if (present.length > 0) await compare()

async function compare(): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const clients: GrpcClient[] = []
  for (const peer of [hearth, ...present]) {
    const { origin } = opened.use(await peer.start())
    const client = opened.use(new GrpcClient(origin))
    await fill(client)
    clients.push(client)
  }
  for (const work of works) {
    const rates = clients.map((): number[] => [])
    // In turns, so that what else the machine does falls on all of them.
    for (let round = 0; round < rounds; round++) {
      for (const [i, client] of clients.entries()) rates[i]?.push(await measure(client, work))
    }
    const [measured = 0, ...floors] = rates.map(median)
    for (const [i, floor] of floors.entries()) {
      report({ name: `${work.name}, next to ${present[i]?.name}`, unit: '/s', measured, floor })
    }
  }
}

async function fill(client: GrpcClient): Promise<void> {
  for (let first = 0; first < documents; first += batch) {
    const writes = Array.from({ length: batch }, (_, i) => writeOf('filled', first + i))
    await call(client, 'Commit', encode(CommitRequest, { database, writes }))
  }
}

/** A closed loop of calls, over one connection as the official clients have. */
async function measure(client: GrpcClient, { clients, method, message }: (typeof works)[number]): Promise<number> {
  let answers = 0
  const startedAt = performance.now()
  const loop = async (): Promise<void> => {
    while (performance.now() - startedAt < roundMs) {
      await call(client, method, message(sequence++))
      answers++
    }
  }
  await Promise.all(Array.from({ length: clients }, loop))
  return answers / ((performance.now() - startedAt) / 1_000)
}

async function call(client: GrpcClient, method: string, message: Buffer): Promise<void> {
  const { status, message: text } = await client.send(method, message)
  if (status !== 0) throw new Error(`${method} was answered with ${status}: ${text}`)
}

function readOf(n: number): Buffer {
  return encode(BatchGetDocumentsRequest, { database, documents: [`${root}/filled/${(n * 7919) % documents}`] })
}

function queryOf(n: number): Buffer {
  const value = { integerValue: `${(n * 7919) % (documents - 20)}` }
  const field = { fieldPath: 'n' }
  const structuredQuery = {
    from: [{ collectionId: 'filled' }],
    where: { fieldFilter: { field, op: 'GREATER_THAN_OR_EQUAL', value } },
    orderBy: [{ field, direction: 'ASCENDING' }],
    limit: 20,
  }
  return encode(RunQueryRequest, { parent: root, structuredQuery })
}

function commitOf(n: number): Buffer {
  return encode(CommitRequest, { database, writes: [writeOf('written', n)] })
}

function writeOf(collection: string, n: number): object {
  const fields = {
    n: { integerValue: `${n}` },
    state: { stringValue: 'open' },
    total: { doubleValue: 149.5 },
    note: { stringValue: 'x'.repeat(400) },
  }
  return { update: { name: `${root}/${collection}/${n}`, fields } }
}

function encode(type: MessageType, request: object): Buffer {
  return writeProtobuf(type, readJson(type, request))
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0
}
