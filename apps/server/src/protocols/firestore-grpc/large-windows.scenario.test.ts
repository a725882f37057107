import type { ClientHttp2Stream } from 'node:http2'
import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { CommitRequest, ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const DOCUMENTS = 5000
const WINDOWS = 12
const COMMITS = 40

interface Row {
  readonly update: { readonly name: string; readonly fields: object }
}

function row(id: number, text: string): Row {
  const name = `${DATABASE}/documents/rows/${String(id).padStart(5, '0')}`
  return { update: { name, fields: { text: { stringValue: text } } } }
}

class Writer {
  readonly #grpc: GrpcClient

  constructor(grpc: GrpcClient) {
    this.#grpc = grpc
  }

  async commit(writes: readonly Row[]): Promise<void> {
    const request = writeProtobuf(CommitRequest, { database: DATABASE, ...readJson(CommitRequest, { writes }) })
    const { status } = await this.#grpc.send('Commit', request)
    expect(status).toBe(0)
  }
}

/** Listeners to the first documents, each with a limit of its own. */
class Windows {
  readonly #stream: ClientHttp2Stream
  #text = ''

  constructor(grpc: GrpcClient, limit: number) {
    this.#stream = grpc.open('Listen')
    this.#stream.on('error', () => undefined)
    this.#stream.on('data', (chunk: Buffer) => (this.#text += chunk.toString('latin1')))
    for (let i = 0; i < WINDOWS; i++) {
      const structuredQuery = { from: [{ collectionId: 'rows' }], limit: limit - i }
      const addTarget = { targetId: i + 1, query: { parent: `${DATABASE}/documents`, structuredQuery } }
      this.#stream.write(
        encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, { database: DATABASE, addTarget }))),
      )
    }
  }

  async hears(text: string, times = 1): Promise<void> {
    while (this.#text.split(text).length <= times) await new Promise((resolve) => this.#stream.once('data', resolve))
    this.#text = ''
  }

  close(): void {
    this.#stream.close()
  }
}

/** The time of the main thread that changes of the first document take until all windows have heard of them. */
async function timeOfCommits(grpc: GrpcClient, limit: number): Promise<number> {
  const writer = new Writer(grpc)
  const windows = new Windows(grpc, limit)
  // All have the last document of the shortest window.
  await windows.hears(row(limit - WINDOWS, '').update.name, WINDOWS)
  const before = process.threadCpuUsage()
  for (let i = 0; i < COMMITS; i++) {
    await writer.commit([row(0, `changes ${limit} ${i}`)])
    await windows.hears(`changes ${limit} ${i}`)
  }
  const { user, system } = process.threadCpuUsage(before)
  windows.close()
  return user + system
}

test('a commit costs listeners of thousands of documents no more than listeners of a few', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using grpc = new GrpcClient(server.origin)
  const rows = Array.from({ length: DOCUMENTS }, (_, id) => row(id, 'first'))
  for (let start = 0; start < DOCUMENTS; start += 500) await new Writer(grpc).commit(rows.slice(start, start + 500))
  const small = await timeOfCommits(grpc, 2 * WINDOWS)
  const large = await timeOfCommits(grpc, DOCUMENTS)
  expect(large / small).toBeLessThan(3)
}, 60_000)
