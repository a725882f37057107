import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../lib/ambient.ts'
import { TestServer } from '../../testing/test-server.ts'

const admin = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const DOCUMENTS = '/v1/projects/demo-app/databases/(default)/documents'
const BUCKET = '/v0/b/demo-app.appspot.com/o'

interface Replayed {
  readonly request: { readonly id: string; readonly operation: string; readonly path: string; readonly verdict: string }
  readonly would: string
  readonly reason?: string
}

/** Requests under rules that allow nearly everything, to be judged again by others. */
class ReplayWorld implements AsyncDisposable {
  readonly server: TestServer

  private constructor(server: TestServer) {
    this.server = server
  }

  static async start(clock: Clock = systemClock): Promise<ReplayWorld> {
    const world = new ReplayWorld(await TestServer.start({ mode: 'dev', clock }))
    await world.publish('cloud.firestore', rulesOf('allow read, write: if !("locked" in resource.data);'))
    await world.publish('firebase.storage/demo-app.appspot.com', fileRules('true'))
    return world
  }

  async publish(release: string, content: string): Promise<void> {
    const base = '/v1/projects/demo-app'
    const { name: rulesetName } = (await this.send('POST', `${base}/rulesets`, admin, {
      source: { files: [{ name: 'a.rules', content }] },
    })) as { name: string }
    await this.send('DELETE', `${base}/releases/${release}`, admin)
    await this.send('POST', `${base}/releases`, admin, { name: `projects/demo-app/releases/${release}`, rulesetName })
  }

  async send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<unknown> {
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    return await (await fetch(this.server.origin + path, init)).json()
  }

  /** What ada, an editor, does. */
  async asAda(method: string, path: string, body?: unknown): Promise<unknown> {
    const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
    const claims = {
      iss: 'https://securetoken.google.com/demo-app',
      aud: 'demo-app',
      sub: 'ada',
      iat: 1,
      exp: 4e9,
      role: 'editor',
    }
    const authorization = `Bearer ${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`
    return await this.send(method, path, { authorization, 'content-type': 'application/json' }, body)
  }

  async replay(content: string, service = 'documents', database?: string): Promise<Replayed[]> {
    const found: Replayed[] = []
    let pageToken: string | undefined
    do {
      const page = (await this.send('POST', '/hearth/v1/projects/demo-app/rules-replay', admin, {
        service,
        ...(database !== undefined && { database }),
        files: [{ name: 'draft.rules', content }],
        ...(pageToken !== undefined && { pageToken }),
      })) as { requests: Replayed[]; nextPageToken?: string }
      found.push(...page.requests)
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    return found.toReversed()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]()
  }
}

function rulesOf(allow: string): string {
  return `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /{path=**} { ${allow} } } }`
}

function fileRules(condition: string): string {
  return `service firebase.storage { match /b/{b}/o { match /{f=**} { allow read, write: if ${condition}; } } }`
}

const wouldOf = (replayed: readonly Replayed[]) =>
  replayed.map(({ request, would }) => `${request.operation} ${request.verdict} ${would}`)

test('documents are what they were when the request came, before and after', async () => {
  await using world = await ReplayWorld.start()
  const note = `${DOCUMENTS}/notes/one`
  await world.send('PATCH', note, admin, { fields: { n: { integerValue: '1' } } })
  await world.asAda('GET', note)
  await world.asAda('PATCH', note, { fields: { n: { integerValue: '2' } } })
  await world.asAda('GET', note)
  await world.asAda('DELETE', note)
  await world.asAda('GET', note)
  const before = await world.replay(rulesOf('allow read, write: if resource.data.n == 1;'))
  expect(wouldOf(before)).toEqual([
    'get allowed allowed',
    'update allowed allowed',
    'get allowed denied',
    'delete allowed denied',
    'get denied denied',
  ])
  const after = await world.replay(
    rulesOf('allow write: if request.resource.data.n == 2 && request.auth.token.role == "editor";'),
  )
  expect(wouldOf(after).slice(1, 2)).toEqual(['update allowed allowed'])
})

test('what a refused write held was never kept, so what depends on it can not be judged', async () => {
  await using world = await ReplayWorld.start()
  const note = `${DOCUMENTS}/notes/one`
  await world.send('PATCH', note, admin, { fields: { locked: { booleanValue: true } } })
  await world.asAda('PATCH', note, { fields: { n: { integerValue: '2' } } })
  const open = await world.replay(rulesOf('allow write: if request.resource.data.n == 2;'))
  expect(open).toMatchObject([
    { request: { verdict: 'denied' }, would: 'unknown', reason: 'It depends on request.resource, which is not known.' },
  ])
  expect(wouldOf(await world.replay(rulesOf('allow write: if request.auth.uid == "ada";')))).toEqual([
    'update denied allowed',
  ])
  expect(wouldOf(await world.replay(rulesOf('allow write: if request.resource.data.n == 2 && false;')))).toEqual([
    'update denied denied',
  ])
})

test('queries are proved again, and other documents are read as they were', async () => {
  await using world = await ReplayWorld.start()
  await world.publish('cloud.firestore/(default)', rulesOf('allow read, write: if true;'))
  await world.send('PATCH', `${DOCUMENTS}/staff/ada`, admin, { fields: {} })
  const where = (value: string) => ({
    fieldFilter: { field: { fieldPath: 'owner' }, op: 'EQUAL', value: { stringValue: value } },
  })
  for (const value of ['ada', 'eve']) {
    const from = [{ collectionId: 'notes', allDescendants: value === 'eve' }]
    await world.asAda('POST', `${DOCUMENTS}:runQuery`, { structuredQuery: { from, where: where(value), limit: 5 } })
  }
  await world.send('DELETE', `${DOCUMENTS}/staff/ada`, admin)
  await world.asAda('POST', `${DOCUMENTS}:runQuery`, { structuredQuery: { from: [{ collectionId: 'notes' }] } })
  const mine = await world.replay(rulesOf('allow list: if resource.data.owner == request.auth.uid;'))
  expect(wouldOf(mine)).toEqual(['list allowed allowed', 'list allowed denied', 'list allowed denied'])
  const staff = await world.replay(
    rulesOf('allow list: if exists(/databases/$(d)/documents/staff/$(request.auth.uid)) && request.query.limit == 5;'),
  )
  expect(wouldOf(staff)).toEqual(['list allowed allowed', 'list allowed allowed', 'list allowed denied'])
})

test('reads are told apart from the commits of their millisecond', async () => {
  const nowMs = Date.now()
  await using world = await ReplayWorld.start({ ...systemClock, nowMs: () => nowMs })
  await world.publish('cloud.firestore', rulesOf('allow read: if true;'))
  const bucket = `${world.server.origin}${BUCKET}`
  const note = `${DOCUMENTS}/notes/one`
  const structuredQuery = { from: [{ collectionId: 'notes' }] }
  const read = async (): Promise<void> => {
    await world.asAda('GET', note)
    await world.asAda('POST', `${DOCUMENTS}:batchGet`, {
      documents: [note.replace('/v1/', ''), `${note}-missing`.replace('/v1/', '')],
    })
    await world.asAda('POST', `${DOCUMENTS}:runQuery`, { structuredQuery })
    await world.asAda('POST', `${DOCUMENTS}:runAggregationQuery`, {
      structuredAggregationQuery: { structuredQuery, aggregations: [{ count: {} }] },
    })
    await world.asAda('GET', `${DOCUMENTS}/notes?pageSize=1`)
    await (await fetch(`${bucket}/note.txt`)).text()
  }
  for (const value of ['1', '2']) {
    await world.send('PATCH', note, admin, { fields: { n: { integerValue: value } } })
    await read()
  }
  const ofTwo = 'get(/databases/$(d)/documents/notes/one).data.n == 2'
  const documents = await world.replay(rulesOf(`allow get: if resource.data.n == 2; allow list: if ${ofTwo};`))
  const then = (would: string) =>
    ['get', 'get', 'get', 'list', 'list', 'list'].map((operation) => `${operation} allowed ${would}`)
  // Of the second document of a batch there is none.
  const expected = [...then('denied'), ...then('allowed').with(2, 'get allowed denied')]
  expect(wouldOf(documents)).toEqual(expected)
  const files = await world.replay(
    fileRules('firestore.get(/databases/(default)/documents/notes/one).data.n == 2'),
    'files',
  )
  expect(wouldOf(files)).toEqual(['get allowed denied', 'get allowed allowed'])
})

test('rules of a database are asked about its own requests, and lists of requests choose one database', async () => {
  await using world = await ReplayWorld.start()
  await world.publish('cloud.firestore/second', rulesOf('allow read, write: if true;'))
  await world.asAda('PATCH', `${DOCUMENTS}/notes/one`, { fields: {} })
  await world.asAda('PATCH', DOCUMENTS.replace('(default)', 'second') + '/notes/two', { fields: {} })
  const list = async (database: string) => {
    const path = `/hearth/v1/projects/demo-app/requests?database=${database}&operation=create`
    const { requests } = (await world.send('GET', path, admin)) as { requests: { path: string; database: string }[] }
    return requests.map((request) => `${request.database} ${request.path}`)
  }
  expect(await list('(default)')).toEqual(['(default) notes/one'])
  expect(await list('second')).toEqual(['second notes/two'])
  const closed = rulesOf('allow read: if true;')
  const paths = (replayed: readonly Replayed[]) => replayed.map(({ request, would }) => `${request.path} ${would}`)
  expect(paths(await world.replay(closed))).toEqual(['notes/one denied'])
  expect(paths(await world.replay(closed, 'documents', 'second'))).toEqual(['notes/two denied'])
})

test('files are judged by their metadata', async () => {
  await using world = await ReplayWorld.start()
  const upload = async (name: string, content: string) =>
    await fetch(`${world.server.origin}${BUCKET}?name=${name}`, { method: 'POST', body: content })
  await upload('small.txt', 'x')
  await upload('large.txt', 'x'.repeat(5_000))
  await fetch(`${world.server.origin}${BUCKET}/small.txt`)
  await fetch(`${world.server.origin}${BUCKET}/missing.txt`)
  const small = await world.replay(
    `service firebase.storage { match /b/{b}/o { match /{f=**} {
      allow get: if resource.size < 1000 && resource.timeCreated <= request.time;
      allow create: if request.resource.size < 1000;
    } } }`,
    'files',
  )
  expect(wouldOf(small)).toEqual([
    'create allowed allowed',
    'create allowed denied',
    'get allowed allowed',
    'get allowed denied',
  ])
})

test('a request becomes a test, with the documents that the rules looked up', async () => {
  await using world = await ReplayWorld.start()
  await world.publish(
    'cloud.firestore/(default)',
    rulesOf('allow get: if get(/databases/$(d)/documents/staff/$(request.auth.uid)).data.level > 2;'),
  )
  await world.send('PATCH', `${DOCUMENTS}/staff/ada`, admin, { fields: { level: { integerValue: '3' } } })
  await world.send('PATCH', `${DOCUMENTS}/notes/one`, admin, { fields: { n: { doubleValue: 1 } } })
  await world.asAda('GET', `${DOCUMENTS}/notes/one`)
  const base = '/hearth/v1/projects/demo-app/requests'
  const { requests } = (await world.send('GET', base, admin)) as { requests: { id: string }[] }
  const answer = await world.send('GET', `${base}/${requests[0]?.id}`, admin)
  expect(answer).toMatchObject({
    unknown: [],
    test: {
      expectation: 'ALLOW',
      request: {
        method: 'get',
        path: '/databases/(default)/documents/notes/one',
        auth: { uid: 'ada', token: { role: 'editor' } },
      },
      resource: { fields: { n: { doubleValue: 1 } } },
      functionMocks: [
        {
          function: 'get',
          args: [{ exactValue: '/databases/(default)/documents/staff/ada' }],
          result: { value: { fields: { level: { integerValue: '3' } } } },
        },
      ],
    },
  })
  const { test: testCase } = answer as { test: object }
  const saved = await world.send('POST', '/hearth/v1/projects/demo-app/rules-tests', admin, { test: testCase })
  expect(saved).toMatchObject({ test: testCase })
  expect(await world.send('GET', `${base}/1`, admin)).toMatchObject({ error: { reason: 'REQUEST_NOT_FOUND' } })
})

test('a denied request says which expression of which rules denied it, with the values of then, even when others hold now', async () => {
  await using world = await ReplayWorld.start()
  const base = '/hearth/v1/projects/demo-app/requests'
  const newest = async (): Promise<object> => {
    const { requests } = (await world.send('GET', base, admin)) as { requests: { id: string }[] }
    return (await world.send('GET', `${base}/${requests[0]?.id}`, admin)) as object
  }
  await world.send('PATCH', `${DOCUMENTS}/notes/one`, admin, { fields: { owner: { stringValue: 'eve' } } })
  await world.publish('cloud.firestore', rulesOf('allow read: if resource.data.owner == request.auth.uid;'))
  await world.asAda('GET', `${DOCUMENTS}/notes/one`)
  const other = await newest()
  await world.asAda('GET', `${DOCUMENTS}/notes/none`)
  const missing = await newest()
  await world.publish('cloud.firestore', rulesOf('allow write: if request.resource.data.n.size() > 1;'))
  await world.asAda('PATCH', `${DOCUMENTS}/notes/one`, { fields: { n: { integerValue: '1' } } })
  const written = await newest()
  const ofRuleset = { ruleset: expect.stringMatching(/^[0-9a-f-]+$/) }
  expect(other).toMatchObject({
    request: { reason: 'The condition is false.', rules: ofRuleset },
    why: {
      expression: 'resource.data.owner == request.auth.uid',
      value: 'false',
      parts: [
        { expression: 'resource.data.owner', value: "'eve'" },
        { expression: 'request.auth.uid', value: "'ada'" },
      ],
    },
  })
  expect(missing).toMatchObject({
    request: { reason: 'Null value error.', expression: 'resource.data' },
    why: {
      expression: 'resource.data',
      value: 'error: Null value error.',
      parts: [{ expression: 'resource', value: 'null' }],
    },
  })
  // What a refused write held is not kept, and no value is made up.
  expect(written).toMatchObject({
    unknown: ['request.resource'],
    request: { expression: expect.stringContaining('size') },
  })
  expect(written).not.toHaveProperty('why')
})

test('sources with errors are refused, and lists keep what is needed to judge again to themselves', async () => {
  await using world = await ReplayWorld.start()
  await world.asAda('GET', `${DOCUMENTS}/notes/one`)
  const broken = await world.send('POST', '/hearth/v1/projects/demo-app/rules-replay', admin, {
    service: 'documents',
    files: [{ name: 'draft.rules', content: rulesOf('allow get: if ;') }],
  })
  expect(broken).toMatchObject({ error: { reason: 'RULES_ERRORS' } })
  const listed = JSON.stringify(await world.send('GET', '/hearth/v1/projects/demo-app/requests', admin))
  expect(listed).toContain('"uid":"ada"')
  expect(listed).not.toContain('editor')
})
