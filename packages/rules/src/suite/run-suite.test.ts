import { expect, test } from 'vitest'
import { RulesSuite } from './run-suite.ts'
import type { FilterJson } from './query-json.ts'
import type { RulesTestCase } from './test-case.ts'

const source = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /orders/{order} {
      allow get: if resource.data.total is float && resource.id == order;
      allow list: if resource.data.owner == request.auth.uid && request.query.limit <= 10;
      allow create: if request.resource.data.at == request.time;
      allow delete: if getAfter(/databases/$(database)/documents/teams/$(request.auth.uid)).data.role == 'boss';
    }
    match /{path=**}/notes/{note} { allow list: if request.time < timestamp.date(2027, 1, 1); }
  }
}
service firebase.storage {
  match /b/{bucket}/o { match /photos/{photo} { allow create: if request.resource.size < 1000; } }
}`
const files = [{ name: 'all.rules', content: source }]
const now = 1_795_000_000_000_000_000n
const order = '/databases/(default)/documents/orders/one'
const orders = '/databases/(default)/documents/orders'
const ada = { uid: 'ada', token: {} }

function isAllowed(test: Omit<RulesTestCase, 'expectation'>): boolean {
  return new RulesSuite(files, { nowNanos: now }).run({ expectation: 'ALLOW', ...test }).isAllowed
}

test('typed fields keep the types of their values, which plain data has not', () => {
  const request = { path: order, method: 'get' } as const
  expect(isAllowed({ request, resource: { fields: { total: { doubleValue: 3 } } } })).toBe(true)
  expect(isAllowed({ request, resource: { data: { total: 3 }, id: 'one' } })).toBe(false)
  expect(isAllowed({ request, resource: { data: { total: 3.5 }, id: 'one' } })).toBe(true)
})

test('a list of a collection is proved from its query', () => {
  const request = { path: orders, method: 'list', auth: ada } as const
  const owner = { field: 'owner', op: '==', value: { stringValue: 'ada' } } as const
  expect(isAllowed({ request: { ...request, query: { where: [owner], limit: 10 } } })).toBe(true)
  expect(isAllowed({ request: { ...request, query: { where: [owner], limit: 11 } } })).toBe(false)
  expect(isAllowed({ request: { ...request, query: { where: [owner] } } })).toBe(false)
  expect(isAllowed({ request: { ...request, query: { limit: 10 } } })).toBe(false)
  expect(isAllowed({ request: { ...request, query: { where: [{ or: [owner, owner] }], limit: 1 } } })).toBe(true)
  expect(isAllowed({ request: { path: '/databases/(default)/documents/notes', method: 'list' } })).toBe(true)
})

test('the time is the one of the case, else now', () => {
  const at = '2026-11-21T10:00:00Z'
  const resource = { fields: { at: { timestampValue: at } } }
  expect(isAllowed({ request: { path: order, method: 'create', resource, time: at } })).toBe(true)
  expect(isAllowed({ request: { path: order, method: 'create', resource } })).toBe(false)
  const list = { path: '/databases/(default)/documents/notes', method: 'list', time: '2027-01-02T00:00:00Z' } as const
  expect(isAllowed({ request: list })).toBe(false)
})

test('mocks stand for other documents; without one there is none', () => {
  const request = { path: order, method: 'delete', auth: ada } as const
  const mock = (value: object) => ({
    function: 'getAfter',
    args: [{ exactValue: '/databases/(default)/documents/teams/ada' }],
    result: { value },
  })
  expect(isAllowed({ request })).toBe(false)
  expect(isAllowed({ request, functionMocks: [mock({ data: { role: 'boss' } })] })).toBe(true)
  expect(isAllowed({ request, functionMocks: [mock({ fields: { role: { stringValue: 'boss' } } })] })).toBe(true)
  expect(isAllowed({ request, functionMocks: [mock({ data: { role: 'guest' } })] })).toBe(false)
})

test('the document that it is about is there as the case says, without a mock', () => {
  const rules = `rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents/orders/{id} {
    function path() { return /databases/$(d)/documents/orders/$(id); }
    allow update: if get(path()).data.n == 1 && getAfter(path()).data.n == 2;
    allow delete: if exists(path()) && !existsAfter(path());
    allow get: if get(path()).data.n == getAfter(path()).data.n;
  }
}`
  const suite = new RulesSuite([{ name: 'f', content: rules }], { nowNanos: now })
  for (const method of ['update', 'delete', 'get'] as const) {
    const request = { path: order, method, ...(method === 'update' && { resource: { data: { n: 2 } } }) }
    expect(suite.run({ expectation: 'ALLOW', request, resource: { data: { n: 1 } } })).toMatchObject({ isPassed: true })
  }
})

test('a file has the name and the bucket of its path, and its times are times', () => {
  const rules = `service firebase.storage { match /b/{b}/o/{f=**} {
    allow get: if resource.name == 'photos/one.png' && resource.bucket == b && resource.updated < request.time; } }`
  const suite = new RulesSuite([{ name: 'f', content: rules }], { nowNanos: now })
  const request = { path: '/b/demo-app.appspot.com/o/photos/one.png', method: 'get' } as const
  const resource = { updated: '2026-01-01T00:00:00Z' }
  expect(suite.run({ expectation: 'ALLOW', request, resource }).isPassed).toBe(true)
})

test('says what decided, and whether it was expected', () => {
  const suite = new RulesSuite(files, { nowNanos: now })
  const path = '/b/demo-app.appspot.com/o/photos/one.png'
  const large = { path, method: 'create', resource: { size: 5000 } } as const
  expect(suite.run({ expectation: 'DENY', request: large })).toMatchObject({
    isAllowed: false,
    isPassed: true,
    messages: [],
    decidedAt: { fileName: 'all.rules', position: { line: 14 } },
  })
  expect(suite.run({ expectation: 'ALLOW', request: { path, method: 'create' } })).toMatchObject({
    isPassed: false,
    messages: [
      expect.stringMatching(/^Error: all\.rules line \[14\], column \[\d+\]\. Property resource is undefined/),
    ],
  })
})

test.each<RulesTestCase>([
  { expectation: 'ALLOW', request: { path: order, method: 'get', query: { limit: 1 } } },
  { expectation: 'ALLOW', request: { path: order, method: 'get' }, resource: { fields: { n: { colour: 'red' } } } },
  {
    expectation: 'ALLOW',
    request: { path: orders, method: 'list', query: { where: [{ field: '', op: '==', value: { nullValue: null } }] } },
  },
  // A few filters that stand for more queries than there is time for.
  { expectation: 'ALLOW', request: { path: orders, method: 'list', query: { where: manyAlternatives() } } },
])('a case that can not be asked is refused: %j', (askless) => {
  expect(() => new RulesSuite(files, { nowNanos: now }).run(askless)).toThrow(
    expect.objectContaining({ code: 'invalid-argument' }),
  )
})

function manyAlternatives(): readonly FilterJson[] {
  const values = Array.from({ length: 30 }, (_, at) => ({ stringValue: `c${at}` }))
  return Array.from({ length: 9 }, (_, at) => ({ field: `f${at}`, op: 'in', value: { arrayValue: { values } } }))
}
