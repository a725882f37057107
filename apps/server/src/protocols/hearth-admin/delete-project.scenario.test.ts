import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import { keyScopes } from '../../access/key-scopes.ts'
import { SqlitePersistence } from '../../persistence/sqlite/sqlite-persistence.ts'
import { ConsoleAccount, errorOf } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const DAY_MS = 24 * 60 * 60_000

async function upload(server: TestServer, project: string, token: string): Promise<void> {
  const address = `${server.origin}/v0/b/${project}.firebasestorage.app/o?name=note.txt`
  const headers = { authorization: `Firebase ${token}`, 'content-type': 'text/plain' }
  const answer = await fetch(address, { method: 'POST', headers, body: 'kept until it is not' })
  if (!answer.ok) throw new Error(`The upload failed: ${answer.status} ${await answer.text()}`)
}

async function write(server: TestServer, project: string, path: string, token: string): Promise<void> {
  const address = `${server.origin}/v1/projects/${project}/databases/(default)/documents/${path}`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(address, { method: 'PATCH', headers, body: JSON.stringify({ fields: {} }) })
  if (!answer.ok) throw new Error(`The document could not be written: ${answer.status} ${await answer.text()}`)
}

async function blobsOf(server: TestServer, project: string): Promise<string[]> {
  const folder = join(server.dataFolder, 'blobs', project)
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('a deleted project', () => {
  it('is closed for everybody, and as it was when an owner takes it back', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    const { app } = await owner.enter('shop-app')
    const token = await owner.operatorToken('shop-app')
    const key = await serviceToken(owner, 'shop-app', [...keyScopes])
    await write(server, 'shop-app', 'orders/one', token)
    await upload(server, 'shop-app', token)
    const file = `${server.origin}/v0/b/shop-app.firebasestorage.app/o/note.txt`
    const headers = { authorization: `Firebase ${token}` }
    const { downloadTokens } = (await (await fetch(file, { headers })).json()) as { downloadTokens: string }
    const link = `${file}?alt=media&token=${downloadTokens}`
    const signUp = async (): Promise<number> => {
      const address = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${app.apiKey}`
      const body = JSON.stringify({ email: `${Math.random()}@example.com`, password: 'correct horse' })
      return (await fetch(address, { method: 'POST', body })).status
    }
    const readWith = async (credential: string): Promise<number> => {
      const address = `${server.origin}/v1/projects/shop-app/databases/(default)/documents/orders/one`
      return (await fetch(address, { headers: { authorization: `Bearer ${credential}` } })).status
    }
    const open = async () => ({
      link: (await fetch(link)).status,
      signUp: await signUp(),
      operator: await readWith(token),
      key: await readWith(key),
      project: (await owner.call('GET', '/projects/shop-app/usage')).status,
    })
    expect(await open()).toEqual({ link: 200, signUp: 200, operator: 200, key: 200, project: 200 })

    const deleted = (await (await owner.call('DELETE', '/projects/shop-app')).json()) as Record<string, string>
    expect(Date.parse(deleted['endsAt'] ?? '') - Date.parse(deleted['deletedAt'] ?? '')).toBeGreaterThan(6 * DAY_MS)
    const closed = await open()
    for (const [way, status] of Object.entries(closed)) expect(status, way).toBeGreaterThanOrEqual(400)
    expect(await blobsOf(server, 'shop-app')).toHaveLength(1)
    expect((await owner.call('DELETE', '/projects/shop-app')).status).toBe(404)
    const listed = await (await owner.call('GET', '/deleted-projects')).json()
    expect(listed).toMatchObject({ deletedProjects: [{ projectId: 'shop-app', name: 'shop-app' }] })

    expect((await owner.call('POST', '/deleted-projects/shop-app/undelete')).status).toBe(200)
    expect(await open()).toMatchObject({ link: 200, signUp: 200, key: 200, project: 200 })
    expect(await readWith(await owner.operatorToken('shop-app'))).toBe(200)
    expect(await (await owner.call('GET', '/deleted-projects')).json()).toEqual({ deletedProjects: [] })
    const { entries } = (await (await owner.call('GET', '/projects/shop-app/audit')).json()) as {
      entries: { action: string }[]
    }
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['project.delete', 'project.undelete']))
  })

  it('waits seven days that the server saw, whatever its clock says and whenever it is stopped', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-deletion-'))
    let aheadMs = 0
    const clock = { nowMs: () => Date.now() + aheadMs }
    const isThere = (): boolean => existsSync(join(dataFolder, 'projects', 'shop-app.sqlite'))
    try {
      {
        await using server = await TestServer.start({ dataFolder, clock })
        const owner = await ConsoleAccount.claim(server)
        await owner.createProject('shop-app')
        await upload(server, 'shop-app', await owner.operatorToken('shop-app'))
        await owner.call('DELETE', '/projects/shop-app')
      }
      // A clock that is years ahead is not believed, however often the server is started.
      aheadMs = 3_000 * DAY_MS
      for (let start = 0; start < 8; start++) {
        await (await TestServer.start({ dataFolder, clock }))[Symbol.asyncDispose]()
        expect(isThere()).toBe(true)
      }
      aheadMs = DAY_MS
      for (let day = 1; day < 7; day++, aheadMs += DAY_MS) {
        await (await TestServer.start({ dataFolder, clock }))[Symbol.asyncDispose]()
        expect(isThere(), `day ${day}`).toBe(true)
      }
      await using server = await TestServer.start({ dataFolder, clock })
      expect(isThere()).toBe(false)
      expect(await blobsOf(server, 'shop-app')).toEqual([])
      const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
      expect((await owner.call('POST', '/deleted-projects/shop-app/undelete')).status).toBe(404)
      const again = await owner.call('POST', '/projects', { projectId: 'shop-app', name: 'Shop' })
      expect(await errorOf(again)).toMatchObject({ code: 409, reason: 'PROJECT_EXISTS' })
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  }, 60_000)

  it('is taken back by its owners alone, and goes for good by a person who signed in lately', async () => {
    let aheadMs = 0
    const clock = { nowMs: () => Date.now() + aheadMs }
    await using server = await TestServer.start({ clock, settings: { HEARTH_SIGN_UP: 'anyone' } })
    const owner = await ConsoleAccount.claim(server)
    const [nina, otto] = await Promise.all(
      ['nina@example.com', 'otto@example.com'].map((email) => ConsoleAccount.signUp(server, email)),
    )
    if (nina === undefined || otto === undefined) throw new Error('both signed up')
    await owner.createProject('shop-app')
    await setTeam(server, 'shop-app', owner, { [nina.uid]: 'editor', [otto.uid]: 'owner' })
    const key = await serviceToken(owner, 'shop-app', ['project'])
    const byKey = await fetch(`${server.origin}/hearth/v1/projects/shop-app`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(byKey.status).toBe(200)
    for (const [method, path] of [
      ['POST', '/deleted-projects/shop-app/undelete'],
      ['DELETE', '/deleted-projects/shop-app'],
    ] as const) {
      expect(await errorOf(await nina.call(method, path))).toMatchObject({ reason: 'PROJECT_NOT_FOUND' })
      const withKey = { method, headers: { authorization: `Bearer ${key}` } }
      expect((await fetch(`${server.origin}/hearth/v1${path}`, withKey)).status).toBe(401)
    }
    expect(await (await nina.call('GET', '/deleted-projects')).json()).toEqual({ deletedProjects: [] })
    expect(await (await otto.call('GET', '/deleted-projects')).json()).toMatchObject({ deletedProjects: [{}] })
    aheadMs = 6 * 60_000
    expect(await errorOf(await otto.call('DELETE', '/deleted-projects/shop-app'))).toMatchObject({
      reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
    })
    expect((await otto.call('POST', '/deleted-projects/shop-app/undelete')).status).toBe(200)
    expect((await otto.enter('shop-app')).role).toBe('owner')
  })

  it('is gone with its documents, files, keys and its place in the console, and others stay', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    const { app } = await owner.enter('shop-app')
    const token = await owner.operatorToken('shop-app')
    await write(server, 'shop-app', 'orders/one', token)
    await write(server, 'console', 'projects/shop-app/savedQueries/mine', owner.idToken).catch(() => undefined)
    await upload(server, 'shop-app', token)
    expect(await blobsOf(server, 'shop-app')).toHaveLength(1)

    expect((await owner.call('DELETE', '/projects/shop-app')).status).toBe(200)
    expect((await owner.call('DELETE', '/deleted-projects/shop-app')).status).toBe(200)
    expect(existsSync(join(server.dataFolder, 'projects', 'shop-app.sqlite'))).toBe(false)
    expect(await blobsOf(server, 'shop-app')).toEqual([])
    const { projects } = (await (await owner.call('GET', '/projects')).json()) as { projects: { projectId: string }[] }
    expect(projects.map(({ projectId }) => projectId)).toEqual(['console', 'demo-app'])
    const team = `${server.origin}/v1/projects/console/databases/(default)/documents/projects/shop-app`
    expect((await fetch(team, { headers: { authorization: `Bearer ${owner.idToken}` } })).status).not.toBe(200)

    const signUp = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=${app.apiKey}`, {
      method: 'POST',
      body: '{}',
    })
    expect(signUp.status).toBe(400)
    await expect(write(server, 'shop-app', 'orders/two', token)).rejects.toThrow(/40[14]/)
    expect(await errorOf(await owner.call('GET', '/projects/shop-app/usage'))).toMatchObject({ code: 404 })
    expect((await owner.enter('demo-app')).role).toBe('owner')
  })

  it('gives its id to nobody again', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    await owner.call('DELETE', '/projects/shop-app')
    const again = await owner.call('POST', '/projects', { projectId: 'shop-app', name: 'Shop' })
    expect(await errorOf(again)).toMatchObject({ code: 409, reason: 'PROJECT_EXISTS' })
  })

  it('is deleted by its owners alone', async () => {
    await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
    const owner = await ConsoleAccount.claim(server)
    const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
    expect(await errorOf(await nina.call('DELETE', '/projects/demo-app'))).toMatchObject({ reason: 'NOT_A_MEMBER' })
    await setTeam(server, 'demo-app', owner, { [nina.uid]: 'editor' })
    expect(await errorOf(await nina.call('DELETE', '/projects/demo-app'))).toMatchObject({ reason: 'ROLE_TOO_LOW' })
    expect((await owner.call('GET', '/projects/demo-app/usage')).status).toBe(200)
  })

  it('is never the console, and none of `hearth dev`', async () => {
    await using server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    expect(await errorOf(await owner.call('DELETE', '/projects/console'))).toMatchObject({ reason: 'CONSOLE_STAYS' })
    await using dev = await TestServer.start({ mode: 'dev' })
    const answer = await fetch(`${dev.origin}/hearth/v1/projects/demo-app`, {
      method: 'DELETE',
      headers: { authorization: 'Bearer owner' },
    })
    expect(await errorOf(answer)).toMatchObject({ code: 400, reason: 'PROJECTS_OF_DEV_STAY' })
  })

  it('that a killed server left half deleted is gone after the next start', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-deletion-'))
    try {
      {
        await using server = await TestServer.start({ dataFolder })
        const owner = await ConsoleAccount.claim(server)
        await owner.createProject('shop-app')
        await upload(server, 'shop-app', await owner.operatorToken('shop-app'))
      }
      // As it is between the first step and the next.
      const persistence = await SqlitePersistence.open({ folder: dataFolder, clock: systemClock })
      const registry = await persistence.openProject('console')
      const record = await registry.getRecord('project', 'shop-app')
      const entry = { ...(JSON.parse(record?.value ?? '{}') as object), withdrawnAt: 1 }
      await registry.commit({ records: [{ space: 'project', key: 'shop-app', value: JSON.stringify(entry) }] })
      await persistence.close()

      await using server = await TestServer.start({ dataFolder })
      expect(existsSync(join(dataFolder, 'projects', 'shop-app.sqlite'))).toBe(false)
      expect(await blobsOf(server, 'shop-app')).toEqual([])
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  })
})
