import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { initializeApp, deleteApp } from 'firebase/app'
import { connectAuthEmulator, createUserWithEmailAndPassword, getAuth } from 'firebase/auth'
import { connectStorageEmulator, getBytes, getDownloadURL, getStorage, ref, uploadString } from 'firebase/storage'
import { describe, expect, it } from 'vitest'
import { ConsoleAccount, errorOf } from '../../testing/console-account.ts'
import { openShop, SHOP_PROJECT } from '../../testing/open-shop.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

const SETTINGS = `/projects/${SHOP_PROJECT}/files/settings`
const RULES = `rules_version = '2'; service firebase.storage { match /b/{bucket}/o { match /{all=**} { allow read, write: if request.auth != null; } } }`

type Shop = Awaited<ReturnType<typeof openShop>>

async function inShop(work: (shop: Shop, server: TestServer) => Promise<void>): Promise<void> {
  await using server = await TestServer.start()
  await work(await openShop(server), server)
}

async function name(shop: Shop, bucketNames: readonly string[], path = SETTINGS): Promise<Response> {
  return await shop.owner.call('PATCH', path, { bucketNames })
}

/** As the vendor's tools publish rules for a bucket. */
async function publish(shop: Shop, server: TestServer, bucket: string): Promise<void> {
  const ask = async (path: string, body: object): Promise<{ name: string }> => {
    const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' }
    const address = `${server.origin}/v1/projects/${SHOP_PROJECT}/${path}`
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status, await answer.clone().text()).toBe(200)
    return (await answer.json()) as { name: string }
  }
  const made = await ask('rulesets', { source: { files: [{ name: 'storage.rules', content: RULES }] } })
  const release = `projects/${SHOP_PROJECT}/releases/firebase.storage/${bucket}`
  await ask('releases', { name: release, rulesetName: made.name })
}

describe('names of a bucket', () => {
  it('are of the project whose owner gave them, for the SDK as it is configured', async () => {
    await inShop(async (shop, server) => {
      const names = ['files.example.com', 'elsewhere.appspot.com', 'elsewhere.firebasestorage.app', 'elsewhere-bucket']
      expect((await name(shop, names)).status).toBe(200)
      await publish(shop, server, 'files.example.com')
      const { app: config } = await shop.owner.enter(SHOP_PROJECT)
      for (const bucket of names) {
        const app = initializeApp({ ...config, storageBucket: bucket }, bucket)
        try {
          const auth = getAuth(app)
          connectAuthEmulator(auth, server.origin, { disableWarnings: true })
          const storage = getStorage(app)
          connectStorageEmulator(storage, '127.0.0.1', server.port)
          await createUserWithEmailAndPassword(auth, `${bucket}@example.com`, 'correct horse')
          await uploadString(ref(storage, 'note.txt'), bucket)
          expect(new TextDecoder().decode(await getBytes(ref(storage, 'note.txt')))).toBe(bucket)
          expect(await (await fetch(await getDownloadURL(ref(storage, 'note.txt')))).text()).toBe(bucket)
          expect(await shop.download('note.txt')).toBe(bucket)
        } finally {
          await deleteApp(app)
        }
      }
    })
  })

  it('are not replaced where they are others than whoever replaces them has read', async () => {
    await inShop(async (shop) => {
      await name(shop, ['b.example.com', 'a.example.com'])
      const replace = async (expectedBucketNames: readonly string[]): Promise<Response> =>
        await shop.owner.call('PATCH', SETTINGS, { bucketNames: ['c.example.com'], expectedBucketNames })
      expect(await errorOf(await replace(['a.example.com']))).toMatchObject({ reason: 'BUCKET_NAMES_CHANGED' })
      const kept = await shop.owner.call('GET', SETTINGS)
      expect(await kept.json()).toMatchObject({ bucketNames: ['a.example.com', 'b.example.com'] })
      const replaced = await replace(['b.example.com', 'a.example.com'])
      expect(await replaced.json()).toMatchObject({ bucketNames: ['c.example.com'] })
    })
  })

  it('are given and taken by an owner, and are what is listed', async () => {
    await inShop(async (shop, server) => {
      const names = ['b.example.com', 'a.example.com', `${SHOP_PROJECT}.appspot.com`]
      const set = await name(shop, names)
      expect(await set.json()).toEqual({ publicFiles: false, bucketNames: ['a.example.com', 'b.example.com'] })
      expect((await shop.owner.call('PATCH', SETTINGS, { publicFiles: true })).status).toBe(200)
      await shop.upload('logo.txt', 'for all')
      const mark = `${server.origin}/storage/v1/b/b.example.com/o/logo.txt?predefinedAcl=publicRead`
      const headers = { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json' }
      expect((await fetch(mark, { method: 'PATCH', headers, body: '{}' })).status).toBe(200)
      expect(await (await fetch(`${server.origin}/b.example.com/logo.txt`)).text()).toBe('for all')

      expect((await name(shop, ['a.example.com'])).status).toBe(200)
      expect(await (await shop.owner.call('GET', SETTINGS)).json()).toEqual({
        publicFiles: true,
        bucketNames: ['a.example.com'],
      })
      expect((await fetch(`${server.origin}/b.example.com/logo.txt`)).status).toBe(404)
      expect((await fetch(mark, { headers })).status).toBe(404)
    })
  })

  it('outlive the server, and lead to no other project', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-bucket-names-'))
    try {
      {
        await using server = await TestServer.start({ dataFolder })
        const shop = await openShop(server)
        await shop.owner.createProject('other-app')
        await shop.upload('note.txt', 'of the shop')
        expect((await name(shop, ['files.example.com'])).status).toBe(200)
      }
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
      const read = async (project: string) =>
        await fetch(`${server.origin}/v0/b/files.example.com/o/note.txt?alt=media`, {
          headers: { authorization: `Bearer ${await owner.operatorToken(project)}` },
        })
      expect(await (await read(SHOP_PROJECT)).text()).toBe('of the shop')
      const refused = await read('other-app')
      expect(refused.status).toBe(404)
      expect((await errorOf(refused)).message).toContain('The bucket "files.example.com" is not of project other-app')
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  })

  it('that another project has are refused with a sentence, and nothing changes', async () => {
    await inShop(async (shop) => {
      for (const project of ['other-app', 'third-app']) await shop.owner.createProject(project)
      expect((await name(shop, ['files.example.com'])).status).toBe(200)
      for (const taken of ['files.example.com', `${SHOP_PROJECT}.appspot.com`, 'third-app', 'console.appspot.com']) {
        const refused = await name(shop, ['fine.example.com', taken], '/projects/other-app/files/settings')
        expect(await errorOf(refused), taken).toMatchObject({
          code: 409,
          reason: 'BUCKET_TAKEN',
          message: `Another project has the bucket "${taken}". Nothing was changed.`,
        })
      }
      const kept = await shop.owner.call('GET', '/projects/other-app/files/settings')
      expect(await kept.json()).toMatchObject({ bucketNames: [] })
      // A project is not made where its bucket is another's already.
      expect((await name(shop, ['fourth-app.appspot.com'])).status).toBe(200)
      const made = await shop.owner.call('POST', '/projects', { projectId: 'fourth-app', name: 'Fourth' })
      expect(await errorOf(made)).toMatchObject({ code: 409, reason: 'BUCKET_TAKEN' })
    })
  })

  it('of many projects that want one at once go to one of them', async () => {
    await inShop(async (shop) => {
      const projects = ['app-one', 'app-two', 'app-three', 'app-four']
      for (const project of projects) await shop.owner.createProject(project)
      const answers = await Promise.all(
        projects.map(
          async (project) => (await name(shop, ['one.example.com'], `/projects/${project}/files/settings`)).status,
        ),
      )
      expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    })
  })

  it('are no others than the vendor has, and ten at most', async () => {
    await inShop(async (shop) => {
      const bad = [
        'Files.Example.com',
        'a',
        '-x.example.com',
        'x..example.com',
        '192.168.1.1',
        'a/b',
        'google.example.com',
      ]
      for (const one of [...bad, 'x'.repeat(64)]) {
        const refused = await errorOf(await name(shop, ['fine.example.com', one]))
        expect(refused, one).toMatchObject({ code: 400, reason: 'INVALID_BUCKET_NAME' })
      }
      const many = Array.from({ length: 11 }, (_, index) => `bucket-${index}.example.com`)
      expect(await errorOf(await name(shop, many))).toMatchObject({ code: 400, reason: 'INVALID_REQUEST' })
      expect(await (await shop.owner.call('GET', SETTINGS)).json()).toMatchObject({ bucketNames: [] })
    })
  })

  it('that nobody has are answered with a sentence', async () => {
    await inShop(async (shop, server) => {
      const headers = { authorization: `Bearer ${shop.token}` }
      const answer = await fetch(`${server.origin}/v0/b/files.example.com/o/note.txt`, { headers })
      expect(answer.status).toBe(404)
      expect((await errorOf(answer)).message).toContain('The bucket "files.example.com" is not of a project here')
    })
  })

  it('are for owners, and for keys with the scope "project"', async () => {
    await inShop(async (shop, server) => {
      const change = async (scopes: readonly ('project' | 'keys')[]): Promise<number> => {
        const token = await serviceToken(shop.owner, SHOP_PROJECT, scopes)
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const body = JSON.stringify({ bucketNames: ['files.example.com'] })
        return (await fetch(`${server.origin}/hearth/v1${SETTINGS}`, { method: 'PATCH', headers, body })).status
      }
      expect(await change(['keys'])).toBe(403)
      expect(await change(['project'])).toBe(200)
    })
  })
})
