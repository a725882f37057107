import { randomBytes } from 'node:crypto'
import { Storage, type Bucket } from '@google-cloud/storage'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

interface World extends AsyncDisposable {
  readonly server: TestServer
  readonly bucket: Bucket
}

async function openWorld(mode: 'dev' | 'start' = 'dev'): Promise<World> {
  const server = await TestServer.start({ mode })
  const storage = new Storage({ apiEndpoint: server.origin, projectId: 'demo-app', retryOptions: { autoRetry: false } })
  return {
    server,
    bucket: storage.bucket('demo-app.appspot.com'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

describe('the Admin SDK’s storage', () => {
  it.each([
    ['in one request', false],
    ['resumable', true],
  ])('saves %s and reads back the same bytes', async (_, resumable) => {
    await using world = await openWorld()
    const content = randomBytes(700_000)
    const file = world.bucket.file('dir/film ä.bin')
    await file.save(content, { resumable, contentType: 'video/mp4', metadata: { metadata: { by: 'ada' } } })
    const [read] = await file.download()
    expect(read.equals(content)).toBe(true)
    const [metadata] = await file.getMetadata()
    expect(metadata).toMatchObject({ size: '700000', contentType: 'video/mp4', metadata: { by: 'ada' } })
  })

  it('lists, copies, changes metadata and deletes', async () => {
    await using world = await openWorld()
    await world.bucket.file('a.txt').save('hello', { resumable: false, contentType: 'text/plain' })
    await world.bucket.file('a.txt').copy(world.bucket.file('dir/b.txt'))
    await world.bucket.file('dir/b.txt').setMetadata({ cacheControl: 'public, max-age=5' })
    const [files] = await world.bucket.getFiles()
    expect(files.map((file) => file.name)).toEqual(['a.txt', 'dir/b.txt'])
    const [metadata] = await world.bucket.file('dir/b.txt').getMetadata()
    expect(metadata).toMatchObject({ contentType: 'text/plain', cacheControl: 'public, max-age=5', size: '5' })
    await world.bucket.file('a.txt').delete()
    expect(await world.bucket.file('a.txt').exists()).toEqual([false])
    await expect(world.bucket.file('a.txt').download()).rejects.toMatchObject({ code: 404 })
  })

  it('reads a range', async () => {
    await using world = await openWorld()
    await world.bucket.file('digits.txt').save('0123456789', { resumable: false })
    const [part] = await world.bucket.file('digits.txt').download({ start: 2, end: 4 })
    expect(part.toString()).toBe('234')
  })

  it('takes access lists for others than everybody without an effect under dev, as the emulator does: rules say who reads', async () => {
    await using world = await openWorld()
    const file = world.bucket.file('public.txt')
    await file.save('open', { resumable: false, predefinedAcl: 'authenticatedRead' })
    const byAddress = async (): Promise<number> =>
      (await fetch(`${world.server.origin}/${world.bucket.name}/public.txt`)).status
    expect(await byAddress()).toBe(200)
    const content = 'service firebase.storage { match /b/{b}/o/{f=**} { allow read: if false; } }'
    await fetch(`${world.server.origin}/internal/setRules`, {
      method: 'PUT',
      headers: { authorization: 'Bearer owner' },
      body: JSON.stringify({ rules: { files: [{ name: 'storage.rules', content }] } }),
    })
    expect(await byAddress()).toBe(403)
  })

  it('is refused without a server credential on a real server', async () => {
    await using world = await openWorld('start')
    await expect(world.bucket.file('a.txt').getMetadata()).rejects.toMatchObject({ code: 401 })
    await expect(world.bucket.file('a.txt').save('x', { resumable: false })).rejects.toMatchObject({ code: 401 })
    await expect(world.bucket.getFiles()).rejects.toMatchObject({ code: 401 })
  })
})
