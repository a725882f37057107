import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const PASSWORD = 'correct horse'
const EMAIL = 'olga@example.com'

test('an owner deletes a database within five minutes of the sign-in, and again after the next one', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  await owner.createProject('shop-app')
  const ask = async (account: ConsoleAccount, method: string, path: string): Promise<Response> =>
    await fetch(`${server.origin}/v1/projects/shop-app/databases${path}`, {
      method,
      headers: { authorization: `Bearer ${await account.operatorToken('shop-app')}` },
      ...(method === 'POST' && { body: '{}' }),
    })
  expect((await ask(owner, 'POST', '?databaseId=orders')).status).toBe(200)

  aheadMs = 6 * 60_000
  const refused = await ask(owner, 'DELETE', '/orders')
  expect(refused.status).toBe(400)
  expect(JSON.stringify(await refused.json())).toContain('recent sign-in')
  expect(await (await ask(owner, 'GET', '')).json()).toMatchObject({
    databases: [{}, { name: 'projects/shop-app/databases/orders' }],
  })

  const again = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
  expect((await ask(again, 'DELETE', '/orders')).status).toBe(200)
  expect((await ask(again, 'GET', '/orders')).status).toBe(404)
})

test('an owner lets documents expire within five minutes of the sign-in, and stops that and the rest at any time', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  await owner.createProject('shop-app')
  const setField = async (account: ConsoleAccount, mask: string, body: object): Promise<number> => {
    const groups = `${server.origin}/v1/projects/shop-app/databases/(default)/collectionGroups`
    const answer = await fetch(`${groups}/carts/fields/endsAt?updateMask=${mask}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${await account.operatorToken('shop-app')}` },
      body: JSON.stringify(body),
    })
    return answer.status
  }
  const applyFile = async (account: ConsoleAccount): Promise<number> => {
    const file = { fieldOverrides: [{ collectionGroup: 'carts', fieldPath: 'endsAt', ttl: true, indexes: [] }] }
    return (await account.call('POST', '/projects/shop-app/databases/(default)/indexes', file)).status
  }
  aheadMs = 6 * 60_000
  expect(await setField(owner, 'ttlConfig', { ttlConfig: {} })).toBe(400)
  expect(await applyFile(owner)).toBe(400)
  expect(await setField(owner, 'indexConfig', { indexConfig: { indexes: [] } })).toBe(200)

  const again = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
  expect(await setField(again, 'ttlConfig', { ttlConfig: {} })).toBe(200)
  expect(await applyFile(again)).toBe(200)
  aheadMs = 12 * 60_000
  expect(await setField(again, 'ttlConfig', {})).toBe(200)
})
