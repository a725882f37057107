import { expect, test } from 'vitest'
import {
  hostileBodies,
  hostileQueries,
  hostileSegments,
  hostileTokens,
  hostileTypes,
  wronglyTyped,
} from '../testing/hostile-input.ts'
import { RawClient, type RawRequest } from '../testing/raw-client.ts'
import { TestServer } from '../testing/test-server.ts'
import type { Route } from './route.ts'

const protocols = [
  'action-page',
  'analytics-data',
  'cloud-storage',
  'dev-messages',
  'emulator-control',
  'firebase-storage',
  'firestore-admin',
  'firestore-rest',
  'firestore-webchannel',
  'health',
  'hearth-admin',
  'identity-toolkit',
  'installations',
  'job-results',
  'measurement',
  'oauth',
  'page-set-up',
  'project-management',
  'rules-api',
  'secure-token',
  'sign-in-window',
  'storage-links',
]

/** What stands for a parameter that is not the hostile one. */
const parameters: Readonly<Record<string, string>> = {
  project: 'demo-app',
  property: 'demo-app',
  database: '(default)',
  bucket: 'demo-app.appspot.com',
  path: 'c/d',
  parent: 'c/d',
  fid: 'cAAAAAAAAAAAAAAAAAAAAA',
}

/** Names that bodies of the protocols have; each request sets all of them to one wrong value. */
const names =
  'email password idToken localId refreshToken token fields writes documents structuredQuery structuredAggregationQuery parent transaction options newTransaction readTime mask pageSize pageToken collectionId name projectId displayName code metadata contentType events measurementId clientId fid appId authVersion sdkVersion installation customAttributes disableUser validSince signIn deleteProvider labels partitionCount localIds identifier continueUri photoUrl emailVerified returnSecureToken ttlConfig source files rulesetName release testSuite rules type locationId grant_type refresh_token test service revision pathEncoding functionMocks fids uid tenant'.split(
    ' ',
  )

function addressOf(route: Route, hostile?: { at: number; segment: string }): string {
  const parts = route.path.split('/').map((part, index) => {
    const [, name, verb = ''] = /^[:*](\w+)(:.*)?$/.exec(part) ?? []
    if (name === undefined) return part
    return (hostile?.at === index ? hostile.segment : (parameters[name] ?? 'x')) + verb
  })
  return parts.join('/')
}

/** Every kind of hostile request to a route, by what is wrong with it. */
function* hostileRequests(route: Route): Iterable<[wrong: string, request: RawRequest]> {
  const { method } = route
  const path = addressOf(route)
  const owner = { authorization: 'Bearer owner' }
  const body = method === 'GET' ? undefined : '{}'
  if (method !== 'GET') {
    for (const [wrong, sent] of Object.entries({ ...hostileBodies, ...wronglyTyped(names) })) {
      yield [`the body is ${wrong}`, { method, path, headers: owner, body: sent }]
    }
    for (const [wrong, type] of Object.entries(hostileTypes)) {
      const headers = { ...owner, 'content-type': type, 'x-goog-upload-protocol': 'multipart' }
      yield [`the content type is ${wrong}`, { method, path: `${path}?uploadType=multipart&name=x`, headers, body }]
    }
    yield ['no gzip', { method, path, headers: { ...owner, 'content-encoding': 'gzip' }, body: '{}' }]
  }
  for (const [wrong, query] of Object.entries(hostileQueries)) {
    yield [`the query has ${wrong}`, { method, path: `${path}?${query}`, headers: owner, body }]
  }
  for (const [wrong, token] of Object.entries(hostileTokens)) {
    for (const scheme of ['Bearer', 'Firebase', 'FIS_v2']) {
      yield [
        `the ${scheme} token is ${wrong}`,
        { method, path, headers: { authorization: `${scheme} ${token}` }, body },
      ]
    }
  }
  for (const [at, part] of route.path.split('/').entries()) {
    if (!/^[:*]/.test(part)) continue
    for (const [wrong, segment] of Object.entries(hostileSegments)) {
      yield [`${part} is ${wrong}`, { method, path: addressOf(route, { at, segment }), headers: owner, body }]
    }
  }
  for (const other of ['TRACE', 'PUT', 'PROPFIND', 'OPTIONS', 'HEAD']) {
    yield [`the method is ${other}`, { method: other, path, headers: owner }]
  }
}

/** A document and a file of a project that no hostile request names. */
const kept = [
  '/v1/projects/kept-app/databases/(default)/documents/kept/one',
  '/v0/b/kept-app.appspot.com/o/kept.txt?alt=media',
]

async function keep(server: TestServer): Promise<void> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'text/plain' }
  const document = JSON.stringify({ fields: { text: { stringValue: 'still here' } } })
  await fetch(server.origin + kept[0], { method: 'PATCH', headers, body: document })
  const upload = `${server.origin}/v0/b/kept-app.appspot.com/o?name=kept.txt`
  await fetch(upload, { method: 'POST', headers, body: 'still here' })
}

async function expectHealthyAndKept(server: TestServer): Promise<void> {
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  for (const path of kept) {
    const answer = await fetch(server.origin + path, { headers: { authorization: 'Bearer owner' } })
    expect(await answer.text(), path).toContain('still here')
  }
}

test.each(protocols)(
  'whatever is sent to %s is answered, never as a failure of the server, and nothing is lost',
  async (name) => {
    const logged: unknown[] = []
    const log = { info() {}, warn() {}, error: (...line: unknown[]) => logged.push(line) }
    await using server = await TestServer.start({ mode: 'dev', log })
    await keep(server)
    using client = new RawClient(server.port)
    const protocol = server.hearth.protocols.find((one) => one.name === name)
    let count = 0
    for (const route of protocol?.routes ?? []) {
      // The same methods once more, and streams that are left open on purpose.
      if (route.path.startsWith('/identitytoolkit.googleapis.com/') || route.path.startsWith('/storage/v1/')) continue
      for (const [wrong, request] of hostileRequests(route)) {
        const about = `${route.method} ${route.path}: ${wrong}`
        const { status, text, headers } = await client.ask(request)
        const isFailure = status >= 500 && status !== 501
        if (isFailure || logged.length > 0) expect.fail(`${about}: ${status} ${text} ${JSON.stringify(logged)}`)
        if (/\n\s+at |node:internal|\.ts:\d/.test(text)) expect.fail(`${about} shows the inside: ${text}`)
        if (headers['x-request-id'] === undefined) expect.fail(`${about} has no request id`)
        count++
      }
      // Each of them clears the files of all projects, as with the vendor: any page of a test may ask for it.
      if (route.path === '/internal/reset') await keep(server)
    }
    expect(count).toBeGreaterThan(10)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    await expectHealthyAndKept(server)
  },
)

test('the table names every protocol that speaks HTTP', async () => {
  await using server = await TestServer.start({ mode: 'dev' })
  const all = server.hearth.protocols.map(({ name }) => name)
  expect(all.filter((name) => name !== 'firestore-grpc').toSorted()).toEqual(protocols)
})
