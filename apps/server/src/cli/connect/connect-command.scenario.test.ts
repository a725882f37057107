import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { runCommand } from '../../testing/run-command.ts'
import { TestServer } from '../../testing/test-server.ts'

it('prints the settings by which tools find the server, and a token that it takes', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Tools' })
  const folder = await mkdtemp(join(tmpdir(), "hearth-connect-ada's-"))
  try {
    const key = join(folder, 'key.json')
    await writeFile(key, await made.text())
    const words = ['connect', 'tools', '--url', server.origin, '--ca', '/etc/hearth/ca.pem']
    const { status, printed, told } = await runCommand(words, { HEARTH_KEY: key })
    expect(status).toBe(0)
    const variables = Object.fromEntries(
      printed.flatMap((line) => {
        const [, name = '', value = ''] = /^export (\w+)='(.*)'$/.exec(line) ?? []
        return name === '' ? [] : [[name, value.replaceAll(`'\\''`, "'")]]
      }),
    )
    expect(variables).toMatchObject({
      FIRESTORE_URL: server.origin,
      CLOUDSDK_AUTH_TOKEN_HOST: `${server.origin}/token`,
      GOOGLE_APPLICATION_CREDENTIALS: key,
      GOOGLE_CLOUD_PROJECT: 'shop-app',
      // What isn't there is asked here, too: the vendor is sent no token of this server.
      FIREBASE_CLOUDLOGGING_URL: server.origin,
      CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDFUNCTIONS: `${server.origin}/`,
      NODE_EXTRA_CA_CERTS: '/etc/hearth/ca.pem',
    })
    const again = await runCommand(['connect', 'tools'], { HEARTH_KEY: key })
    expect(again.printed).toContain(`export FIRESTORE_URL='${server.origin}'`)
    expect(told.join()).toContain('give it https')
    const grant = { grant_type: 'refresh_token', refresh_token: variables['FIREBASE_TOKEN'] ?? '' }
    const address = `${variables['FIREBASE_TOKEN_URL'] ?? ''}/oauth2/v3/token`
    expect((await fetch(address, { method: 'POST', body: new URLSearchParams(grant) })).status).toBe(200)
    await writeFile(key, '{}')
    const refused = await runCommand(words, { HEARTH_KEY: key })
    expect(refused.status).toBe(1)
    expect(refused.told.at(-1)).toContain('is not the file of a service key')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it.each([
  ['connect', 'Say what to do'],
  ['connect tools --port 1', "Unknown option '--port'"],
  ['connect tools --ca', "Option '--ca <file>' argument missing"],
  ['connect tools --url backend --key key.json', '--url must be'],
  ['connect tools', '--key is missing'],
])('refuses "%s"', async (line, sentence) => {
  const { status, told } = await runCommand(line.split(' '))
  expect(status).toBe(2)
  expect(told.join()).toContain(sentence)
})
