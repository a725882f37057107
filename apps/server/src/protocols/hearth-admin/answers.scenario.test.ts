import { addressOf, type Endpoint, type RequestPage } from '@hearth/api'
import { resources } from '@hearth/api/document'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const PROJECT = 'demo-app'
const FID = 'cAbcdefghijklmnopqrstu'
const DOCUMENTS = `/v1/projects/${PROJECT}/databases/(default)/documents`

/** A project that has something of each kind to show. Answers what names it in addresses. */
async function fillProject(server: TestServer, owner: ConsoleAccount): Promise<Record<string, string>> {
  const { app } = await owner.enter(PROJECT)
  const token = await owner.operatorToken(PROJECT)
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status < 300 || answer.status === 403]).toEqual([path, true])
    return (await answer.json()) as { localId: string; idToken: string }
  }
  const asOperator = { authorization: `Bearer ${token}` }
  await send('PATCH', `${DOCUMENTS}/notes/1`, { fields: { n: { integerValue: '1' } } }, asOperator)
  await send('DELETE', `${DOCUMENTS}/notes/1`, undefined, asOperator)
  const key = { 'x-goog-api-key': app.apiKey }
  const person = { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true }
  const user = await send('POST', '/identitytoolkit.googleapis.com/v1/accounts:signUp', person, key)
  await send('GET', `${DOCUMENTS}/closed/1`, undefined, { authorization: `Bearer ${user.idToken}` })
  const installation = { fid: FID, appId: app.appId, sdkVersion: 'w:1' }
  await send('POST', `/v1/projects/${PROJECT}/installations`, installation, key)
  for (const [path, body] of [
    ['api-keys', { name: 'Shop' }],
    ['service-keys', { name: 'Robot', scopes: ['keys'] }],
    ['analytics/secrets', { name: 'Server', appId: app.appId }],
    ['rules-tests', { test: { request: { path: '/a/b', method: 'get' } } }],
    ['backups', {}],
  ] as const) {
    expect((await owner.call('POST', `/projects/${PROJECT}/${path}`, body)).status).toBeLessThan(300)
  }
  const order = { kind: 'export', collection: 'notes', scope: 'collection' }
  const started = await owner.call('POST', `/projects/${PROJECT}/jobs`, order)
  const { job } = (await started.json()) as { job: { id: string } }
  const requests = `/projects/${PROJECT}/requests`
  const listed = async () => ((await (await owner.call('GET', requests)).json()) as RequestPage).requests
  await expect.poll(listed).not.toEqual([])
  const [request] = await listed()
  return {
    project: PROJECT,
    database: '(default)',
    path: 'notes/1',
    uid: user.localId,
    member: owner.uid,
    fid: FID,
    request: request?.id ?? '',
    job: job.id,
  }
}

test('everything that is read has what its endpoint says, and no more', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const values = await fillProject(server, owner)
  const endpoints: readonly Endpoint[] = resources.flatMap((resource) => Object.values(resource.endpoints))
  const readings = endpoints.filter(({ method }) => method === 'GET')
  expect(readings.length).toBeGreaterThan(30)
  for (const { path, answer } of readings) {
    const query = path.endsWith('/changes') ? { after: new Date(Date.now() - 60_000).toISOString() } : {}
    const address = addressOf(path, values, query)
    const response = await owner.call('GET', address.slice('/hearth/v1'.length))
    const body: unknown = await response.json()
    expect([address, response.status, body]).toEqual([address, 200, expect.anything()])
    const { data, error } = z.safeParse(answer, body)
    // Parsing leaves out what the contract doesn't name.
    expect([address, error, data]).toEqual([address, undefined, body])
  }
})

test('the contract is served as OpenAPI to whoever is signed in to the console', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const answer = await owner.call('GET', '/openapi.json')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.1',
    paths: { '/hearth/v1/projects/{project}/members': { get: { operationId: 'listMembers', 'x-who': 'viewer' } } },
  })
  expect((await fetch(`${server.origin}/hearth/v1/openapi.json`)).status).toBe(401)
})
