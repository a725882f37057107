import { randomBytes } from 'node:crypto'
import { deleteApp, initializeApp } from 'firebase/app'
import {
  connectStorageEmulator,
  deleteObject,
  type FirebaseStorage,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
} from 'firebase/storage'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { CloudWorld } from './storage-cloud-world.ts'

const names = ['a/../b.txt', 'a/./b.txt', '../up.txt', './here.txt', 'a/..', 'a/.', 'a/b/../../c', '..a/...']

async function open(stack: AsyncDisposableStack): Promise<{ storage: FirebaseStorage; server: TestServer }> {
  const server = stack.use(await TestServer.start({ mode: 'dev' }))
  const config = { projectId: 'demo-app', storageBucket: 'demo-app.appspot.com' }
  const app = initializeApp(config, randomBytes(6).toString('hex'))
  stack.defer(() => deleteApp(app))
  const storage = getStorage(app)
  connectStorageEmulator(storage, '127.0.0.1', server.port)
  return { storage, server }
}

describe('a file whose name has . or .. between slashes', () => {
  it.each(names)('%s is a file like any other for firebase/storage', async (name) => {
    await using stack = new AsyncDisposableStack()
    const { storage } = await open(stack)
    const file = ref(storage, name)
    await uploadBytes(file, Buffer.from('whole'))
    expect(Buffer.from(await getBytes(file)).toString()).toBe('whole')
    const content = randomBytes(300_000)
    await uploadBytesResumable(file, content)
    const { fullPath } = await getMetadata(file)
    expect(fullPath).toBe(name)
    // What a download is saved as is never a folder.
    await updateMetadata(file, { customMetadata: { kind: 'odd' } })
    const link = await fetch(await getDownloadURL(file))
    expect(Buffer.from(await link.arrayBuffer()).equals(content)).toBe(true)
    // Nothing is resolved on the way: the file is in the folder of its name alone.
    const inFolder = await listAll(ref(storage, name.slice(0, name.lastIndexOf('/'))))
    expect(inFolder.items.map(({ fullPath }) => fullPath)).toEqual([name])
    expect((await listAll(ref(storage))).items).toEqual([])
    await deleteObject(file)
    await expect(getMetadata(file)).rejects.toMatchObject({ code: 'storage/object-not-found' })
  })

  it('can be stored, copied, moved, listed and read by the server library', async () => {
    await using world = await CloudWorld.start()
    const { bucket } = world
    for (const name of names) await bucket.file(name).save(name, { resumable: false })
    const [all] = await bucket.getFiles()
    expect(new Set(all.map((file) => file.name))).toEqual(new Set(names))
    const [below] = await bucket.getFiles({ prefix: 'a/../' })
    expect(below.map((file) => file.name)).toEqual(['a/../b.txt'])
    for (const name of names) expect(String((await bucket.file(name).download())[0])).toBe(name)
    await bucket.file('a/../b.txt').copy(bucket.file('copies/../b.txt'))
    await bucket.file('a/./b.txt').moveFileAtomic('moved/./b.txt')
    expect(String((await bucket.file('copies/../b.txt').download())[0])).toBe('a/../b.txt')
    expect(String((await bucket.file('moved/./b.txt').download())[0])).toBe('a/./b.txt')
    expect(await bucket.file('a/./b.txt').exists()).toEqual([false])
    await bucket.file('../up.txt').delete()
    expect(await bucket.file('../up.txt').exists()).toEqual([false])
  })

  it('is what the rules say of that very name', async () => {
    await using stack = new AsyncDisposableStack()
    const { storage, server } = await open(stack)
    const owner = { authorization: 'Bearer owner' }
    for (const name of ['open/../closed/a.txt', 'closed/../open/a.txt', 'closed/a.txt', 'open/a.txt']) {
      const url = `${server.origin}/v0/b/demo-app.appspot.com/o?name=${encodeURIComponent(name)}`
      expect((await fetch(url, { method: 'POST', headers: owner, body: name })).status).toBe(200)
    }
    const content = `service firebase.storage { match /b/{b}/o { match /open/{rest=**} { allow read; } } }`
    const rules = { files: [{ name: 'storage.rules', content }] }
    const set = { method: 'PUT', headers: owner, body: JSON.stringify({ rules }) }
    expect((await fetch(`${server.origin}/internal/setRules`, set)).status).toBe(200)
    for (const name of ['open/../closed/a.txt', 'open/a.txt']) {
      expect(Buffer.from(await getBytes(ref(storage, name))).toString()).toBe(name)
    }
    for (const name of ['closed/../open/a.txt', 'closed/a.txt']) {
      await expect(getBytes(ref(storage, name))).rejects.toMatchObject({ code: 'storage/unauthorized' })
    }
  })

  it.each(['.', '..'])('%s alone is no name, as with the vendor: addresses end before it', async (name) => {
    await using stack = new AsyncDisposableStack()
    const { storage, server } = await open(stack)
    await expect(uploadBytes(ref(storage, name), Buffer.from('x'))).rejects.toMatchObject({ code: 'storage/unknown' })
    const refused = await fetch(`${server.origin}/v0/b/demo-app.appspot.com/o?name=${name}`, { method: 'POST' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'INVALID_OBJECT_NAME' }] } })
  })
})
