import { cert, deleteApp, initializeApp, type ServiceAccount } from 'firebase-admin/app'
import { getDownloadURL, getStorage } from 'firebase-admin/storage'
import { afterEach, expect, it, vi } from 'vitest'
import { CloudWorld } from './storage-cloud-world.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('firebase-admin/storage works under start, led to the server as the reference shows', async () => {
  await using world = await CloudWorld.start()
  const { origin } = world.server
  const app = initializeApp(
    { credential: cert(world.key as ServiceAccount), storageBucket: world.bucket.name },
    'files',
  )
  try {
    const bucket = getStorage(app).bucket()
    Object.assign(bucket.storage, {
      apiEndpoint: origin,
      baseUrl: `${origin}/storage/v1`,
      customEndpoint: true,
      useAuthWithCustomEndpoint: true,
      universeDomain: new URL(origin).hostname,
    })
    bucket.storage.authClient.useJWTAccessWithScope = true

    const file = bucket.file('notes/1.txt')
    await file.save('three apples', { resumable: false, contentType: 'text/plain' })
    await bucket.file('notes/2.txt').save('two pears', { resumable: true })
    expect((await file.download())[0].toString()).toBe('three apples')
    expect((await bucket.getFiles({ prefix: 'notes/' }))[0]).toHaveLength(2)
    const [link] = await file.getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + 60_000 })
    expect(await (await fetch(link)).text()).toBe('three apples')
    // Read when it is called, and for this function alone.
    vi.stubEnv('STORAGE_EMULATOR_HOST', origin)
    const download = await getDownloadURL(file)
    expect(download.startsWith(`${origin}/v0/b/${bucket.name}/o/notes%2F1.txt?`)).toBe(true)
    expect(await (await fetch(download)).text()).toBe('three apples')
    await file.delete()
    expect(await file.exists()).toEqual([false])
  } finally {
    await deleteApp(app)
  }
})
