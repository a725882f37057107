import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseConnectCommand } from './connect-command.ts'
import type { SettingsError } from '../../config/server-config.ts'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'
import { runConnect } from './run-connect.ts'

it('prints the settings by which tools find the server, and a token that it takes', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Tools' })
  const folder = await mkdtemp(join(tmpdir(), "hearth-connect-ada's-"))
  try {
    const key = join(folder, 'key.json')
    await writeFile(key, await made.text())
    const [lines, told]: [string[], string[]] = [[], []]
    const command = parseConnectCommand('tools', { url: server.origin, ca: '/etc/hearth/ca.pem' }, { HEARTH_KEY: key })
    const run = () =>
      runConnect(
        command,
        (line) => lines.push(line),
        (sentence) => told.push(sentence),
      )
    expect(await run()).toBe(0)
    const variables = Object.fromEntries(
      lines.flatMap((line) => {
        const [, name = '', value = ''] = /^export (\w+)='(.*)'$/.exec(line) ?? []
        return name === '' ? [] : [[name, value.replaceAll(`'\\''`, "'")]]
      }),
    )
    expect(variables).toMatchObject({
      FIRESTORE_URL: server.origin,
      CLOUDSDK_AUTH_TOKEN_HOST: `${server.origin}/token`,
      GOOGLE_APPLICATION_CREDENTIALS: key,
      GOOGLE_CLOUD_PROJECT: 'shop-app',
      NODE_EXTRA_CA_CERTS: '/etc/hearth/ca.pem',
    })
    expect(told.join()).toContain('give it https')
    const grant = { grant_type: 'refresh_token', refresh_token: variables['FIREBASE_TOKEN'] ?? '' }
    const address = `${variables['FIREBASE_TOKEN_URL'] ?? ''}/oauth2/v3/token`
    expect((await fetch(address, { method: 'POST', body: new URLSearchParams(grant) })).status).toBe(200)
    await writeFile(key, '{}')
    expect(await run()).toBe(1)
    expect(told.at(-1)).toContain('is not the file of a service key')
  } finally {
    await rm(folder, { recursive: true })
  }
})

it('refuses settings that are none', () => {
  const complaints = (action: string | undefined, flags: Record<string, string | true>): string => {
    try {
      parseConnectCommand(action, flags, {})
      return ''
    } catch (error) {
      return (error as SettingsError).message
    }
  }
  expect(complaints(undefined, { url: 'backend', port: '1', ca: true })).toMatch(
    /--port is not a setting[^]*--ca needs a value[^]*connect tools[^]*--url must be[^]*--key is missing/,
  )
  expect(complaints('tools', { key: 'key.json' })).toBe('')
})
