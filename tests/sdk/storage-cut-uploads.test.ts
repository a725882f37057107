import { randomBytes } from 'node:crypto'
import { IdempotencyStrategy } from '@google-cloud/storage'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectStorageEmulator,
  getBytes,
  getStorage,
  ref,
  type StorageReference,
  uploadBytesResumable,
} from 'firebase/storage'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { type Accident, CuttingProxy } from '../cutting-proxy.ts'
import { CloudWorld, openStorage } from './storage-cloud-world.ts'

type Accidents = Readonly<Record<number, Accident>>

const kibibyte = 1024
/** The SDK sends it in parts of 256, 512 and 232 KiB. */
const content = randomBytes(1_000 * kibibyte)

function fileAt(port: number, stack: AsyncDisposableStack): StorageReference {
  const app = initializeApp(
    { projectId: 'demo-app', storageBucket: 'demo-app.appspot.com' },
    randomBytes(6).toString('hex'),
  )
  stack.defer(() => deleteApp(app))
  const storage = getStorage(app)
  connectStorageEmulator(storage, '127.0.0.1', port)
  return ref(storage, 'film.mp4')
}

describe.concurrent('an upload of firebase/storage arrives whole', () => {
  it.each<[string, Accidents]>([
    ['when it is cut before the first byte', { 1: { kind: 'cut', bodyBytes: 0 } }],
    ['when it is cut in its first part', { 1: { kind: 'cut', bodyBytes: 100_000 } }],
    ['when it is cut in a middle part', { 2: { kind: 'cut', bodyBytes: 300_000 } }],
    ['when it is cut at the last byte of a part', { 2: { kind: 'cut', bodyBytes: 512 * kibibyte - 1 } }],
    ['when it is cut in its last part', { 3: { kind: 'cut', bodyBytes: 200_000 } }],
    ['when the answer to a middle part is lost', { 2: { kind: 'lose-answer' } }],
    ['when the last answer is lost', { 3: { kind: 'lose-answer' } }],
    ['while the server still waits for a connection that is gone', { 2: { kind: 'hang', bodyBytes: 300_000 } }],
    [
      'after accidents one after the other',
      { 2: { kind: 'cut', bodyBytes: 9_000 }, 3: { kind: 'hang', bodyBytes: 400_000 } },
    ],
  ])('%s', async (_when, accidents) => {
    await using stack = new AsyncDisposableStack()
    const server = stack.use(await TestServer.start({ mode: 'dev' }))
    const isCounted = (head: string): boolean => head.includes('x-goog-upload-command: upload')
    const proxy = stack.use(await CuttingProxy.start({ port: server.port, isCounted, accidents }))

    const { metadata } = await uploadBytesResumable(fileAt(proxy.port, stack), content)
    expect(metadata.size).toBe(content.length)
    expect(proxy.counted).toBe(3 + Object.keys(accidents).length)
    expect(Buffer.from(await getBytes(fileAt(server.port, stack))).equals(content)).toBe(true)
  })
})

describe.concurrent('a resumable upload of the server library arrives whole', () => {
  const part = { chunkSize: 256 * kibibyte }

  it.each<[string, Accidents, { chunkSize?: number }]>([
    ['when it is cut in its first part', { 1: { kind: 'cut', bodyBytes: 100_000 } }, part],
    ['when it is cut in its last part', { 4: { kind: 'cut', bodyBytes: 200_000 } }, part],
    ['when the answer to a middle part is lost', { 2: { kind: 'lose-answer' } }, part],
    ['while the server still waits for a connection that is gone', { 2: { kind: 'hang', bodyBytes: 100_000 } }, part],
    // In several parts the library gives up by itself when it hears that the upload is over.
    ['when the only answer is lost', { 1: { kind: 'lose-answer' } }, { chunkSize: 1_024 * kibibyte }],
  ])('%s', async (_when, accidents, options) => {
    await using stack = new AsyncDisposableStack()
    const world = stack.use(await CloudWorld.start())
    const isCounted = (head: string): boolean =>
      head.startsWith('put /upload/') && !head.includes('content-range: bytes */')
    const proxy = stack.use(await CuttingProxy.start({ port: world.server.port, isCounted, accidents }))
    const storage = openStorage(`http://127.0.0.1:${proxy.port}`, world.key, {
      idempotencyStrategy: IdempotencyStrategy.RetryAlways,
    })

    await storage
      .bucket(world.bucket.name)
      .file('film.mp4')
      .save(content, { resumable: true, ...options })
    expect(proxy.counted).toBeGreaterThan(1)
    const [stored] = await world.bucket.file('film.mp4').download()
    expect(stored.equals(content)).toBe(true)
  })
})
