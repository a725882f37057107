import { type File, Storage } from '@google-cloud/storage'
import { deleteApp, initializeApp } from 'firebase/app'
import { connectStorageEmulator, getDownloadURL, getStorage, ref, uploadString } from 'firebase/storage'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { CloudWorld } from './storage-cloud-world.ts'

let server: TestServer
let storage: Storage

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
  storage = new Storage({ apiEndpoint: server.origin, projectId: 'demo-app', retryOptions: { autoRetry: false } })
})
afterAll(() => server[Symbol.asyncDispose]())

const bucketName = 'demo-app.appspot.com'
let names = 0

async function saved(options: { resumable?: boolean; tokens?: string } = {}): Promise<File> {
  const { resumable = false, tokens } = options
  const file = storage.bucket(bucketName).file(`files/${(names += 1)}.txt`)
  const metadata = tokens === undefined ? {} : { metadata: { firebaseStorageDownloadTokens: tokens } }
  await file.save('warm hearth', { resumable, contentType: 'text/plain', metadata })
  return file
}

async function tokensOf(file: File): Promise<unknown> {
  const [{ metadata }] = await file.getMetadata()
  return metadata?.['firebaseStorageDownloadTokens']
}

async function createToken(file: File): Promise<string> {
  const address = `${server.origin}/v0/b/${bucketName}/o/${encodeURIComponent(file.name)}?create_token=true`
  const answer = await fetch(address, { method: 'POST', headers: { authorization: 'Bearer owner' } })
  return ((await answer.json()) as { downloadTokens: string }).downloadTokens
}

describe('download tokens of files that programs store', () => {
  it.each([false, true])('are none until one is asked for (resumable: %s)', async (resumable) => {
    const file = await saved({ resumable })
    expect((await file.getMetadata())[0]).not.toHaveProperty('metadata')
    const token = await createToken(file)
    expect(token).toMatch(/^[\w-]{36}$/)
    expect(await tokensOf(file)).toBe(token)
  })

  it('are those that the program chose', async () => {
    const file = await saved({ tokens: 'myToken1,myToken2' })
    expect(await tokensOf(file)).toBe('myToken1,myToken2')
    const address = `${server.origin}/v0/b/${bucketName}/o/${encodeURIComponent(file.name)}?alt=media&token=myToken2`
    expect(await (await fetch(address)).text()).toBe('warm hearth')
  })

  it('go with a copy that keeps the metadata, and not with one that is given some', async () => {
    const file = await saved()
    const token = await createToken(file)
    const [same] = await file.copy('copies/same.txt')
    expect(await tokensOf(same)).toBe(token)
    const [changed] = await file.copy('copies/changed.txt', { metadata: { by: 'ada' } })
    expect((await changed.getMetadata())[0].metadata).toEqual({ by: 'ada' })
    const [typed] = await file.copy('copies/typed.txt', { contentType: 'text/markdown' })
    expect(await tokensOf(typed)).toBe(token)
  })

  it('are made when an app asks for the link', async () => {
    const file = await saved()
    const app = initializeApp({ projectId: 'demo-app', storageBucket: bucketName }, 'links')
    onTestFinished(() => deleteApp(app))
    const bucket = getStorage(app)
    connectStorageEmulator(bucket, '127.0.0.1', server.port)
    const link = await getDownloadURL(ref(bucket, file.name))
    expect(await (await fetch(link)).text()).toBe('warm hearth')
    await uploadString(ref(bucket, 'by-an-app.txt'), 'x')
    expect(await tokensOf(storage.bucket(bucketName).file('by-an-app.txt'))).toMatch(/^[\w-]{36}$/)
  })
})

it('under start, a token that a program chose must be hard to guess', async () => {
  await using world = await CloudWorld.start()
  const save = (tokens: string): Promise<void> =>
    world.bucket
      .file('linked.txt')
      .save('x', { resumable: false, metadata: { metadata: { firebaseStorageDownloadTokens: tokens } } })
  await expect(save('myToken1')).rejects.toMatchObject({ code: 400 })
  await save('a-token-chosen-by-a-program')
})
