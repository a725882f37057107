import { expect, test } from 'vitest'
import { GrpcClient } from '../../testing/grpc-client.ts'
import { TestServer } from '../../testing/test-server.ts'
import { readJson } from '../firestore-codec/json-reader.ts'
import { CommitRequest, ListenRequest } from '../firestore-codec/messages.ts'
import { writeProtobuf } from '../firestore-codec/protobuf-writer.ts'
import { encodeFrame } from './frames.ts'

const DATABASE = 'projects/demo-app/databases/(default)'
const NAME = `${DATABASE}/documents/shared/one`
/** Four times as many streams as common servers of HTTP/2 give a connection. */
const LISTENERS = 1_000

test('a connection has a thousand listeners, which all hear of a document and of its change', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await using grpc = new GrpcClient(server.origin)
  const write = async (text: string): Promise<void> => {
    const request = readJson(CommitRequest, {
      writes: [{ update: { name: NAME, fields: { text: { stringValue: text } } } }],
    })
    const answer = await grpc.send('Commit', writeProtobuf(CommitRequest, { database: DATABASE, ...request }))
    expect(answer.status).toBe(0)
  }
  await write('the first')
  const heard = Array.from({ length: LISTENERS }, () => '')
  const addTarget = { targetId: 1, documents: { documents: [NAME] } }
  const message = encodeFrame(writeProtobuf(ListenRequest, readJson(ListenRequest, { database: DATABASE, addTarget })))
  for (const index of heard.keys()) {
    const stream = grpc.open('Listen')
    stream.on('error', () => undefined)
    stream.on('data', (chunk: Buffer) => (heard[index] += chunk.toString('latin1')))
    stream.write(message)
  }
  const howMany = (text: string) => heard.filter((one) => one.includes(text)).length
  await expect.poll(() => howMany('the first')).toBe(LISTENERS)
  await write('the second')
  await expect.poll(() => howMany('the second')).toBe(LISTENERS)
})
