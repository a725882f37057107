import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from 'firebase/storage'
import { afterEach, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function openStorage(mode: 'dev' | 'start' = 'dev'): Promise<{ storage: FirebaseStorage; server: TestServer }> {
  const server = await TestServer.start({ mode })
  const app = initializeApp(
    { projectId: 'demo-app', apiKey: 'demo-app', appId: '1:1:web:1', storageBucket: 'demo-app.appspot.com' },
    randomBytes(6).toString('hex'),
  )
  const storage = getStorage(app)
  connectStorageEmulator(storage, '127.0.0.1', server.port)
  closers.push(
    () => server[Symbol.asyncDispose](),
    () => deleteApp(app),
  )
  return { storage, server }
}

/** Every `content-length` of an answer, as it is on the wire. */
async function contentLengthsOf(port: number, method: string, path: string): Promise<string[]> {
  const call = request({ port, host: '127.0.0.1', method, path, agent: false })
  call.end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  const { rawHeaders } = answer
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'content-length')
}

describe('firebase/storage on hearth dev', () => {
  it('gives back an empty file, and says the length of every file to a HEAD, each once', async () => {
    const { storage, server } = await openStorage()
    await uploadBytes(ref(storage, 'empty.txt'), new Uint8Array())
    expect((await getBytes(ref(storage, 'empty.txt'))).byteLength).toBe(0)
    await uploadBytes(ref(storage, 'twelve.txt'), Buffer.from('twelve bytes'))
    for (const [name, length] of [
      ['empty.txt', '0'],
      ['twelve.txt', '12'],
    ] as const) {
      const path = `/v0/b/demo-app.appspot.com/o/${name}?alt=media`
      for (const method of ['GET', 'HEAD']) {
        expect(await contentLengthsOf(server.port, method, path)).toEqual([length])
      }
    }
  })

  it('stores bytes with metadata and gives them back by SDK and by link', async () => {
    const { storage } = await openStorage()
    const photo = ref(storage, 'photos/ada lovelace ä.png')
    const content = randomBytes(100_000)
    const { metadata } = await uploadBytes(photo, content, {
      contentType: 'image/png',
      cacheControl: 'public, max-age=60',
      customMetadata: { uploadedBy: 'ada' },
    })
    expect(metadata).toMatchObject({
      fullPath: 'photos/ada lovelace ä.png',
      size: 100_000,
      contentType: 'image/png',
      cacheControl: 'public, max-age=60',
      customMetadata: { uploadedBy: 'ada' },
    })
    expect(Buffer.from(await getBytes(photo)).equals(content)).toBe(true)

    const response = await fetch(await getDownloadURL(photo))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true)
  })

  it('uploads in parts, telling how far it is', async () => {
    const { storage } = await openStorage()
    const film = ref(storage, 'film.mp4')
    const content = randomBytes(1_500_000)
    const task = uploadBytesResumable(film, content, { contentType: 'video/mp4' })
    const seen: number[] = []
    task.on('state_changed', (snapshot) => seen.push(snapshot.bytesTransferred))
    await task
    expect(seen.at(-1)).toBe(content.length)
    expect(seen.length).toBeGreaterThan(2)
    expect(Buffer.from(await getBytes(film)).equals(content)).toBe(true)
  })

  it('goes on after a pause and leaves nothing after a cancel', async () => {
    const { storage } = await openStorage()
    const content = randomBytes(3_000_000)
    const kept = uploadBytesResumable(ref(storage, 'kept.bin'), content)
    const paused = Promise.withResolvers<void>()
    const unsubscribe = kept.on('state_changed', ({ state, bytesTransferred }) => {
      if (state === 'running' && bytesTransferred > 0) kept.pause()
      if (state === 'paused') paused.resolve()
    })
    await paused.promise
    expect(kept.snapshot.bytesTransferred).toBeLessThan(content.length)
    unsubscribe()
    kept.resume()
    await kept
    expect(Buffer.from(await getBytes(ref(storage, 'kept.bin'))).equals(content)).toBe(true)

    const dropped = uploadBytesResumable(ref(storage, 'dropped.bin'), content)
    dropped.on('state_changed', (snapshot) => {
      if (snapshot.bytesTransferred > 0) dropped.cancel()
    })
    await expect(Promise.resolve(dropped)).rejects.toMatchObject({ code: 'storage/canceled' })
    expect((await listAll(ref(storage))).items.map((item) => item.name)).toEqual(['kept.bin'])
  })

  it('updates metadata, and clears what is set to null', async () => {
    const { storage } = await openStorage()
    const note = ref(storage, 'note.txt')
    await uploadString(note, 'hello', 'raw', {
      contentType: 'text/plain',
      customMetadata: { mood: 'calm', color: 'ember' },
    })
    const updated = await updateMetadata(note, { contentLanguage: 'en', customMetadata: { mood: 'bright' } })
    expect(updated).toMatchObject({
      contentLanguage: 'en',
      contentType: 'text/plain',
      customMetadata: { mood: 'bright', color: 'ember' },
    })
    expect(Number((await getMetadata(note)).metageneration)).toBe(2)
  })

  it('lists folders and files in pages', async () => {
    const { storage } = await openStorage()
    for (const name of ['a.txt', 'b.txt', 'dir/c.txt', 'dir/d.txt', 'dir/deep/e.txt', 'dirt.txt']) {
      await uploadString(ref(storage, name), name)
    }
    const root = await listAll(ref(storage))
    expect(root.items.map((item) => item.name)).toEqual(['a.txt', 'b.txt', 'dirt.txt'])
    expect(root.prefixes.map((prefix) => prefix.name)).toEqual(['dir'])

    const first = await list(ref(storage, 'dir'), { maxResults: 2 })
    expect(first.items.map((item) => item.name)).toEqual(['c.txt', 'd.txt'])
    const rest = await list(ref(storage, 'dir'), { maxResults: 2, pageToken: first.nextPageToken ?? null })
    expect(rest.prefixes.map((prefix) => prefix.fullPath)).toEqual(['dir/deep'])
    expect(rest.nextPageToken).toBeUndefined()
  })

  it('deletes, and says object-not-found afterwards', async () => {
    const { storage } = await openStorage()
    const note = ref(storage, 'note.txt')
    await uploadString(note, 'hello')
    const link = await getDownloadURL(note)
    await deleteObject(note)
    await expect(getMetadata(note)).rejects.toMatchObject({ code: 'storage/object-not-found' })
    await expect(deleteObject(note)).rejects.toMatchObject({ code: 'storage/object-not-found' })
    expect((await fetch(link)).status).toBe(404)
  })

  it('has a link again where the last one was revoked, the same for whoever asks', async () => {
    const { storage } = await openStorage()
    const note = ref(storage, 'note.txt')
    await uploadString(note, 'hello')
    const revoked = new URL(await getDownloadURL(note))
    const address = `${revoked.origin}${revoked.pathname}`
    const asServer = { headers: { authorization: 'Bearer owner' } }
    const token = revoked.searchParams.get('token') ?? ''
    await fetch(`${address}?delete_token=${token}`, { ...asServer, method: 'POST' })
    const resource = address.replace('/v0/', '/storage/v1/')
    expect(await (await fetch(resource, asServer)).json()).not.toHaveProperty('metadata')
    const links = await Promise.all(Array.from({ length: 20 }, () => getDownloadURL(note)))
    expect(new Set(links).size).toBe(1)
    expect(links[0]).not.toBe(revoked.href)
    expect(await (await fetch(links[0] ?? '')).text()).toBe('hello')
    const { metageneration } = await getMetadata(note)
    expect(metageneration).toBe('2')
  })

  it('keeps files across a restart on the same folder', async () => {
    const { storage, server } = await openStorage()
    const content = randomBytes(400_000)
    await uploadBytes(ref(storage, 'kept.bin'), content)
    const link = new URL(await getDownloadURL(ref(storage, 'kept.bin')))
    await server.hearth.stop()
    await using again = await TestServer.start({ mode: 'dev', dataFolder: server.dataFolder })
    link.port = String(again.port)
    expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(content)).toBe(true)
  })
})

describe('firebase/storage on hearth start', () => {
  it('denies strangers every operation', async () => {
    const { storage } = await openStorage('start')
    const denied = { code: 'storage/unauthorized' }
    await expect(uploadString(ref(storage, 'note.txt'), 'hello')).rejects.toMatchObject(denied)
    await expect(getMetadata(ref(storage, 'note.txt'))).rejects.toMatchObject(denied)
    await expect(getBytes(ref(storage, 'note.txt'))).rejects.toMatchObject(denied)
    await expect(listAll(ref(storage))).rejects.toMatchObject(denied)
    await expect(deleteObject(ref(storage, 'note.txt'))).rejects.toMatchObject(denied)
    await expect(updateMetadata(ref(storage, 'note.txt'), { contentType: 'text/html' })).rejects.toMatchObject(denied)
  })
})
