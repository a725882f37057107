import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const PATH = '/projects/demo-app/databases/(default)/indexes'
const file = {
  indexes: [
    {
      collectionGroup: 'cities',
      queryScope: 'COLLECTION_GROUP',
      fields: [
        { fieldPath: 'state', order: 'ASCENDING' },
        { fieldPath: 'n', order: 'DESCENDING' },
      ],
    },
    {
      collectionGroup: 'texts',
      queryScope: 'COLLECTION',
      fields: [{ fieldPath: 'v', vectorConfig: { dimension: 3 } }],
    },
  ],
  fieldOverrides: [{ collectionGroup: 'sessions', fieldPath: 'endsAt', ttl: true, indexes: [] }],
}

it('takes up a firestore.indexes.json, twice as well as once, and says what it leaves out', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const apply = async () => (await (await owner.call('POST', PATH, file)).json()) as object
  const skipped = [expect.stringContaining('texts')]
  expect(await apply()).toEqual({ created: 1, kept: 0, overridden: 1, restored: 0, skipped })
  expect(await apply()).toEqual({ created: 0, kept: 1, overridden: 0, restored: 0, skipped })
  const token = await owner.operatorToken('demo-app')
  const group = `${server.origin}/v1/projects/demo-app/databases/(default)/collectionGroups`
  const get = async (address: string): Promise<unknown> =>
    (await fetch(group + address, { headers: { authorization: `Bearer ${token}` } })).json()
  expect(await get('/-/indexes')).toMatchObject({ indexes: [{ queryScope: 'COLLECTION_GROUP' }] })
  expect(await get('/sessions/fields/endsAt')).toMatchObject({
    ttlConfig: { state: 'ACTIVE' },
    indexConfig: { indexes: [] },
  })
  const empty = await owner.call('POST', `${PATH}?prune=true`, {})
  expect(await empty.json()).toEqual({ created: 0, kept: 0, overridden: 0, restored: 1, skipped: [] })
  expect(await get('/sessions/fields/endsAt')).toMatchObject({ indexConfig: { usesAncestorConfig: true } })
})

it.each([
  ['no list', { indexes: {} }],
  ['one field', { indexes: [{ collectionGroup: 'c', fields: [{ fieldPath: 'a' }] }] }],
  [
    'an override of a path that is none',
    { fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'a..b', indexes: [] }] },
  ],
  [
    'an override of an id that is none',
    { fieldOverrides: [{ collectionGroup: '__c__', fieldPath: '*', indexes: [] }] },
  ],
  [
    'an order that there is not',
    { fieldOverrides: [{ collectionGroup: 'c', fieldPath: 'a', indexes: [{ order: 1.5 }] }] },
  ],
  ['a path that is none', { indexes: [{ collectionGroup: 'c', fields: [{ fieldPath: 'a..b' }, { fieldPath: 'c' }] }] }],
])('refuses a file with %s', async (_, wrong) => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  expect((await owner.call('POST', PATH, wrong)).status).toBe(400)
})
