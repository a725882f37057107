import type { ExplainedVerdict, JudgedRows } from '@hearth/api'
import { beforeAll, afterAll, expect, it } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const admin = { authorization: 'Bearer owner', 'content-type': 'application/json' }
const DOCUMENTS = '/v1/projects/demo-app/databases/(default)/documents'
const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{db}/documents {
    function me() { return request.auth.uid; }
    match /orders/{order} {
      allow read: if request.auth != null
        && resource.data.customer == me();
      allow update: if resource.data.customer == me()
        && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['note', 'changedAt', 'state'])
        && request.resource.data.changedAt == request.time
        && request.resource.data.state in ['open', 'closed'];
      allow delete: if get(/databases/$(db)/documents/staff/$(me())).data.role == 'boss';
    }
  }
}`
const fileRules = `service firebase.storage { match /b/{b}/o {
  match /{user}/{name} { allow read: if request.auth.uid == user; allow write: if resource.size < 3; }
} }`

let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
  await publish('cloud.firestore', rules)
  await publish('firebase.storage/demo-app.appspot.com', fileRules)
  for (const [id, customer] of [
    ['1', 'ada'],
    ['2', 'eve'],
  ] as const) {
    await send('PATCH', `${DOCUMENTS}/orders/${id}`, {
      fields: {
        customer: { stringValue: customer },
        note: { stringValue: 'quick' },
        state: { stringValue: id === '1' ? 'open' : 'closed' },
        total: { integerValue: '3' },
        changedAt: { timestampValue: '2026-01-01T00:00:00Z' },
      },
    })
  }
  await send('PATCH', `${DOCUMENTS}/staff/bob`, { fields: { role: { stringValue: 'boss' } } })
})
afterAll(async () => await server[Symbol.asyncDispose]())

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = admin,
): Promise<unknown> {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return await (await fetch(server.origin + path, init)).json()
}

async function publish(release: string, content: string): Promise<void> {
  const base = '/v1/projects/demo-app'
  const body = { source: { files: [{ name: 'a.rules', content }] } }
  const { name: rulesetName } = (await send('POST', `${base}/rulesets`, body)) as { name: string }
  await send('POST', `${base}/releases`, { name: `projects/demo-app/releases/${release}`, rulesetName })
}

const path = '/hearth/v1/projects/demo-app/rules-verdicts'
const ada = { uid: 'ada' }
const judge = async (asked: object) =>
  (await send('POST', path, { service: 'documents', as: ada, paths: ['orders/1', 'orders/2'], ...asked })) as JudgedRows
const explain = async (asked: object) =>
  (await send('POST', `${path}/explanation`, {
    service: 'documents',
    as: ada,
    path: 'orders/2',
    ...asked,
  })) as ExplainedVerdict
const allowed = ({ rows }: JudgedRows) => rows.filter(({ isAllowed }) => isAllowed).map((row) => row.path)

it('each row is judged as its person would be, and nothing is counted or changed', async () => {
  const before = await send('GET', '/hearth/v1/projects/demo-app/requests')
  const document = await send('GET', `${DOCUMENTS}/orders/1`)
  const read = await judge({ act: 'read' })
  expect(read).toMatchObject({ rules: 'published', isKnown: false })
  expect(allowed(read)).toEqual(['orders/1'])
  expect(allowed(await judge({ act: 'read', as: null }))).toEqual([])
  // Rules read other documents as they are.
  expect(allowed(await judge({ act: 'delete', as: { uid: 'bob' } }))).toEqual(['orders/1', 'orders/2'])
  expect(allowed(await judge({ act: 'delete' }))).toEqual([])
  const missing = await judge({ act: 'read', paths: ['orders/none'] })
  expect(missing.rows).toEqual([{ path: 'orders/none', isMissing: true, isAllowed: false, locked: [] }])
  expect(await send('GET', '/hearth/v1/projects/demo-app/requests')).toEqual(before)
  expect(await send('GET', `${DOCUMENTS}/orders/1`)).toEqual(document)
})

it('a change is tried field by field, with the time of the request where rules want it', async () => {
  const fields = ['customer', 'note', 'state', 'total', 'changedAt']
  const { rows } = await judge({ act: 'change', fields })
  expect(rows).toEqual([
    { path: 'orders/1', isAllowed: true, locked: ['customer', 'total'] },
    { path: 'orders/2', isAllowed: false, locked: [] },
  ])
})

it('rules of the request take the place of those in force, and claims are what rules see', async () => {
  const content = `service cloud.firestore { match /databases/{d}/documents { match /{p=**} {
    allow read: if request.auth.token.role == 'editor';
  } } }`
  const files = [{ name: 'draft.rules', content }]
  const as = { uid: 'eve', claims: { role: 'editor' } }
  const judged = await judge({ act: 'read', files, as })
  expect(judged.rules).toBe('given')
  expect(allowed(judged)).toEqual(['orders/1', 'orders/2'])
  expect(allowed(await judge({ act: 'read', files }))).toEqual([])
  expect(await judge({ act: 'read', files: [{ name: 'a', content: 'no rules' }] })).toMatchObject({
    error: { reason: 'RULES_ERRORS' },
  })
})

it('an account stands for what its token would say', async () => {
  const account = { localId: 'grace', email: 'grace@example.com', customAttributes: '{"role":"editor"}' }
  await send('POST', '/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts', account)
  const content = `service cloud.firestore { match /databases/{d}/documents { match /{p=**} {
    allow read: if request.auth.token.email == 'grace@example.com';
  } } }`
  const judged = await judge({ act: 'read', as: { uid: 'grace' }, files: [{ name: 'a', content }] })
  expect([judged.isKnown, allowed(judged)]).toEqual([true, ['orders/1', 'orders/2']])
})

it('a denied row is explained by its line and both sides of the comparison, and by a test that says the same', async () => {
  const explained = await explain({ act: 'read' })
  expect(explained).toMatchObject({
    isAllowed: false,
    at: { line: 7, firstLine: 5, lines: [expect.anything(), expect.anything(), expect.stringContaining('== me()')] },
    why: {
      expression: 'resource.data.customer == me()',
      value: 'false',
      parts: [
        { expression: 'resource.data.customer', value: "'eve'" },
        { expression: 'me()', value: "'ada'" },
      ],
    },
  })
  const { test } = explained
  const report = await send('POST', '/v1/projects/demo-app:test', {
    source: { files: [{ name: 'a.rules', content: rules }] },
    testSuite: { testCases: [test] },
  })
  expect(report).toMatchObject({ testResults: [{ state: 'SUCCESS' }] })
})

it('a locked field is explained by the value that was tried, a look-up by the document that was read', async () => {
  const locked = await explain({ act: 'change', path: 'orders/1', field: 'total' })
  expect(locked).toMatchObject({ isAllowed: false, tried: '2', at: { line: 9 } })
  const deleted = await explain({ act: 'delete', as: { uid: 'bob' } })
  expect(deleted).toMatchObject({ isAllowed: true, lookedUp: ['staff/bob'], at: { line: 12 } })
  expect(await explain({ act: 'read', path: 'orders/none' })).toMatchObject({ error: { reason: 'NOTHING_THERE' } })
})

it('a query is granted or not as a whole, with the line that leaves a document open', async () => {
  const own = { field: 'customer', op: '==', value: { stringValue: 'ada' } }
  const ask = async (query: object, more: object = {}) => await explain({ act: 'read', path: 'orders', query, ...more })
  expect(await ask({ where: [own], limit: 10 })).toMatchObject({ isAllowed: true, at: { line: 6 } })
  const denied = await ask({})
  expect(denied).toMatchObject({
    isAllowed: false,
    at: { line: 7 },
    reason: expect.stringMatching(/\w/),
    why: { expression: 'resource.data.customer' },
    test: { request: { method: 'list', path: '/databases/(default)/documents/orders', query: {} } },
  })
  // Of two alternatives the one that is not granted is explained.
  const eve = { ...own, value: { stringValue: 'eve' } }
  expect(await ask({ where: [{ or: [own, eve] }] })).toMatchObject({
    isAllowed: false,
    why: { value: 'false', parts: [{ value: "'eve'" }, { value: "'ada'" }] },
  })
  expect(await ask({}, { path: 'customers' })).toMatchObject({ isAllowed: false, test: { expectation: 'DENY' } })
  expect(await ask({}, { path: 'orders/1' })).toMatchObject({ error: { reason: 'INVALID_QUERY' } })
  const any = { field: 'n', op: 'in', value: { arrayValue: { values: Array.from({ length: 30 }, () => own.value) } } }
  expect(await ask({ where: Array.from({ length: 9 }, () => any) })).toMatchObject({
    error: { status: 'INVALID_ARGUMENT' },
  })
})

it('what is tried in a field does not depend on which documents are asked about', async () => {
  const fields = ['state', 'total']
  const { rows } = await judge({ act: 'change', fields, paths: ['orders/1'] })
  expect(rows).toEqual([{ path: 'orders/1', isAllowed: true, locked: ['total'] }])
})

it('a draft that is asked about changes is asked alone: nothing is written, counted or published', async () => {
  const state = async () =>
    await Promise.all(
      [`${DOCUMENTS}/orders`, `${DOCUMENTS}/staff`, '/v1/projects/demo-app/releases'].map((one) => send('GET', one)),
    )
  const content = `service cloud.firestore { match /databases/{d}/documents { match /{p=**} {
    allow read, write: if getAfter(/databases/$(d)/documents/staff/bob).data.role == 'boss';
  } } }`
  const files = [{ name: 'a', content }]
  const before = await state()
  for (const act of ['read', 'change', 'delete']) {
    expect(allowed(await judge({ act, files, fields: ['note', 'total'] }))).toEqual(['orders/1', 'orders/2'])
    await explain({ act, files })
  }
  expect(await state()).toEqual(before)
})

it('files and folders are judged by the rules of files', async () => {
  for (const name of ['ada/a.txt', 'eve/b.txt']) {
    const headers = { ...admin, 'content-type': 'text/plain' }
    await send('POST', `/v0/b/demo-app.appspot.com/o?name=${encodeURIComponent(name)}`, 'hello', headers)
  }
  const paths = ['ada/', 'ada/a.txt', 'eve/b.txt', 'none.txt']
  expect(allowed(await judge({ service: 'files', act: 'read', paths }))).toEqual(['ada/a.txt'])
  const list = { service: 'files', path: '/', act: 'read' }
  expect(await explain(list)).toMatchObject({
    isAllowed: false,
    test: { request: { path: '/b/demo-app.appspot.com/o/' } },
  })
  const asked = { service: 'files', path: 'ada/a.txt', act: 'delete' }
  expect(await explain(asked)).toMatchObject({ isAllowed: false, why: { expression: 'resource.size < 3' } })
})

it('a page is bounded', async () => {
  const refused = { error: { status: 'INVALID_ARGUMENT' } }
  expect(await judge({ act: 'read', paths: Array.from({ length: 101 }, (_, at) => `orders/${at}`) })).toMatchObject(
    refused,
  )
  expect(await judge({ act: 'read', paths: ['orders'] })).toMatchObject(refused)
  expect(await judge({ act: 'change', fields: ['a..b'] })).toMatchObject(refused)
})
