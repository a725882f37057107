import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connectHearth } from '@hearth/client'
import { deleteApp, initializeApp } from 'firebase/app'
import { createUserWithEmailAndPassword } from 'firebase/auth'
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getStorage,
  list,
  listAll,
  ref,
  uploadBytes,
  uploadBytesResumable,
} from 'firebase/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

type Fields = Readonly<Record<string, unknown>>

interface World {
  readonly storage: FirebaseStorage
  readonly server: TestServer
  readonly warnings: Fields[]
}

async function open(
  mode: 'dev' | 'start',
  settings: Readonly<Record<`HEARTH_${string}`, string>> = {},
  mockUserToken?: string,
): Promise<World> {
  const warnings: Fields[] = []
  const log = { info() {}, error() {}, warn: (fields: Fields) => warnings.push(fields) }
  const server = await TestServer.start({ mode, settings, log })
  const app = initializeApp(
    { projectId: 'demo-app', storageBucket: 'demo-app.appspot.com' },
    randomBytes(6).toString('hex'),
  )
  const storage = getStorage(app)
  connectStorageEmulator(storage, '127.0.0.1', server.port, mockUserToken === undefined ? {} : { mockUserToken })
  closers.push(
    () => server[Symbol.asyncDispose](),
    () => deleteApp(app),
  )
  return { storage, server, warnings }
}

async function blobsOf(server: TestServer): Promise<number> {
  const entries = await readdir(`${server.dataFolder}/blobs`, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

async function start(of: TestServer, name: string): Promise<string> {
  const answer = await fetch(`${of.origin}/v0/b/demo-app.appspot.com/o?name=${name}`, {
    method: 'POST',
    headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
  })
  return new URL(answer.headers.get('x-goog-upload-url') ?? '').search
}

/** Answered with which status. */
async function step(of: TestServer, search: string, command: string, bytes = 0): Promise<number> {
  const headers = { 'x-goog-upload-command': command, ...(command !== 'finalize' && { 'x-goog-upload-offset': '0' }) }
  const body = bytes === 0 ? null : randomBytes(bytes)
  return (await fetch(`${of.origin}/v0/b/demo-app.appspot.com/o${search}`, { method: 'POST', headers, body })).status
}

describe('storage/quota-exceeded', () => {
  const settings = { HEARTH_STORAGE_QUOTA: '1000000' } as const
  const quotaExceeded = { code: 'storage/quota-exceeded' }

  it('comes when a file does not fit beside the others, says how much is used, and leaves nothing', async () => {
    const { storage, server } = await open('dev', settings)
    await uploadBytes(ref(storage, 'first.bin'), randomBytes(700_000))
    for (const send of [uploadBytes, uploadBytesResumable]) {
      const sent = Promise.resolve(send(ref(storage, 'second.bin'), randomBytes(300_001)))
      await expect(sent).rejects.toMatchObject(quotaExceeded)
    }
    const address = `${server.origin}/v0/b/demo-app.appspot.com/o?name=second.bin`
    const answer = await fetch(address, { method: 'POST', body: randomBytes(300_001) })
    expect(await answer.json()).toMatchObject({
      error: { code: 402, message: expect.stringContaining('700,000 of 1,000,000') },
    })
    expect((await listAll(ref(storage))).items.map(({ name }) => name)).toEqual(['first.bin'])
    expect(await blobsOf(server)).toBe(1)
    await uploadBytes(ref(storage, 'second.bin'), randomBytes(300_000))
  })

  it('counts what is replaced and deleted as free again, also after a restart', async () => {
    const { storage, server } = await open('dev', settings)
    await uploadBytes(ref(storage, 'one.bin'), randomBytes(900_000))
    await uploadBytes(ref(storage, 'one.bin'), randomBytes(1_000_000))
    await expect(uploadBytes(ref(storage, 'two.bin'), randomBytes(1))).rejects.toMatchObject(quotaExceeded)
    await server.hearth.stop()
    await using again = await TestServer.start({ mode: 'dev', dataFolder: server.dataFolder, settings })
    const upload = `${again.origin}/v0/b/demo-app.appspot.com/o?name=two.bin`
    expect((await fetch(upload, { method: 'POST', body: 'x' })).status).toBe(402)
    const path = `${again.origin}/v0/b/demo-app.appspot.com/o/one.bin`
    expect((await fetch(path, { method: 'DELETE' })).status).toBe(204)
    expect((await fetch(upload, { method: 'POST', body: 'x' })).status).toBe(200)
  })

  it('holds when many upload at once', async () => {
    const { storage, server } = await open('dev', settings)
    const sent = Array.from({ length: 12 }, (_, at) => uploadBytes(ref(storage, `${at}.bin`), randomBytes(150_000)))
    const results = await Promise.allSettled(sent)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
    expect((await listAll(ref(storage))).items).toHaveLength(6)
    expect(await blobsOf(server)).toBe(6)
  })

  it('holds for unfinished uploads too, also after a restart, until they end', async () => {
    const { server } = await open('dev', settings)
    const first = await start(server, 'first.bin')
    const second = await start(server, 'second.bin')
    expect(await step(server, first, 'upload', 900_000)).toBe(200)
    expect(await step(server, second, 'upload', 900_000)).toBe(402)
    expect(await step(server, second, 'query')).toBe(404)
    expect(await blobsOf(server)).toBe(1)
    await server.hearth.stop()
    await using again = await TestServer.start({ mode: 'dev', dataFolder: server.dataFolder, settings })
    const third = await start(again, 'third.bin')
    expect(await step(again, third, 'upload', 900_000)).toBe(402)
    expect(await step(again, first, 'cancel')).toBe(200)
    const fourth = await start(again, 'fourth.bin')
    expect(await step(again, fourth, 'upload, finalize', 900_000)).toBe(200)
    const many = await Promise.all(Array.from({ length: 8 }, (_, at) => start(again, `${at}.bin`)))
    const answers = await Promise.all(many.map((search) => step(again, search, 'upload', 60_000)))
    expect(answers.filter((status) => status === 200)).toHaveLength(1)
    expect(answers.filter((status) => status === 402)).toHaveLength(7)
  })

  it('does not come while an upload becomes a file: its bytes count once', async () => {
    const { server } = await open('dev', settings)
    const large = await start(server, 'large.bin')
    expect(await step(server, large, 'upload', 900_000)).toBe(200)
    const small = await Promise.all(Array.from({ length: 50 }, (_, at) => start(server, `${at}.bin`)))
    const answers = [step(server, large, 'finalize'), ...small.map((search) => step(server, search, 'upload', 2_000))]
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]))
    expect(await step(server, await start(server, 'more.bin'), 'upload', 1)).toBe(402)
  })

  it('is announced in the log from nine tenths on, once until there is room again', async () => {
    const { storage, warnings } = await open('dev', settings)
    const near = (): Fields[] => warnings.filter((fields) => 'quotaBytes' in fields)
    await uploadBytes(ref(storage, 'a.bin'), randomBytes(890_000))
    expect(near()).toEqual([])
    await uploadBytes(ref(storage, 'b.bin'), randomBytes(20_000))
    await uploadBytes(ref(storage, 'c.bin'), randomBytes(20_000))
    expect(near()).toEqual([{ project: 'demo-app', usedBytes: 910_000, quotaBytes: 1_000_000 }])
    await deleteObject(ref(storage, 'a.bin'))
    await uploadBytes(ref(storage, 'a.bin'), randomBytes(890_000))
    expect(near()).toHaveLength(2)
  })
})

describe('the other codes', () => {
  it('storage/unauthenticated: a credential that does not verify', async () => {
    const { storage } = await open('start', {}, 'not.a.token')
    await expect(getBytes(ref(storage, 'a.txt'))).rejects.toMatchObject({ code: 'storage/unauthenticated' })
  })

  it('storage/object-not-found: the bucket of another project, whether there is one or not', async () => {
    const { server } = await open('start')
    const owner = await ConsoleAccount.claim(server)
    for (const project of ['shop-app', 'other-app']) await owner.createProject(project, project)
    const { app: identity } = await owner.enter('shop-app')
    const app = initializeApp(identity, randomBytes(6).toString('hex'))
    closers.push(() => deleteApp(app))
    const { auth, storage } = connectHearth(app, { origin: server.origin })
    const { user } = await createUserWithEmailAndPassword(auth, 'ada@example.com', 'correct horse')
    const answers = []
    for (const project of ['other-app', 'no-such-app']) {
      const wrong = ref(getStorage(app, `gs://${project}.firebasestorage.app`), 'a.txt')
      await expect(getBytes(wrong)).rejects.toMatchObject({ code: 'storage/object-not-found' })
      const answer = await fetch(`${server.origin}/v0/b/${project}.firebasestorage.app/o/a.txt`, {
        headers: { authorization: `Firebase ${await user.getIdToken()}` },
      })
      const said = (await answer.text()).replaceAll(project, 'PROJECT')
      const { error } = JSON.parse(said) as { error: { requestId?: string } }
      delete error.requestId
      answers.push([answer.status, error])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([404, { errors: [{ reason: 'BUCKET_NOT_FOUND' }] }])
    await expect(getBytes(ref(storage, 'a.txt'))).rejects.toMatchObject({ code: 'storage/unauthorized' })
  })

  it('storage/unknown with the status 400: a page token that is none', async () => {
    const { storage } = await open('dev')
    await expect(list(ref(storage, 'notes'), { pageToken: 'none' })).rejects.toMatchObject({
      code: 'storage/unknown',
      status: 400,
    })
  })

  it('storage/unauthorized: no rule allows it', async () => {
    const { storage } = await open('start')
    const upload = uploadBytes(ref(storage, 'a.txt'), randomBytes(3))
    await expect(upload).rejects.toMatchObject({ code: 'storage/unauthorized' })
  })

  it('storage/object-not-found', async () => {
    const { storage } = await open('dev')
    await expect(getBytes(ref(storage, 'a.txt'))).rejects.toMatchObject({ code: 'storage/object-not-found' })
  })

  it('storage/canceled, after which nothing is there', async () => {
    const { storage, server } = await open('dev')
    const task = uploadBytesResumable(ref(storage, 'a.bin'), randomBytes(3_000_000))
    task.on('state_changed', ({ bytesTransferred }) => {
      if (bytesTransferred > 0) task.cancel()
    })
    await expect(Promise.resolve(task)).rejects.toMatchObject({ code: 'storage/canceled' })
    expect((await listAll(ref(storage))).items).toEqual([])
    expect(await blobsOf(server)).toBeLessThanOrEqual(1)
  })

  it('storage/retry-limit-exceeded: the server is away for longer than the app waits', async () => {
    const { storage, server } = await open('dev')
    await server.hearth.stop()
    storage.maxOperationRetryTime = 300
    await expect(getBytes(ref(storage, 'a.txt'))).rejects.toMatchObject({ code: 'storage/retry-limit-exceeded' })
  })

  it('a wrong checksum is refused and leaves nothing', async () => {
    const { storage, server } = await open('dev')
    const md5Hash = 'AAAAAAAAAAAAAAAAAAAAAA=='
    for (const send of [uploadBytes, uploadBytesResumable]) {
      const sent = Promise.resolve(send(ref(storage, 'a.bin'), randomBytes(400_000), { md5Hash }))
      await expect(sent).rejects.toMatchObject({ code: 'storage/unknown', status_: 400 })
    }
    expect(await blobsOf(server)).toBe(0)
  })
})
