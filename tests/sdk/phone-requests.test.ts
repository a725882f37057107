import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

/**
 * What the SDKs for phones send, as their sources write it (firebase-ios-sdk with gtm-session-fetcher, firebase-android-sdk; FlutterFire hands
 * everything to them). No device was asked.
 */
let server: TestServer

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev' })
})

afterAll(() => server[Symbol.asyncDispose]())

const bucket = 'demo-app.appspot.com'
const key = 'hk_demo-app_phone'

async function ask(
  method: string,
  address: string,
  headers: Record<string, string>,
  body?: string | Uint8Array<ArrayBuffer>,
) {
  const path = address.startsWith('http') ? address : server.origin + address
  const answer = await fetch(path, { method, headers, ...(body !== undefined && { body }) })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
  }
}

/** `AuthBackend` of iOS: JSON, with what the app is in headers. */
async function askAuth(endpoint: string, body: object) {
  const headers = {
    'content-type': 'application/json',
    'x-client-version': 'iOS/FirebaseSDK/12.0.0/FirebaseCore-iOS',
    'x-ios-bundle-identifier': 'com.example.app',
    'x-firebase-gmpid': '1:1:ios:a',
    'accept-language': 'en',
    'x-firebase-locale': 'de',
  }
  return await ask(
    'POST',
    `/www.googleapis.com/identitytoolkit/v3/relyingparty/${endpoint}?key=${key}`,
    headers,
    JSON.stringify(body),
  )
}

async function signUp(): Promise<{ idToken: string; refreshToken: string }> {
  const email = `ada${Math.random()}@example.com`
  const clientType = 'CLIENT_TYPE_IOS'
  const made = await askAuth('signupNewUser', { email, password: 'correct horse', returnSecureToken: true, clientType })
  const again = await askAuth('verifyPassword', {
    email,
    password: 'correct horse',
    returnSecureToken: true,
    clientType,
  })
  expect([made.status, again.status]).toEqual([200, 200])
  return again.body as { idToken: string; refreshToken: string }
}

describe('accounts', () => {
  it('a token is refreshed by JSON in the names of its messages', async () => {
    const { refreshToken } = await signUp()
    const body = JSON.stringify({ grantType: 'refresh_token', refreshToken })
    const headers = { 'content-type': 'application/json' }
    const answer = await ask('POST', `/securetoken.googleapis.com/v1/token?key=${key}`, headers, body)
    expect(answer.body).toMatchObject({
      access_token: expect.any(String),
      id_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: '3600',
    })
  })
})

describe('files of iOS', () => {
  it('are uploaded by its fetcher: PUT to the address, without a credential', async () => {
    const { idToken } = await signUp()
    const name = encodeURIComponent('photos/one.jpg')
    const started = await ask(
      'POST',
      `/v0/b/${bucket}/o/${name}?uploadType=resumable&name=${name}`,
      {
        authorization: `Firebase ${idToken}`,
        'content-type': 'application/json; charset=UTF-8',
        'x-firebase-gmpid': '1:1:ios:a',
        'x-firebase-storage-version': 'ios/12.0.0',
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-content-type': 'image/jpeg',
        'x-goog-upload-content-length': '9',
      },
      JSON.stringify({ bucket, name: 'photos/one.jpg' }),
    )
    expect(started.headers.get('x-goog-upload-status')).toBe('active')
    expect(Number(started.headers.get('x-goog-upload-chunk-granularity'))).toBeGreaterThan(0)
    const address = started.headers.get('x-goog-upload-url') ?? ''
    const step = async (command: string, offset: number, body: string) =>
      await ask(
        'PUT',
        address,
        {
          'x-goog-upload-protocol': 'resumable',
          'x-goog-upload-command': command,
          ...(command.startsWith('upload') && { 'x-goog-upload-offset': String(offset) }),
        },
        body,
      )
    expect((await step('upload', 0, 'four')).headers.get('x-goog-upload-status')).toBe('active')
    const asked = await step('query', 0, '')
    expect(asked.headers.get('x-goog-upload-size-received')).toBe('4')
    const last = await step('upload, finalize', 4, ' five')
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    expect(last.body).toMatchObject({ name: 'photos/one.jpg', size: '9', contentType: 'image/jpeg' })
  })

  it('are refused before a byte is sent, when they say that they are too large', async () => {
    await using small = await TestServer.start({ mode: 'dev', settings: { HEARTH_UPLOAD_LIMIT: '1000000' } })
    const headers = {
      authorization: 'Bearer owner',
      'content-type': 'application/json; charset=UTF-8',
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-content-type': 'image/jpeg',
      'x-goog-upload-content-length': '2000000',
    }
    const address = `${small.origin}/v0/b/${bucket}/o/large.jpg?uploadType=resumable&name=large.jpg`
    expect((await ask('POST', address, headers, '{}')).status).toBe(402)
  })
})

describe('files of Android', () => {
  it('are uploaded in parts, asked about and cancelled by POST', async () => {
    const { idToken } = await signUp()
    const common = {
      authorization: `Firebase ${idToken}`,
      'x-firebase-storage-version': 'Android/24.0.0',
      'x-firebase-gmpid': '1:1:android:a',
      'x-goog-upload-protocol': 'resumable',
    }
    const start = async (name: string): Promise<string> => {
      const headers = {
        ...common,
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-type': 'text/plain',
        'content-type': 'application/json',
      }
      const path = `/v0/b/${bucket}/o?name=${encodeURIComponent(name)}&uploadType=resumable`
      return (await ask('POST', path, headers, '{"contentType":"text/plain"}')).headers.get('x-goog-upload-url') ?? ''
    }
    const step = async (address: string, command: string, offset?: number, body = '') =>
      await ask(
        'POST',
        address,
        {
          ...common,
          'x-goog-upload-command': command,
          ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
        },
        body,
      )
    const address = await start('notes/a b.txt')
    const content = 'x'.repeat(262_144)
    expect((await step(address, 'upload', 0, content)).headers.get('x-goog-upload-status')).toBe('active')
    expect((await step(address, 'query')).headers.get('x-goog-upload-size-received')).toBe('262144')
    // Where the length was not known before, the last request has no content.
    const last = await step(address, 'finalize', 262_144)
    expect(last.headers.get('x-goog-upload-status')).toBe('final')
    expect(last.body).toMatchObject({ name: 'notes/a b.txt', size: '262144' })

    const given = await start('notes/gone.txt')
    expect((await step(given, 'cancel')).headers.get('x-goog-upload-status')).toBe('cancelled')
    expect((await step(given, 'query')).status).toBe(404)
  })

  it('change their metadata by PUT, with the method in a header', async () => {
    const owner = { authorization: 'Bearer owner' }
    const path = `/v0/b/${bucket}/o/${encodeURIComponent('notes/change.txt')}`
    await ask('POST', `/v0/b/${bucket}/o?name=notes%2Fchange.txt`, { ...owner, 'content-type': 'text/plain' }, 'hello')
    const headers = { ...owner, 'content-type': 'application/json', 'x-http-method-override': 'PATCH' }
    const metadata = { cacheControl: 'no-cache', metadata: { mood: 'warm' } }
    const changed = await ask('PUT', path, headers, JSON.stringify(metadata))
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject(metadata)
    expect((await ask('GET', path, owner)).body).toMatchObject({ ...metadata, size: '5' })
  })
})

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
