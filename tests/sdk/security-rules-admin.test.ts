import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteApp as deleteClient } from 'firebase/app'
import { doc, type FirestoreError, onSnapshot, setLogLevel } from 'firebase/firestore'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getSecurityRules, type SecurityRules } from 'firebase-admin/security-rules'
import { expect, test } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { openFirestore } from './firestore-world.ts'

setLogLevel('silent')

const project = 'demo-app'
const open = rulesWith('allow read, write;')
const closed = rulesWith('allow read, write: if false;')

function rulesWith(allow: string): string {
  return `rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents { match /{document=**} { ${allow} } } }`
}

/** The library has no setting for the address, so its connections to the vendor's host are led to the server. */
class LocalAgent extends Agent {
  readonly #port: number

  constructor(port: number) {
    super()
    this.#port = port
  }

  override createConnection(): ReturnType<typeof connect> {
    return connect(this.#port, '127.0.0.1')
  }
}

class AdminWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly rules: SecurityRules
  readonly #close: () => Promise<void>

  private constructor(server: TestServer, rules: SecurityRules, close: () => Promise<void>) {
    this.server = server
    this.rules = rules
    this.#close = close
  }

  static async start(): Promise<AdminWorld> {
    const server = await TestServer.start({ mode: 'dev' })
    const app = initializeApp(
      {
        projectId: project,
        storageBucket: `${project}.appspot.com`,
        httpAgent: new LocalAgent(server.port),
        credential: { getAccessToken: async () => ({ access_token: 'owner', expires_in: 3600 }) },
      },
      `rules-${server.port}`,
    )
    return new AdminWorld(server, getSecurityRules(app), () => deleteApp(app))
  }

  /** The status that somebody who is not signed in gets for a document that is not there. */
  async visitorStatus(): Promise<number> {
    const address = `${this.server.origin}/v1/projects/${project}/databases/(default)/documents/a/b`
    return (await fetch(address)).status
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
    await this.server[Symbol.asyncDispose]()
  }
}

test('releases rules, which hold at once, and rolls back', async () => {
  await using world = await AdminWorld.start()
  expect(await world.visitorStatus()).toBe(404)
  const first = await world.rules.releaseFirestoreRulesetFromSource(closed)
  expect(await world.visitorStatus()).toBe(403)
  const second = await world.rules.releaseFirestoreRulesetFromSource(open)
  expect(await world.visitorStatus()).toBe(404)
  await world.rules.releaseFirestoreRuleset(first.name)
  expect(await world.visitorStatus()).toBe(403)
  const current = await world.rules.getFirestoreRuleset()
  expect(current).toMatchObject({ name: first.name, source: [{ name: 'firestore.rules', content: closed }] })
  expect(second.name).not.toBe(first.name)
})

test('a release ends within a second the open listeners that it does not grant', async () => {
  await using world = await AdminWorld.start()
  await world.rules.releaseFirestoreRulesetFromSource(open)
  const db = openFirestore('full', world.server.port)
  try {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<FirestoreError>()
    onSnapshot(doc(db, 'a/b'), () => begun.resolve(), ended.resolve)
    await begun.promise
    await world.rules.releaseFirestoreRulesetFromSource(closed)
    // So many requests take a machine that is not busy about a second.
    let requests = 300
    const code = ended.promise.then((error) => {
      requests = -1
      return error.code
    })
    while (requests > 0) {
      requests--
      await world.visitorStatus()
    }
    expect(requests, 'it ends before the last request').toBe(-1)
    expect(await code).toBe('permission-denied')
  } finally {
    await deleteClient(db.app)
  }
})

test('keeps rulesets, the latest first, in pages, and deletes what holds nowhere', async () => {
  await using world = await AdminWorld.start()
  const { rules } = world
  const released = await rules.releaseFirestoreRulesetFromSource(closed)
  const draft = await rules.createRuleset(rules.createRulesFileFromSource('firestore.rules', open))
  const page = await rules.listRulesetMetadata(1)
  expect(page.rulesets.map(({ name }) => name)).toEqual([draft.name])
  const rest = await rules.listRulesetMetadata(1, page.nextPageToken)
  expect(rest.rulesets.map(({ name }) => name)).toEqual([released.name])
  expect(rest.nextPageToken).toBeUndefined()
  await rules.deleteRuleset(draft.name)
  await expect(rules.getRuleset(draft.name)).rejects.toMatchObject({ code: 'security-rules/not-found' })
  await expect(rules.deleteRuleset(released.name)).rejects.toThrow('The ruleset holds for cloud.firestore')
})

test('refuses rules with errors, and the ones before stay', async () => {
  await using world = await AdminWorld.start()
  await world.rules.releaseFirestoreRulesetFromSource(closed)
  await expect(world.rules.releaseFirestoreRulesetFromSource(rulesWith('allow read: if ;'))).rejects.toMatchObject({
    code: 'security-rules/invalid-argument',
  })
  expect(await world.visitorStatus()).toBe(403)
})

test('releases rules for files', async () => {
  await using world = await AdminWorld.start()
  const source = 'service firebase.storage { match /b/{b}/o { match /{file=**} { allow read: if false; } } }'
  const { name } = await world.rules.releaseStorageRulesetFromSource(source)
  expect((await world.rules.getStorageRuleset()).name).toBe(name)
  const answer = await fetch(`${world.server.origin}/v0/b/${project}.appspot.com/o/a.txt`)
  expect(answer.status).toBe(403)
})

test('rules survive the server', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-rules-'))
  try {
    {
      await using server = await TestServer.start({ mode: 'dev', dataFolder })
      const call = async (method: string, path: string, body: object) =>
        (
          await fetch(`${server.origin}/v1/projects/${project}/${path}`, {
            method,
            headers: { authorization: 'Bearer owner' },
            body: JSON.stringify(body),
          })
        ).json() as Promise<{ name: string }>
      const { name } = await call('POST', 'rulesets', { source: { files: [{ name: 'f', content: open }] } })
      const release = { name: `projects/${project}/releases/cloud.firestore`, rulesetName: name }
      expect(await call('POST', 'releases', release)).toMatchObject(release)
    }
    await using server = await TestServer.start({ mode: 'start', dataFolder, settings: { HEARTH_ADOPT_DATA: 'true' } })
    const answer = await fetch(`${server.origin}/v1/projects/${project}/databases/(default)/documents/a/b`)
    expect(answer.status).toBe(404)
  } finally {
    await rm(dataFolder, { recursive: true })
  }
})

test('runs tests with mocks against a source', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const content = rulesWith(
    'allow get: if get(/databases/$(d)/documents/users/$(request.auth.uid)).data.role == "reader";',
  )
  const testCase = (role: string, expectation: string) => ({
    expectation,
    request: { path: '/databases/(default)/documents/notes/1', method: 'get', auth: { uid: 'ada', token: {} } },
    functionMocks: [
      {
        function: 'get',
        args: [{ exactValue: '/databases/(default)/documents/users/ada' }],
        result: { value: { data: { role } } },
      },
    ],
  })
  const answer = await fetch(`${server.origin}/v1/projects/${project}:test`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({
      source: { files: [{ name: 'firestore.rules', content }] },
      testSuite: { testCases: [testCase('reader', 'ALLOW'), testCase('guest', 'ALLOW'), testCase('guest', 'DENY')] },
    }),
  })
  const { testResults } = (await answer.json()) as { testResults: { state: string }[] }
  expect(testResults.map(({ state }) => state)).toEqual(['SUCCESS', 'FAILURE', 'SUCCESS'])
})

test('nobody but an owner of the project publishes', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const answer = await fetch(`${server.origin}/v1/projects/${project}/rulesets`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
})
