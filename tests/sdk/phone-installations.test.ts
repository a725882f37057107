import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { ask } from './phone-world.ts'

describe('installations', () => {
  const base = '/v1/projects/demo-app/installations'
  let start: TestServer
  let app: { readonly apiKey: string; readonly appId: string }

  beforeAll(async () => {
    start = await TestServer.start()
    app = (await (await ConsoleAccount.claim(start)).enter('demo-app')).app
  })

  afterAll(() => start[Symbol.asyncDispose]())

  it('of iOS are made and deleted at addresses with a slash at the end', async () => {
    const headers = {
      'x-goog-api-key': app.apiKey,
      'content-type': 'application/json',
      'x-ios-bundle-identifier': 'com.example.app',
    }
    const wanted = { fid: '', authVersion: 'FIS_v2', appId: app.appId, sdkVersion: 'i:12.0.0' }
    const made = await ask('POST', `${start.origin}${base}/`, headers, JSON.stringify(wanted))
    expect(made.body).toMatchObject({ refreshToken: expect.any(String), authToken: { token: expect.any(String) } })
    const own = { ...headers, authorization: `FIS_v2 ${String(made.body['refreshToken'])}` }
    const address = `${start.origin}${base}/${String(made.body['fid'])}`
    const asked = JSON.stringify({ installation: { sdkVersion: 'i:12.0.0' } })
    const refreshed = await ask('POST', `${address}/authTokens:generate`, own, asked)
    expect(refreshed.body).toMatchObject({ token: expect.any(String), expiresIn: '604800s' })
    expect((await ask('DELETE', `${address}/`, own, '{}')).status).toBe(200)
  })

  it('of Android are made by packed JSON, with the key in the address', async () => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'content-encoding': 'gzip',
      'x-android-package': 'com.example.app',
      'x-android-cert': 'AB',
    }
    const packed = (body: object) => new Uint8Array(gzipSync(JSON.stringify(body)))
    const wanted = { fid: '', appId: app.appId, authVersion: 'FIS_v2', sdkVersion: 'a:18.0.0' }
    const at = (path: string, key = app.apiKey): string => `${start.origin}${base}${path}?key=${key}`
    const made = await ask('POST', at(''), headers, packed(wanted))
    expect(made.status).toBe(200)
    const own = { ...headers, authorization: `FIS_v2 ${String(made.body['refreshToken'])}` }
    const path = `/${String(made.body['fid'])}`
    const asked = packed({ installation: { sdkVersion: 'a:18.0.0' } })
    expect((await ask('POST', at(`${path}/authTokens:generate`), own, asked)).status).toBe(200)
    expect((await ask('DELETE', at(path), own)).status).toBe(200)
    expect((await ask('POST', at('', 'hk_demo-app_guess'), headers, packed(wanted))).status).toBe(400)
  })
})
