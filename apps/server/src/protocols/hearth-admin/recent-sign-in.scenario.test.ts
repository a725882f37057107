import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

it('keeps events for a shorter time after a recent sign-in alone, and for longer or by a service key at any time', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server)
  const path = '/projects/demo-app/analytics/settings'
  const key = await serviceToken(owner, 'demo-app', ['project'])
  aheadMs = 6 * 60_000
  const shorter = await owner.call('PATCH', path, { retentionMonths: 2 })
  expect(shorter.status).toBe(400)
  expect(await shorter.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
  expect((await owner.call('PATCH', path, { retentionMonths: 26 })).status).toBe(200)
  const byKey = await fetch(`${server.origin}/hearth/v1${path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ retentionMonths: 14 }),
  })
  expect(byKey.status).toBe(200)
  const again = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
  expect((await again.call('PATCH', path, { retentionMonths: 2 })).status).toBe(200)
})

it('makes an app, which has a key of its own, after a recent sign-in alone', async () => {
  let aheadMs = 0
  await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
  const owner = await ConsoleAccount.claim(server)
  const path = '/projects/demo-app/apps'
  aheadMs = 6 * 60_000
  const refused = await owner.call('POST', path, { name: 'Shop' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ error: { reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } })
  const again = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
  expect((await again.call('POST', path, { name: 'Shop' })).status).toBe(201)
})
