import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../lib/ambient.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { ConsoleAccount } from '../testing/console-account.ts'
import { TestServer } from '../testing/test-server.ts'

const SECRET = 'the-secret-of-acme'
const webhookSecret = `whsec_${Buffer.from('a secret that signs what is sent').toString('base64')}`
const config = {
  clientId: 'acme',
  issuer: 'https://acme.example.com',
  clientSecret: SECRET,
  enabled: true,
  responseType: { code: true },
}

let dataFolder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'hearth-secrets-'))
})
afterEach(() => rm(dataFolder, { recursive: true }))

const keyFile = (): string => join(dataFolder, 'secrets.key')

/** Every file of the data folder but the key's, as one text. */
async function everythingStored(): Promise<string> {
  const files = await readdir(dataFolder, { recursive: true, withFileTypes: true })
  const read = files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(read)).join('\n')
}

async function configure(server: TestServer, owner: ConsoleAccount): Promise<void> {
  const headers = {
    authorization: `Bearer ${await owner.operatorToken('shop-app')}`,
    'content-type': 'application/json',
  }
  const address = `${server.origin}/v2/projects/shop-app/oauthIdpConfigs?oauthIdpConfigId=oidc.acme`
  const made = await fetch(address, { method: 'POST', headers, body: JSON.stringify(config) })
  expect(made.status).toBe(200)
  const webhook = { url: 'https://hooks.example.com/sms', secret: webhookSecret }
  expect((await owner.call('PUT', '/projects/shop-app/webhooks/sms', webhook)).status).toBe(200)
}

async function readConfig(server: TestServer, owner: ConsoleAccount): Promise<Response> {
  return await fetch(`${server.origin}/v2/projects/shop-app/oauthIdpConfigs/oidc.acme`, {
    headers: { authorization: `Bearer ${await owner.operatorToken('shop-app')}` },
  })
}

const signIn = (server: TestServer): Promise<ConsoleAccount> =>
  ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')

test('no secret and no signing key is readable in the stores; the key is for the server’s user alone and outlives it', async () => {
  {
    await using server = await TestServer.start({ dataFolder })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    await configure(server, owner)
  }
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
  const stored = await everythingStored()
  for (const text of [SECRET, webhookSecret, 'PRIVATE KEY']) expect(stored).not.toContain(text)
  expect(stored).toContain('sealed1.')
  await using again = await TestServer.start({ dataFolder })
  const answer = await readConfig(again, await signIn(again))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ clientId: 'acme' })
})

test('with a key from the environment none is in the data folder, and another key reads nothing', async () => {
  const settings = { HEARTH_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  {
    await using server = await TestServer.start({ dataFolder, settings })
    const owner = await ConsoleAccount.claim(server)
    await owner.createProject('shop-app')
    await configure(server, owner)
  }
  expect(await readdir(dataFolder)).not.toContain('secrets.key')
  {
    await using server = await TestServer.start({ dataFolder, settings })
    expect((await readConfig(server, await signIn(server))).status).toBe(200)
  }
  const other = { HEARTH_SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') }
  await using server = await TestServer.start({ dataFolder, settings: other })
  await expect(signIn(server)).rejects.toThrow('sealed with another key')
})

test('records from before are read, and sealed when they change', async () => {
  {
    await using server = await TestServer.start({ dataFolder })
    await (await ConsoleAccount.claim(server)).createProject('shop-app')
  }
  const persistence = await SqlitePersistence.open({ folder: dataFolder, clock: systemClock })
  const store = await persistence.openProject('shop-app')
  const { responseType: _, ...kept } = config
  const value = JSON.stringify({ providerId: 'oidc.acme', ...kept })
  await store.commit({ records: [{ space: 'provider-config', key: 'oidc.acme', value }] })
  await persistence.close()
  {
    await using server = await TestServer.start({ dataFolder })
    const owner = await signIn(server)
    expect((await readConfig(server, owner)).status).toBe(200)
    const changed = await fetch(
      `${server.origin}/v2/projects/shop-app/oauthIdpConfigs/oidc.acme?updateMask=displayName`,
      {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await owner.operatorToken('shop-app')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ displayName: 'Acme' }),
      },
    )
    expect(changed.status).toBe(200)
  }
  const after = await SqlitePersistence.open({ folder: dataFolder, clock: systemClock })
  const record = await (await after.openProject('shop-app')).getRecord('provider-config', 'oidc.acme')
  await after.close()
  expect(record?.value).toMatch(/^sealed1\./)
})

test('a file that holds no key keeps the server from starting', async () => {
  await (await TestServer.start({ dataFolder }))[Symbol.asyncDispose]()
  await writeFile(keyFile(), 'nonsense\n')
  await expect(TestServer.start({ dataFolder })).rejects.toThrow('secrets.key holds no key')
})
