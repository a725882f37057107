import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

it('gives the next owner of a server every project that the last one left', async () => {
  await using folder = await temporaryFolder()
  {
    await using server = await TestServer.start({ dataFolder: folder.path })
    const first = await ConsoleAccount.claim(server)
    await first.createProject('shop-app', 'Shop')
    await deleteOwnAccount(server, first)
  }

  await using server = await TestServer.start({ dataFolder: folder.path })
  const next = await ConsoleAccount.claim(server, 'nina@example.com')
  expect(await projectsInConsole(server, next)).toEqual(['console', 'demo-app', 'shop-app'])
  for (const project of ['console', 'demo-app', 'shop-app']) {
    expect(await next.enter(project)).toMatchObject({ role: 'owner' })
  }
  const token = await next.operatorToken('shop-app')
  const orders = `${server.origin}/v1/projects/shop-app/databases/(default)/documents/orders`
  const written = await fetch(orders, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { total: { integerValue: '3' } } }),
  })
  expect(written.status).toBe(200)
  expect((await next.call('POST', '/projects/shop-app/service-keys', { name: 'Till' })).status).toBe(201)
})

it('leads the owner of the server into a project of somebody else, and nobody besides', async () => {
  await using server = await TestServer.start({
    settings: { HEARTH_SIGN_UP: 'anyone', HEARTH_CREATE_PROJECTS: 'anyone' },
  })
  const owner = await ConsoleAccount.claim(server)
  const vera = await ConsoleAccount.signUp(server, 'vera@example.com')
  await vera.createProject('shop-app', 'Shop')
  expect(await projectsInConsole(server, owner)).toContain('shop-app')
  expect(await owner.enter('shop-app')).toMatchObject({ role: 'owner' })
  const stranger = await ConsoleAccount.signUp(server, 'sven@example.com')
  expect((await stranger.call('POST', '/projects/shop-app/operator-session')).status).toBe(403)
})

/** The ids of the documents that the console's list of projects shows the owner of the server. */
async function projectsInConsole(server: TestServer, account: ConsoleAccount): Promise<string[]> {
  const response = await fetch(`${server.origin}/v1/projects/console/databases/(default)/documents:runQuery`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ structuredQuery: { from: [{ collectionId: 'projects' }] } }),
  })
  expect(response.status).toBe(200)
  const found = (await response.json()) as { document?: { name: string } }[]
  return found.flatMap(({ document }) => document?.name.split('/').slice(-1) ?? [])
}

async function deleteOwnAccount(server: TestServer, { idToken }: ConsoleAccount): Promise<void> {
  const { app } = (await (await fetch(`${server.origin}/hearth/v1/console`)).json()) as { app: { apiKey: string } }
  const address = `${server.origin}/identitytoolkit.googleapis.com/v1/accounts:delete?key=${app.apiKey}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ idToken }),
  })
  expect(response.status).toBe(200)
}

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'hearth-owner-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
