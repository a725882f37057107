import { type File, Storage, type FileMetadata } from '@google-cloud/storage'
import { deleteApp, initializeApp } from 'firebase/app'
import { connectStorageEmulator, getMetadata, getStorage, listAll, ref, uploadString } from 'firebase/storage'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

let server: TestServer
let storage: Storage

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
  storage = new Storage({ apiEndpoint: server.origin, projectId: 'demo-app', retryOptions: { autoRetry: false } })
})
afterAll(() => server[Symbol.asyncDispose]())

const bucketName = 'demo-app.appspot.com'
const resources = `/storage/v1/b/${bucketName}/o`

async function saved(name: string, metadata: object = {}): Promise<File> {
  const file = storage.bucket(bucketName).file(name)
  await file.save('x', { resumable: false, contentType: 'text/plain', metadata: metadata as FileMetadata })
  return file
}

async function jsonOf(path: string): Promise<unknown> {
  return await (await fetch(server.origin + path, { headers: { authorization: 'Bearer owner' } })).json()
}

function openBucket(name: string) {
  const app = initializeApp({ projectId: 'demo-app', storageBucket: name }, name)
  onTestFinished(() => deleteApp(app))
  const bucket = getStorage(app)
  connectStorageEmulator(bucket, '127.0.0.1', server.port)
  return bucket
}

describe('lists', () => {
  it('of the JSON API leave out what is empty', async () => {
    expect(await jsonOf(`${resources}?prefix=none/`)).toEqual({ kind: 'storage#objects' })
    await saved('few/1.txt')
    const files = (await jsonOf(`${resources}?prefix=few/&delimiter=/`)) as object
    expect(Object.keys(files)).toEqual(['kind', 'items'])
    const folders = await jsonOf(`${resources}?prefix=few&delimiter=/`)
    expect(folders).toEqual({ kind: 'storage#objects', prefixes: ['few/'] })
  })

  it('of apps show neither the placeholder of a folder nor names with empty parts', async () => {
    for (const name of ['abc/', 'abc/1.txt', 'abc/deep/2.txt', 'abc//3.txt']) await saved(name)
    const { items, prefixes } = await listAll(ref(openBucket(bucketName), 'abc'))
    expect(items.map(({ fullPath }) => fullPath)).toEqual(['abc/1.txt'])
    expect(prefixes.map(({ fullPath }) => fullPath)).toEqual(['abc/deep'])
    const all = (await jsonOf(`${resources}?prefix=abc/`)) as { items: { name: string }[] }
    expect(all.items).toHaveLength(4)
  })
})

describe('metadata', () => {
  it('has the time of the storage class, and no content disposition that nobody asked for', async () => {
    const file = await saved('plain.txt')
    const [metadata] = await file.getMetadata()
    expect(metadata.timeStorageClassUpdated).toBe(metadata.timeCreated)
    expect(metadata).not.toHaveProperty('contentDisposition')
    const simple = await jsonOf(`/v0/b/${bucketName}/o/plain.txt`)
    expect(simple).not.toHaveProperty('contentDisposition')
  })

  it('of one’s own becomes text', async () => {
    const file = await saved('typed.txt', { metadata: { number: 42, flag: true, list: [1, 'two'] } })
    const expected = { number: '42', flag: 'true', list: '[1,"two"]' }
    expect((await file.getMetadata())[0].metadata).toEqual(expected)
    await file.setMetadata({ metadata: { number: 43, flag: null } })
    expect((await file.getMetadata())[0].metadata).toEqual({ number: '43', list: expected.list })
  })

  it('of a copy has an empty text for null', async () => {
    const file = await saved('source.txt', { metadata: { by: 'ada' } })
    const [copy] = await file.copy('target.txt', { metadata: { by: null, mood: 'calm' } })
    expect((await copy.getMetadata())[0].metadata).toEqual({ by: '', mood: 'calm' })
  })
})

it('a file that is not there is named with its bucket', async () => {
  const missing = storage.bucket(bucketName).file('not/there.txt').getMetadata()
  await expect(missing).rejects.toMatchObject({
    code: 404,
    message: expect.stringContaining(`No such object: ${bucketName}/not/there.txt`) as string,
  })
})

it('an upload in two parts needs a content type that says so', async () => {
  const answer = await fetch(`${server.origin}/upload${resources}?uploadType=multipart&name=a.txt`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: 'x',
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringMatching(/^Bad content type\./) as string },
  })
})

it.each(['PROJECT_ID.appspot.com', 'staging.our_files.example.com'])(
  'a bucket of any name (%s) is one of the project',
  async (name) => {
    const file = ref(openBucket(name), `${name}.txt`)
    await uploadString(file, 'warm hearth')
    expect(await getMetadata(file)).toMatchObject({ bucket: name })
    expect((await storage.bucket(name).file(`${name}.txt`).download())[0].toString()).toBe('warm hearth')
  },
)

describe('refusals in the vendor’s words', () => {
  const bad = { authorization: 'Firebase not-a-token' }

  it.each(['create_token=true', 'delete_token=x'])('%s with a credential that does not hold is 403', async (query) => {
    await saved('links.txt')
    const answer = await fetch(`${server.origin}/v0/b/${bucketName}/o/links.txt?${query}`, {
      method: 'POST',
      headers: bad,
    })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Missing admin credentials.')
    expect((await fetch(`${server.origin}/v0/b/${bucketName}/o/links.txt`, { headers: bad })).status).toBe(401)
  })

  it('a download of what is not there is one line', async () => {
    for (const path of [`${resources}/none.txt?alt=media`, `/download${resources}/none.txt?alt=media`]) {
      const answer = await fetch(server.origin + path)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8'])
      expect(await answer.text()).toBe(`No such object: ${bucketName}/none.txt`)
    }
    await expect(storage.bucket(bucketName).file('none.txt').download()).rejects.toMatchObject({ code: 404 })
  })

  it('a copy that is to go on is not offered', async () => {
    await saved('from.txt')
    const path = `${resources}/from.txt/rewriteTo/b/${bucketName}/o/to.txt?rewriteToken=x`
    expect((await fetch(server.origin + path, { method: 'POST' })).status).toBe(501)
  })

  it('rules for files that are no rules are answered with what is wrong with them', async () => {
    const answer = await fetch(`${server.origin}/internal/setRules`, {
      method: 'PUT',
      body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content: 'service {' }] } }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ message: expect.stringMatching(/^There was an error updating rules: ./) })
  })
})
