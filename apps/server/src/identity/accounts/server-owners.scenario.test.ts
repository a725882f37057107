import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

interface Refusal {
  readonly error?: { readonly message: string }
}

/** What the users screen of the project `console` does. */
async function manage(server: TestServer, owner: ConsoleAccount, method: string, body: object) {
  const address = `${server.origin}/identitytoolkit.googleapis.com/v1/projects/console/accounts${method}`
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await owner.operatorToken('console')}`,
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const losses = (localId: string): readonly (readonly [string, object])[] => [
  [':update', { localId, disableUser: true }],
  [':update', { localId, customAttributes: '{}' }],
  [':delete', { localId }],
  [':batchCreate', { users: [{ localId, email: 'olga@example.com' }], allowOverwrite: true }],
]

test('the only owner of the server stays its owner, and can be replaced by another', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  for (const [method, body] of losses(owner.uid)) {
    const { text } = await manage(server, owner, method, body)
    expect(`${method} ${text}`).toMatch(/LAST_SERVER_OWNER/)
  }
  const many = await manage(server, owner, ':batchDelete', { localIds: [owner.uid], force: true })
  expect((JSON.parse(many.text) as { errors: unknown[] }).errors).toMatchObject([
    { localId: owner.uid, message: expect.stringMatching(/^LAST_SERVER_OWNER/) as string },
  ])
  expect((await owner.call('GET', '/server')).status).toBe(200)

  const made = await manage(server, owner, '', { email: 'nina@example.com', password: 'correct horse' })
  const { localId } = JSON.parse(made.text) as { localId: string }
  const claims = { localId, customAttributes: '{"serverRole":"owner"}' }
  expect((await manage(server, owner, ':update', claims)).status).toBe(200)
  const nina = await ConsoleAccount.signIn(server, 'nina@example.com', 'correct horse')
  expect((await manage(server, nina, ':update', { localId: owner.uid, disableUser: true })).status).toBe(200)
  // A disabled owner is none.
  const last = await manage(server, nina, ':update', { localId, disableUser: true })
  expect((JSON.parse(last.text) as Refusal).error?.message).toMatch(/^LAST_SERVER_OWNER/)
  expect((await manage(server, nina, ':delete', { localId: owner.uid })).status).toBe(200)
})

test('two owners can’t take each other out at the same time', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  const made = await manage(server, owner, '', { email: 'nina@example.com', password: 'correct horse' })
  const { localId } = JSON.parse(made.text) as { localId: string }
  await manage(server, owner, ':update', { localId, customAttributes: '{"serverRole":"owner"}' })
  const nina = await ConsoleAccount.signIn(server, 'nina@example.com', 'correct horse')
  const both = await Promise.all([
    manage(server, owner, ':update', { localId, disableUser: true }),
    manage(server, nina, ':update', { localId: owner.uid, disableUser: true }),
  ])
  const again = await Promise.all([owner, nina].map(async (one) => (await one.call('GET', '/server')).status))
  expect(both.map(({ status }) => status)).toContain(200)
  expect(again).toContain(200)
})
