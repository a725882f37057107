import { expect, onTestFinished, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { LONGEST_ROUND_MAX } from '../../testing/held-rounds.ts'
import { HostedServer } from '../../testing/hosted-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const CONNECTIONS = 80

function addTarget(targetId: number, values: readonly object[]): Buffer {
  const fieldFilter = { field: { fieldPath: 'a' }, op: 'EQUAL', value: { arrayValue: { values } } }
  const structuredQuery = { from: [{ collectionId: 'c' }], where: { fieldFilter } }
  const query = { parent: `${DATABASE}/documents`, structuredQuery }
  return encodeFrame(
    writeProtobuf(ListenRequest, readJson(ListenRequest, { database: DATABASE, addTarget: { targetId, query } })),
  )
}

test('messages that come on many connections at once hold nobody up, all of them together', async () => {
  await using server = await HostedServer.start({ mode: 'dev' })
  const values = Array.from({ length: 10_000 }, () => ({ nullValue: null }))
  const opening = addTarget(1, [])
  const message = addTarget(2, values)
  expect(message.length).toBeLessThan(64 * 1024)
  const open = async () => {
    const client = new GrpcClient(server.origin)
    onTestFinished(() => client[Symbol.asyncDispose]())
    const stream = client.open('Listen')
    stream.on('error', () => undefined)
    const current = (id: number): Promise<void> =>
      new Promise((resolve) => {
        const told = `\x08\x03\x12\x01${String.fromCodePoint(id)}`
        stream.on('data', (chunk: Buffer) => chunk.toString('latin1').includes(told) && resolve())
      })
    const isOpened = current(1)
    const isCurrent = current(2)
    stream.write(opening)
    await isOpened
    // All but the end of it, so that all of them are whole at the same moment.
    stream.write(message.subarray(0, -1))
    await new Promise<void>((resolve) => client.session.ping(() => resolve()))
    return { stream, isCurrent }
  }
  const streams = await Promise.all(Array.from({ length: CONNECTIONS }, open))
  const longest = await server.longestRound(async () => {
    for (const { stream } of streams) stream.write(message.subarray(-1))
    await Promise.all(streams.map(({ isCurrent }) => isCurrent))
  })
  expect(longest).toBeLessThan(LONGEST_ROUND_MAX)
})
