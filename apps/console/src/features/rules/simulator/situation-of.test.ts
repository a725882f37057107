import type { RulesTestCase } from '@hearth/rules'
import { expect, test } from 'vitest'
import { firstSituation, type Place, type Situation } from '../../../shared/rules/simulator/situation.ts'
import { databaseOf } from '../../../shared/rules/rules-area.ts'
import { situationOf } from './situation-of.ts'
import { testCaseOf } from '../../../shared/rules/simulator/test-case.ts'

const place: Place = {
  area: 'documents',
  project: 'demo-app',
  database: '(default)',
  bucket: 'demo-app.appspot.com',
  now: 1_800_000_000_000,
}

test.each<[string, Partial<Situation>, Place['area']]>([
  ['a look at a document', { path: 'orders/one', before: '{"total": 3.0, "n": 9007199254740993}' }, 'documents'],
  ['a write by somebody', { method: 'update', path: 'orders/one', uid: 'ada', claims: '{"admin": true}' }, 'documents'],
  [
    'a write of all that a document can hold',
    {
      method: 'create',
      path: 'orders/one',
      after:
        '{"at": {"$timestamp": "2026-11-21T10:00:00Z"}, "who": {"$reference": "users/ada"}, "v": {"$vector": [1]}}',
      time: '2026-11-21T10:00:00Z',
    },
    'documents',
  ],
  [
    'a query',
    { method: 'list', path: 'orders', filters: 'owner == "ada"\n`a b`.n > 3.5', orderBy: 'owner, n desc', limit: '10' },
    'documents',
  ],
  ['a query of a group', { method: 'list', path: '**/notes' }, 'documents'],
  [
    'other documents',
    { path: 'orders/one', others: '{"bans/ada": null, "users/ada": {"role": "editor"}}' },
    'documents',
  ],
  ['a file', { method: 'create', path: 'photos/1.png', after: '{"size": 3, "metadata": {"a": "b"}}' }, 'files'],
  ['a list of files', { method: 'list', path: 'photos' }, 'files'],
])('%s comes back from a saved test as the same question', (_what, typed, area) => {
  const situation = { ...firstSituation, ...typed }
  const asked = testCaseOf(situation, { ...place, area })
  const again = situationOf(JSON.parse(JSON.stringify(asked)) as RulesTestCase, place)
  if (again === undefined) throw new Error('it can be typed in')
  expect(again).toMatchObject({ method: situation.method, path: situation.path, uid: situation.uid })
  expect(testCaseOf(again, { ...place, area })).toEqual(asked)
})

test('the time of the server is told in the test, so that it comes to the same later', () => {
  const situation: Situation = {
    ...firstSituation,
    method: 'create',
    path: 'orders/one',
    after: '{"at": {"$server-time": true}}',
  }
  const at = '2027-01-15T08:00:00Z'
  expect(testCaseOf(situation, place)).toMatchObject({
    request: { time: at, resource: { fields: { at: { timestampValue: at } } } },
  })
})

test('a question about a named database is asked there, with references and other documents of it', () => {
  const shop = { ...place, database: 'shop' }
  const situation: Situation = {
    ...firstSituation,
    path: 'orders/one',
    uid: 'ada',
    before: '{"by": {"$reference": "users/ada"}}',
    others: '{"users/ada": {"role": "editor"}}',
  }
  const asked = testCaseOf(situation, shop)
  const root = 'projects/demo-app/databases/shop/documents'
  expect(asked).toMatchObject({
    request: { path: '/databases/shop/documents/orders/one' },
    resource: { fields: { by: { referenceValue: `${root}/users/ada` } } },
    functionMocks: [{ args: [{ exactValue: '/databases/shop/documents/users/ada' }] }, {}],
  })
  expect(databaseOf(asked)).toBe('shop')
  expect(situationOf(asked, shop)).toMatchObject({ path: 'orders/one', before: expect.stringContaining('"users/ada"') })
  expect(situationOf(asked, place)).toBeUndefined()
})

const request = { path: '/databases/(default)/documents/orders/one', method: 'get' } as const

test('plain data is typed as rules take it', () => {
  const plain: RulesTestCase = { expectation: 'ALLOW', request, resource: { data: { n: 3, price: 3.5 } } }
  expect(situationOf(plain, place)?.before).toBe('{\n  "n": 3,\n  "price": 3.5\n}')
})

test.each<[string, RulesTestCase]>([
  ['another database', { expectation: 'ALLOW', request: { ...request, path: '/databases/shop/documents/orders/one' } }],
  [
    'alternatives',
    {
      expectation: 'ALLOW',
      request: { path: '/databases/(default)/documents/orders', method: 'list', query: { where: [{ or: [] }] } },
    },
  ],
  [
    'a mock for any path',
    { expectation: 'ALLOW', request, functionMocks: [{ function: 'get', args: [{ anyValue: {} }], result: {} }] },
  ],
])('%s has no place in the simulator', (_what, asked) => {
  expect(situationOf(asked, place)).toBeUndefined()
})
