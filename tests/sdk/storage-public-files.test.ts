import { type File, Storage } from '@google-cloud/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { CloudWorld } from './storage-cloud-world.ts'

/** `makePublic` and what belongs to it, as `@google-cloud/storage` calls it, and what a stranger then gets. */
let world: CloudWorld
let count = 0

beforeAll(async () => {
  world = await CloudWorld.start()
})
afterAll(() => world[Symbol.asyncDispose]())

async function allowPublicFiles(publicFiles: boolean): Promise<Response> {
  return await world.owner.call('PATCH', '/projects/shop-app/files/settings', { publicFiles })
}

function newFile(): File {
  count += 1
  return world.bucket.file(`public/ä ${count}.txt`)
}

async function stored(options: object = {}): Promise<File> {
  const file = newFile()
  await file.save('for all', { resumable: false, contentType: 'text/plain', ...options })
  return file
}

async function seenByStrangers(file: File): Promise<[number, string]> {
  const answer = await fetch(file.publicUrl())
  return [answer.status, answer.ok ? await answer.text() : '']
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => undefined,
    ({ code, status }: { code?: number; status?: number }) => code ?? status,
  )
}

const open: [number, string] = [200, 'for all']
const closed: [number, string] = [403, '']

describe('a project whose owner has not allowed public files', () => {
  it('has none: calls that would make one are refused, and nothing is stored or changed', async () => {
    const file = await stored()
    const target = newFile()
    const publicRead = { resumable: false, predefinedAcl: 'publicRead' } as const
    const acl = [{ entity: 'allUsers', role: 'READER' as const }]
    const calls: [string, () => Promise<unknown>][] = [
      ['makePublic', () => file.makePublic()],
      ['acl.add', () => file.acl.add({ entity: 'allUsers', role: 'READER' })],
      ['setMetadata', () => file.setMetadata({ acl, cacheControl: 'no-store' })],
      ['save', () => target.save('x', publicRead)],
      ['save in parts', () => target.save('x', { ...publicRead, resumable: true })],
      ['copy', () => file.copy(target, { predefinedAcl: 'publicRead' })],
    ]
    for (const [name, call] of calls) expect(await codeOf(call()), name).toBe(412)
    expect(await target.exists()).toEqual([false])
    expect((await file.getMetadata())[0].cacheControl).toBeUndefined()
    expect(await seenByStrangers(file)).toEqual(closed)
  })

  it('is changed by an owner and by no service key', async () => {
    const [token] =
      (await world.storage.authClient.getRequestHeaders(`${world.server.origin}/`)).get('authorization')?.split(',') ??
      []
    const answer = await fetch(`${world.server.origin}/hearth/v1/projects/shop-app/files/settings`, {
      method: 'PATCH',
      headers: { authorization: token ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ publicFiles: true }),
    })
    expect(answer.status).toBe(403)
    expect(await (await world.owner.call('GET', '/projects/shop-app/files/settings')).json()).toEqual({
      publicFiles: false,
      bucketNames: [],
    })
  })
})

describe('where an owner has allowed public files', () => {
  beforeAll(async () => {
    expect((await allowPublicFiles(true)).status).toBe(200)
  })

  it('makePublic opens one file to everybody at its public address, and makePrivate closes it at once', async () => {
    const [file, other] = [await stored(), await stored()]
    expect([await seenByStrangers(file), await file.isPublic()]).toEqual([closed, [false]])
    await file.makePublic()
    expect([await seenByStrangers(file), await file.isPublic()]).toEqual([open, [true]])
    expect(await seenByStrangers(other)).toEqual(closed)
    await file.makePrivate()
    expect([await seenByStrangers(file), await file.isPublic()]).toEqual([closed, [false]])
  })

  it('opens nothing but reading, and at no other address', async () => {
    const file = await stored()
    await file.makePublic()
    const { origin } = world.server
    const [bucket, name] = [world.bucket.name, encodeURIComponent(file.name)]
    expect((await fetch(file.publicUrl(), { method: 'HEAD' })).status).toBe(200)
    for (const method of ['PUT', 'DELETE']) {
      expect((await fetch(file.publicUrl(), { method, ...(method === 'PUT' && { body: 'x' }) })).status).toBe(403)
    }
    for (const path of [`/v0/b/${bucket}/o/${name}`, `/v0/b/${bucket}/o/${name}?alt=media`, `/v0/b/${bucket}/o`]) {
      expect((await fetch(origin + path)).status, path).toBe(403)
    }
    expect((await fetch(`${origin}/storage/v1/b/${bucket}/o/${name}/acl`)).status).toBe(401)
    const [{ downloadTokens }] = (await file.getMetadata()) as [{ downloadTokens?: string }, unknown]
    expect(downloadTokens).toBeUndefined()
  })

  it('acl adds, lists, gets and deletes the entry of everybody', async () => {
    const file = await stored()
    const everybody = { entity: 'allUsers', role: 'READER' }
    expect((await file.acl.add({ entity: 'allUsers', role: 'READER' }))[0]).toMatchObject(everybody)
    expect(await seenByStrangers(file)).toEqual(open)
    const project = { entity: 'project-owners-shop-app', role: 'OWNER' }
    expect((await file.acl.get())[0]).toMatchObject([project, everybody])
    expect((await file.acl.get({ entity: 'allUsers' }))[0]).toMatchObject(everybody)
    await file.acl.delete({ entity: 'allUsers' })
    expect((await file.acl.get())[0]).toMatchObject([project])
    expect(await codeOf(file.acl.get({ entity: 'allUsers' }))).toBe(404)
    expect(await codeOf(file.acl.delete({ entity: 'allUsers' }))).toBe(404)
    expect(await seenByStrangers(file)).toEqual(closed)
  })

  it.each([
    ['save', () => stored({ predefinedAcl: 'publicRead' })],
    ['save with public', () => stored({ public: true })],
    ['save in parts', () => stored({ resumable: true, predefinedAcl: 'publicRead' })],
    ['save with a list', () => stored({ metadata: { acl: [{ entity: 'allUsers', role: 'READER' }] } })],
    ['copy', async () => (await (await stored()).copy(newFile(), { predefinedAcl: 'publicRead' }))[0]],
    [
      'a signed address',
      async () => {
        const file = newFile()
        const extensionHeaders = { 'x-goog-acl': 'public-read' }
        const expires = Date.now() + 60_000
        const [address] = await file.getSignedUrl({ version: 'v4', action: 'write', expires, extensionHeaders })
        await fetch(address, { method: 'PUT', headers: extensionHeaders, body: 'for all' })
        return file
      },
    ],
  ])('a file is public from the beginning by %s', async (_, make) => {
    expect(await seenByStrangers(await make())).toEqual(open)
  })

  it('is about one content: another in its place is not public, nor is a copy', async () => {
    const file = await stored({ public: true })
    const [copy] = await file.copy(newFile())
    expect(await seenByStrangers(copy)).toEqual(closed)
    await file.save('secret', { resumable: false })
    expect(await seenByStrangers(file)).toEqual(closed)
  })

  it('is written down, with who did it', async () => {
    const file = await stored()
    await file.makePublic()
    await file.makePrivate()
    const { entries } = (await (await world.owner.call('GET', '/projects/shop-app/audit?pageSize=200')).json()) as {
      entries: { action: string; target: string; actor: object; detail: object }[]
    }
    const actor = { kind: 'service-key', id: world.key.private_key_id }
    expect(entries.filter(({ target }) => target === file.name)).toMatchObject([
      { action: 'files.withdraw', actor },
      { action: 'files.publish', actor },
    ])
    expect(entries.find(({ action }) => action === 'file-settings.update')).toMatchObject({
      actor: { kind: 'person' },
      detail: { publicFiles: 'on' },
    })
  })

  it('a list of files says which are public, to those who ask for access lists', async () => {
    const file = await stored({ public: true })
    const [files] = await world.bucket.getFiles({ prefix: file.name, projection: 'full' } as object)
    expect(files[0]?.metadata.acl).toMatchObject([{ role: 'OWNER' }, { entity: 'allUsers', role: 'READER' }])
    expect((await file.getMetadata())[0].acl).toBeUndefined()
  })

  it('all of them are closed in the moment in which an owner takes it back', async () => {
    const file = await stored({ public: true })
    expect(await seenByStrangers(file)).toEqual(open)
    await allowPublicFiles(false)
    expect([await seenByStrangers(file), await file.isPublic()]).toEqual([closed, [false]])
    await allowPublicFiles(true)
    expect(await seenByStrangers(file)).toEqual(open)
  })
})

it('under `hearth dev` makePublic works at once, where rules deny strangers', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  await fetch(`${server.origin}/internal/setRules`, {
    method: 'PUT',
    body: JSON.stringify({
      rules: {
        files: [
          {
            name: 'storage.rules',
            content: 'service firebase.storage { match /b/{b}/o { match /{p=**} { allow read: if false; } } }',
          },
        ],
      },
    }),
  })
  const storage = new Storage({ apiEndpoint: server.origin, projectId: 'demo-app', retryOptions: { autoRetry: false } })
  const file = storage.bucket('demo-app.appspot.com').file('one.txt')
  await file.save('for all', { resumable: false })
  expect(await seenByStrangers(file)).toEqual(closed)
  await file.makePublic()
  expect(await seenByStrangers(file)).toEqual(open)
})
