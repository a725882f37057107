import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const SOURCE = "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents {} }"
const PASSWORD = 'correct horse'
const EMAIL = 'olga@example.com'

class MovingClock {
  #aheadMs = 0

  nowMs(): number {
    return Date.now() + this.#aheadMs
  }

  pass(minutes: number): void {
    this.#aheadMs += minutes * 60_000
  }
}

test('an owner publishes within five minutes of the sign-in, and again after the next one; a key at any time', async () => {
  const clock = new MovingClock()
  await using server = await TestServer.start({ clock })
  const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  await owner.createProject('shop-app')
  const key = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Deployment' })
  expect(key.status).toBe(201)
  const ask = async (account: ConsoleAccount, method: string, path: string, body?: object): Promise<Response> =>
    await fetch(`${server.origin}/v1/projects/shop-app/${path}`, {
      method,
      headers: { authorization: `Bearer ${await account.operatorToken('shop-app')}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const ruleset = { source: { files: [{ name: 'firestore.rules', content: SOURCE }] } }
  const made = await ask(owner, 'POST', 'rulesets', ruleset)
  const { name: rulesetName } = (await made.json()) as { name: string }
  const release = { name: 'projects/shop-app/releases/cloud.firestore', rulesetName }
  expect((await ask(owner, 'POST', 'releases', release)).status).toBe(200)

  clock.pass(6)
  for (const [method, path, body] of [
    ['POST', 'rulesets', ruleset],
    ['DELETE', `rulesets/${rulesetName.split('/').at(-1)}`],
    ['POST', 'releases', release],
    ['PATCH', 'releases/cloud.firestore', { release }],
    ['DELETE', 'releases/cloud.firestore'],
  ] as const) {
    const answer = await ask(owner, method, path, body)
    expect(answer.status, `${method} ${path}`).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
  }
  expect((await ask(owner, 'GET', 'releases')).status).toBe(200)

  const again = await ConsoleAccount.signIn(server, EMAIL, PASSWORD)
  expect((await ask(again, 'PATCH', 'releases/cloud.firestore', { release })).status).toBe(200)
})

test('an operator session is no newer than the sign-in that it was opened with', async () => {
  const clock = new MovingClock()
  await using server = await TestServer.start({ clock })
  const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  await owner.createProject('shop-app')
  clock.pass(10)
  const [, payload = ''] = (await owner.operatorToken('shop-app')).split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { auth_time: number; iat: number }
  expect(claims.iat - claims.auth_time).toBeGreaterThanOrEqual(600)
})

test('a change of the own password does not make a sign-in recent, nor end the way into the projects', async () => {
  const clock = new MovingClock()
  await using server = await TestServer.start({ clock })
  const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
  await owner.createProject('shop-app')
  clock.pass(4)
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: { apiKey: string } }
  const changed = await fetch(`${server.origin}/identitytoolkit.googleapis.com/v1/accounts:update?key=${app.apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken: owner.idToken, password: 'a horse of her own', returnSecureToken: true }),
  })
  expect(changed.status).toBe(200)
  const { idToken } = (await changed.json()) as { idToken: string }
  clock.pass(2)
  const asChanged = async (path: string, body: object): Promise<Response> =>
    await fetch(`${server.origin}/hearth/v1/projects/shop-app/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const key = await asChanged('service-keys', { name: 'Back door' })
  expect(await key.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })

  const entry = (await (await asChanged('operator-session', {})).json()) as {
    customToken: string
    app: { apiKey: string }
  }
  const entered = await fetch(
    `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=${entry.app.apiKey}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: entry.customToken, returnSecureToken: true }),
    },
  )
  expect(entered.status).toBe(200)
  const operator = (await entered.json()) as { idToken: string }
  const publish = await fetch(`${server.origin}/v1/projects/shop-app/rulesets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.idToken}` },
    body: JSON.stringify({ source: { files: [{ name: 'firestore.rules', content: SOURCE }] } }),
  })
  expect(await publish.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
})
