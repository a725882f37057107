import { createPrivateKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { encodeSignedJwt } from '../../identity/tokens/jwt.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const PROJECT = 'shop-app'
const BUCKET = `${PROJECT}.firebasestorage.app`
const FIRESTORE = `/v1/projects/${PROJECT}/databases`

/** A project, and what tools ask of it with the access token of a service key. */
class ToolWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly owner: ConsoleAccount
  readonly #token: string

  private constructor(server: TestServer, owner: ConsoleAccount, token: string) {
    this.server = server
    this.owner = owner
    this.#token = token
  }

  static async start(scopes: readonly string[] = []): Promise<ToolWorld> {
    const server = await TestServer.start()
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject(PROJECT, 'Shop')
    await owner.createProject('other-app')
    const made = await owner.call('POST', `/projects/${PROJECT}/service-keys`, { name: 'Tools', scopes })
    const file = (await made.json()) as Record<'client_email' | 'private_key' | 'private_key_id' | 'token_uri', string>
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: file.client_email, aud: file.token_uri, iat: now, exp: now + 3600 }
    const key = { kid: file.private_key_id, privateKey: createPrivateKey(file.private_key) }
    const grant = { grant_type: 'refresh_token', refresh_token: await encodeSignedJwt(claims, key) }
    const body = new URLSearchParams(grant)
    const given = await fetch(`${server.origin}/oauth2/v3/token`, { method: 'POST', body })
    return new ToolWorld(server, owner, ((await given.json()) as { access_token: string }).access_token)
  }

  async ask(method: string, path: string, body?: object) {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' }
    const sent = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(this.server.origin + path, { method, headers, body: sent })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> }
  }

  /** Throws where the answer is no success. */
  async get(path: string): Promise<Record<string, unknown>> {
    const { status, body } = await this.ask('GET', path)
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
    return body
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

it('firebase-tools finds the project of its key, its apps and their configuration', async () => {
  await using world = await ToolWorld.start()
  const { app } = await world.owner.enter(PROJECT)
  const number = app.appId.split(':')[1]
  const found = { projectId: PROJECT, projectNumber: number, displayName: 'Shop', resources: { storageBucket: BUCKET } }
  expect(await world.get('/v1beta1/projects?pageSize=1000')).toMatchObject({ results: [found] })
  expect((await world.get('/v1beta1/projects'))['results']).toHaveLength(1)
  expect(await world.get('/v1beta1/availableProjects')).toEqual({})
  expect(await world.get(`/v1beta1/projects/${PROJECT}`)).toMatchObject(found)
  const listed = { apps: [{ appId: app.appId, displayName: 'Web app', platform: 'WEB' }] }
  expect(await world.get(`/v1beta1/projects/${PROJECT}:searchApps?pageSize=100`)).toMatchObject(listed)
  expect(await world.get(`/v1beta1/projects/${PROJECT}/webApps?pageSize=100`)).toMatchObject(listed)
  expect(await world.get(`/v1beta1/projects/${PROJECT}/iosApps?pageSize=100`)).toEqual({ apps: [] })
  expect(await world.get(`/v1beta1/projects/-/webApps/${app.appId}/config`)).toMatchObject({
    ...app,
    messagingSenderId: number,
  })
  expect(await world.get(`/v1beta1/projects/${PROJECT}/adminSdkConfig`)).toEqual({
    projectId: PROJECT,
    storageBucket: BUCKET,
  })
  expect((await world.ask('GET', `/v1beta1/projects/-/webApps/1:1:web:1/config`)).status).toBe(404)
  const other = await world.owner.enter('other-app')
  expect((await world.ask('GET', `/v1beta1/projects/-/webApps/${other.app.appId}/config`)).status).toBe(401)
})

it('gcloud finds it, too, below the host that its settings name', async () => {
  await using world = await ToolWorld.start()
  const found = { projectId: PROJECT, name: 'Shop', lifecycleState: 'ACTIVE' }
  expect(await world.get('/cloudresourcemanager.googleapis.com/v1/projects?pageSize=500')).toMatchObject({
    projects: [found],
  })
  for (const host of ['', '/cloudresourcemanager.googleapis.com']) {
    expect(await world.get(`${host}/v1/projects/${PROJECT}`)).toMatchObject(found)
  }
  const { services } = await world.get(`/serviceusage.googleapis.com/v1/projects/${PROJECT}/services`)
  expect(services).toContainEqual(
    expect.objectContaining({ config: { name: 'firestore.googleapis.com' }, state: 'ENABLED' }),
  )
})

it('says which services are there: its own, by whatever name the tool knows them, and no other', async () => {
  await using world = await ToolWorld.start()
  const stateOf = async (name: string) => (await world.get(`/v1/projects/${PROJECT}/services/${name}`))['state']
  for (const name of ['127.0.0.1', 'firestore.googleapis.com', 'firebaserules.googleapis.com']) {
    expect(await stateOf(name), name).toBe('ENABLED')
  }
  for (const name of ['cloudfunctions.googleapis.com', 'elsewhere.example.com']) {
    expect(await stateOf(name), name).toBe('DISABLED')
  }
  const enable = async (name: string) => await world.ask('POST', `/v1/projects/${PROJECT}/services/${name}:enable`)
  expect(await enable('firestore.googleapis.com')).toMatchObject({ status: 200, body: { done: true } })
  expect((await enable('cloudfunctions.googleapis.com')).status).toBe(501)
})

it('says what a key may, by its scopes', async () => {
  const asked = [
    'datastore.databases.delete',
    'datastore.indexes.create',
    'datastore.locations.list',
    'firebase.projects.get',
    'firebaseauth.configs.update',
    'firebaseauth.users.delete',
    'firebasehosting.sites.update',
    'firebaserules.releases.update',
    'storage.buckets.delete',
    'storage.objects.create',
  ]
  const granted = async (scopes: readonly string[]): Promise<unknown> => {
    await using world = await ToolWorld.start(scopes)
    const path = `/v1/projects/${PROJECT}:testIamPermissions`
    return (await world.ask('POST', path, { permissions: asked })).body['permissions']
  }
  const always = [
    'datastore.indexes.create',
    'datastore.locations.list',
    'firebase.projects.get',
    'firebaseauth.users.delete',
    'firebaserules.releases.update',
    'storage.objects.create',
  ]
  expect(await granted([])).toEqual(always)
  expect(await granted(['project', 'sign-in'])).toEqual(
    asked.filter((one) => [...always, 'datastore.databases.delete', 'firebaseauth.configs.update'].includes(one)),
  )
})

it('firebase deploy and auth:import get through as they ask', async () => {
  await using world = await ToolWorld.start()
  expect(await world.get(`/v1alpha/projects/${PROJECT}/defaultBucket`)).toMatchObject({
    bucket: { name: `projects/${PROJECT}/buckets/${BUCKET}` },
  })
  const content = "rules_version = '2';\nservice firebase.storage { match /b/{b}/o { match /{p=**} { allow read; } } }"
  const source = { files: [{ name: 'storage.rules', content }] }
  expect((await world.ask('POST', `/v1/projects/${PROJECT}:test`, { source })).status).toBe(200)
  const { body } = await world.ask('POST', `/v1/projects/${PROJECT}/rulesets`, { source })
  const name = `projects/${PROJECT}/releases/firebase.storage/${BUCKET}`
  const release = { name, rulesetName: body['name'] }
  expect((await world.ask('PATCH', `/v1/${name}`, { release })).status).toBe(404)
  expect((await world.ask('POST', `/v1/projects/${PROJECT}/releases`, release)).status).toBe(200)
  const identity = '/identitytoolkit/v3/relyingparty'
  const users = [{ localId: 'ada', email: 'ada@example.com' }]
  const upload = { hashAlgorithm: '', users, targetProjectId: PROJECT }
  expect((await world.ask('POST', `${identity}/uploadAccount`, upload)).status).toBe(200)
  const download = { targetProjectId: PROJECT, maxResults: 1000 }
  expect((await world.ask('POST', `${identity}/downloadAccount`, download)).body).toMatchObject({ users })
})

it('changes of indexes and databases are answered with what the tools read of operations', async () => {
  await using world = await ToolWorld.start(['project'])
  const fields = [
    { fieldPath: 'a', order: 'ASCENDING' },
    { fieldPath: 'b', order: 'DESCENDING' },
  ]
  const path = `${FIRESTORE}/(default)/collectionGroups/orders/indexes`
  const { body: index } = await world.ask('POST', path, { queryScope: 'COLLECTION', fields })
  expect(index).toMatchObject({
    done: true,
    metadata: {
      '@type': 'type.googleapis.com/google.firestore.admin.v1.IndexOperationMetadata',
      index: (index['response'] as { name: string }).name,
    },
  })
  await world.ask('POST', `${FIRESTORE}?databaseId=second`, { type: 'FIRESTORE_NATIVE', locationId: 'nam5' })
  expect((await world.ask('DELETE', `${FIRESTORE}/second`)).body).toMatchObject({
    done: false,
    response: { name: `projects/${PROJECT}/databases/second` },
  })
})

it('gcloud storage learns that a bucket has no folders of its own', async () => {
  await using world = await ToolWorld.start()
  expect(await world.get(`/storage/v1/b/${BUCKET}/storageLayout?alt=json`)).toEqual({
    kind: 'storage#storageLayout',
    bucket: BUCKET,
    hierarchicalNamespace: { enabled: false },
  })
})

it('under dev lists every project but the console to whoever sends "Bearer owner"', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const headers = { authorization: 'Bearer owner' }
  await fetch(`${server.origin}/v1/projects/${PROJECT}/databases`, { headers })
  const { results } = (await (await fetch(`${server.origin}/v1beta1/projects`, { headers })).json()) as {
    results: { projectId: string }[]
  }
  const ids = results.map(({ projectId }) => projectId)
  expect(ids).toContain(PROJECT)
  expect(ids).not.toContain('console')
  expect((await fetch(`${server.origin}/v1beta1/projects`)).status).toBe(401)
})

it('firebase-tools lists where databases are, and their operations', async () => {
  await using world = await ToolWorld.start()
  const location = { name: `projects/${PROJECT}/locations/hearth`, locationId: 'hearth', displayName: 'This server' }
  expect(await world.get(`/v1/projects/${PROJECT}/locations`)).toEqual({ locations: [location] })
  expect(await world.get(`/v1/projects/${PROJECT}/locations/hearth`)).toEqual(location)
  expect((await world.ask('GET', `/v1/projects/${PROJECT}/locations/nam5`)).status).toBe(404)
  expect(await world.get(`${FIRESTORE}/(default)`)).toMatchObject({ locationId: 'hearth' })
  const permissions = ['datastore.locations.list', 'datastore.operations.list']
  const asked = await world.ask('POST', `/v1/projects/${PROJECT}:testIamPermissions`, { permissions })
  expect(asked.body).toEqual({ permissions })
  expect(await world.get(`${FIRESTORE}/(default)/operations?pageSize=100`)).toEqual({})
  expect((await world.ask('GET', `${FIRESTORE}/elsewhere/operations`)).status).toBe(404)
  const cancelled = await world.ask('POST', `${FIRESTORE}/(default)/operations/create-a:cancel`, {})
  expect([cancelled.status, JSON.stringify(cancelled.body)]).toEqual([501, expect.stringContaining('have ended')])
  expect((await world.ask('GET', `/v1/projects/other-app/locations`)).status).toBe(401)
})

it.each([
  ['GET', `/v1beta1/projects/${PROJECT}/sites?pageToken=&pageSize=10`, 'Hosting'],
  ['GET', `/v2/projects/${PROJECT}/locations/-/functions`, 'Cloud Functions'],
  ['GET', `/v2/projects/${PROJECT}/locations/-/services`, 'Cloud Functions'],
  ['GET', `/v1beta/projects/${PROJECT}/locations/-/instances`, 'the Realtime Database'],
  ['GET', `/v1/projects/${PROJECT}/remoteConfig`, 'Remote Config'],
  ['GET', `/v1/projects/${PROJECT}/testers`, 'App Distribution'],
  ['GET', `/v1beta/projects/${PROJECT}/locations/-/services`, 'Data Connect'],
  ['POST', '/v2/entries:list', 'Cloud Logging'],
])('tells a tool that asks %s %s that it has no %s', async (method, path, service) => {
  await using server = await TestServer.start({ mode: 'dev' })
  const answer = await fetch(server.origin + path, { method, body: method === 'POST' ? '{}' : null })
  expect(answer.status).toBe(501)
  const { error } = (await answer.json()) as { error: { status: string; message: string } }
  expect(error).toMatchObject({
    status: 'UNIMPLEMENTED',
    message: expect.stringContaining(`does not serve ${service}.`),
  })
})
