import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { deleteApp, initializeApp } from 'firebase/app'
import * as sdk from 'firebase/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const { getStream, ref, uploadBytes, uploadString } = sdk
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function openStorage(): Promise<{ storage: sdk.FirebaseStorage; server: TestServer }> {
  const server = await TestServer.start({ mode: 'dev' })
  const app = initializeApp(
    { projectId: 'demo-app', storageBucket: 'demo-app.appspot.com' },
    randomBytes(6).toString('hex'),
  )
  const storage = sdk.getStorage(app)
  sdk.connectStorageEmulator(storage, '127.0.0.1', server.port)
  closers.push(
    () => server[Symbol.asyncDispose](),
    () => deleteApp(app),
  )
  return { storage, server }
}

it('each function of the SDK has a test: here, in storage-firebase.test.ts or, of browsers, in client-helper.spec.ts', () => {
  const functions = Object.entries(sdk).filter(([name, value]) => !name.startsWith('_') && typeof value === 'function')
  expect(functions.map(([name]) => name).toSorted()).toEqual([
    'StorageError',
    'connectStorageEmulator',
    'deleteObject',
    'getBlob',
    'getBytes',
    'getDownloadURL',
    'getMetadata',
    'getStorage',
    'getStream',
    'list',
    'listAll',
    'ref',
    'updateMetadata',
    'uploadBytes',
    'uploadBytesResumable',
    'uploadString',
  ])
})

describe('uploadString', () => {
  const text = 'Zäh fließt’s 🔥'
  const bytes = Buffer.from(text)

  it.each([
    ['raw', text, undefined],
    ['base64', bytes.toString('base64'), undefined],
    ['base64url', bytes.toString('base64url'), undefined],
    ['data_url', `data:text/x-poem;base64,${bytes.toString('base64')}`, 'text/x-poem'],
    ['data_url', `data:text/plain,${encodeURIComponent(text)}`, 'text/plain'],
  ] as const)('stores what %s means', async (format, value, contentType) => {
    const { storage } = await openStorage()
    const { metadata } = await uploadString(ref(storage, 'poem.txt'), value, format)
    expect(Buffer.from(await sdk.getBytes(ref(storage, 'poem.txt'))).toString()).toBe(text)
    expect(metadata.size).toBe(bytes.length)
    if (contentType !== undefined) expect(metadata.contentType).toBe(contentType)
  })
})

describe('getStream', () => {
  it('gives the whole content, or its beginning', async () => {
    const { storage } = await openStorage()
    const content = randomBytes(3_000_000)
    await uploadBytes(ref(storage, 'film.bin'), content)
    expect((await buffer(getStream(ref(storage, 'film.bin')))).equals(content)).toBe(true)
    expect((await buffer(getStream(ref(storage, 'film.bin'), 1_000))).equals(content.subarray(0, 1_000))).toBe(true)
  })

  it('fails for a file that is not there', async () => {
    const { storage } = await openStorage()
    await expect(buffer(getStream(ref(storage, 'none.bin')))).rejects.toMatchObject({
      code: 'storage/object-not-found',
    })
  })
})

describe('ref', () => {
  it('takes paths, gs:// addresses and download links, and walks the tree', async () => {
    const { storage } = await openStorage()
    await uploadString(ref(storage, 'dir/a b.txt'), 'hello')
    const link = await sdk.getDownloadURL(ref(storage, 'dir/a b.txt'))
    for (const address of ['gs://demo-app.appspot.com/dir/a b.txt', link]) {
      expect(Buffer.from(await sdk.getBytes(ref(storage, address))).toString()).toBe('hello')
    }
    const child = ref(ref(storage, 'dir'), 'a b.txt')
    expect([child.fullPath, child.name, child.bucket]).toEqual(['dir/a b.txt', 'a b.txt', 'demo-app.appspot.com'])
    expect([child.parent?.fullPath, child.root.fullPath]).toEqual(['dir', ''])
  })
})

describe('getDownloadURL', () => {
  it('needs no more than permission to read, and leads to this server', async () => {
    const { storage, server } = await openStorage()
    await uploadString(ref(storage, 'a.txt'), 'hello')
    const link = new URL(await sdk.getDownloadURL(ref(storage, 'a.txt')))
    expect(link.origin).toBe(server.origin)
    expect(await (await fetch(link)).text()).toBe('hello')
    await expect(sdk.getDownloadURL(ref(storage, 'none.txt'))).rejects.toMatchObject({
      code: 'storage/object-not-found',
    })
  })
})
