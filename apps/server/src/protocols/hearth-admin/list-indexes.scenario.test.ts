import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { setTeam } from '../../testing/set-team.ts'
import { TestServer } from '../../testing/test-server.ts'

const PATH = '/projects/demo-app/databases/(default)/indexes'

interface Listed {
  readonly indexes: readonly { readonly id: string; readonly state: string; readonly entries: number | null }[]
}

async function admin(server: TestServer, token: string, method: string, address: string, body?: object) {
  return await fetch(`${server.origin}/v1/projects/demo-app/databases/(default)/${address}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
}

it('the indexes, exemptions and expiry of a database are listed whole, with their keys', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const token = await owner.operatorToken('demo-app')
  const text = { fields: { city: { stringValue: 'Rome' }, total: { integerValue: '1' } } }
  for (const id of ['one', 'two'])
    expect((await admin(server, token, 'PATCH', `documents/stores/${id}`, text)).ok).toBe(true)
  const fields = [
    { fieldPath: 'city', order: 'ASCENDING' },
    { fieldPath: 'total', order: 'DESCENDING' },
  ]
  const made = await admin(server, token, 'POST', 'collectionGroups/stores/indexes', {
    queryScope: 'COLLECTION',
    fields,
  })
  expect(made.status).toBe(200)
  await admin(server, token, 'PATCH', 'collectionGroups/stores/fields/notes?updateMask=indexConfig', {
    indexConfig: { indexes: [] },
  })
  await admin(server, token, 'PATCH', 'collectionGroups/carts/fields/endsAt?updateMask=ttlConfig', { ttlConfig: {} })

  const list = async () => (await (await owner.call('GET', PATH)).json()) as Listed
  await expect.poll(async () => (await list()).indexes[0]?.state, { timeout: 10_000 }).toBe('ready')
  expect(await list()).toEqual({
    indexes: [
      {
        id: expect.any(String),
        collectionGroup: 'stores',
        isGroup: false,
        fields: [
          { fieldPath: 'city', kind: 'ascending' },
          { fieldPath: 'total', kind: 'descending' },
        ],
        state: 'ready',
        origin: 'declared',
        since: expect.stringMatching(/^20/),
        entries: 2,
      },
    ],
    overrides: [{ collectionGroup: 'stores', fieldPath: 'notes', indexes: [], state: expect.any(String) }],
    expiry: [{ collectionGroup: 'carts', fieldPath: 'endsAt', since: expect.stringMatching(/^20/) }],
  })
})

it('the indexes of a database are listed for its team alone', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  expect((await nina.call('GET', PATH)).status).toBe(403)
  await setTeam(server, 'demo-app', owner, { [nina.uid]: 'viewer' })
  expect((await nina.call('GET', PATH)).status).toBe(200)
  expect((await nina.call('GET', PATH.replace('(default)', 'nowhere'))).status).toBe(404)
})
