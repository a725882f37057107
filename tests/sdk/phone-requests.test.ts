import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { OAuthProvider } from './oauth-provider.ts'

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

describe('accounts of iOS', () => {
  const phone = {
    captchaResponse: 'NO_RECAPTCHA',
    clientType: 'CLIENT_TYPE_IOS',
    recaptchaVersion: 'RECAPTCHA_ENTERPRISE',
  }

  async function lastCode(): Promise<string> {
    const answer = await ask('GET', '/emulator/v1/projects/demo-app/verificationCodes', {
      authorization: 'Bearer owner',
    })
    const { verificationCodes } = answer.body as { verificationCodes: { code: string }[] }
    return verificationCodes.at(-1)?.code ?? ''
  }

  async function lastLinkCode(): Promise<string> {
    const answer = await ask('GET', '/emulator/v1/projects/demo-app/oobCodes', { authorization: 'Bearer owner' })
    const { oobCodes } = answer.body as { oobCodes: { oobCode: string }[] }
    return oobCodes.at(-1)?.oobCode ?? ''
  }

  /** Version 2, which iOS asks at another host. */
  async function askAuth2(endpoint: string, body: object) {
    const headers = { 'content-type': 'application/json', 'x-firebase-gmpid': '1:1:ios:a' }
    return await ask('POST', `/identitytoolkit.googleapis.com/v2/${endpoint}?key=${key}`, headers, JSON.stringify(body))
  }

  async function phoneCredential(number: string): Promise<{ sessionInfo: unknown; code: string }> {
    const sent = await askAuth('sendVerificationCode', { phoneNumber: number, ...phone })
    return { sessionInfo: sent.body['sessionInfo'], code: await lastCode() }
  }

  it('are changed, asked about, unlinked and deleted', async () => {
    const { idToken } = await signUp()
    const changed = await askAuth('setAccountInfo', {
      idToken,
      displayName: 'Ada',
      photoUrl: 'https://example.com/a.png',
      returnSecureToken: true,
    })
    expect(changed.body).toMatchObject({ displayName: 'Ada', providerUserInfo: [{ providerId: 'password' }] })
    const asked = await askAuth('getAccountInfo', { idToken })
    const { users } = asked.body as { users: Record<string, unknown>[] }
    expect(users).toHaveLength(1)
    expect(Number(users[0]?.['createdAt'])).toBeGreaterThan(1_600_000_000_000)
    const linked = await askAuth('verifyPhoneNumber', {
      ...(await phoneCredential('+15555550111')),
      idToken,
      operation: 'LINK',
    })
    expect(linked.body).toMatchObject({ phoneNumber: '+15555550111', idToken: expect.any(String) })
    const unlink = { idToken, deleteProvider: ['phone'], returnSecureToken: true }
    expect((await askAuth('setAccountInfo', unlink)).body['providerUserInfo']).toMatchObject([
      { providerId: 'password' },
    ])
    const methods = await askAuth('createAuthUri', {
      identifier: users[0]?.['email'],
      continueUri: 'http://www.google.com',
    })
    expect(methods.body).toMatchObject({ signinMethods: ['password'] })
    expect((await askAuth('deleteAccount', { idToken, localId: users[0]?.['localId'] })).status).toBe(200)
    expect((await askAuth('getAccountInfo', { idToken })).status).toBe(400)
  })

  it('whose phone number is another’s are told by a proof that signs in to that one', async () => {
    const number = '+15555550112'
    const first = await askAuth('verifyPhoneNumber', { ...(await phoneCredential(number)), operation: 'SIGN_UP_OR_IN' })
    const { idToken } = await signUp()
    const refused = await askAuth('verifyPhoneNumber', {
      ...(await phoneCredential(number)),
      idToken,
      operation: 'LINK',
    })
    expect(refused).toMatchObject({ status: 200, body: { phoneNumber: number, temporaryProof: expect.any(String) } })
    const { temporaryProof } = refused.body
    const proved = await askAuth('verifyPhoneNumber', {
      temporaryProof,
      phoneNumber: number,
      operation: 'SIGN_UP_OR_IN',
    })
    expect(proved.body).toMatchObject({ localId: first.body['localId'], isNewUser: false })
  })

  it('sign in by a link and reset their password', async () => {
    const email = 'link@example.com'
    const settings = { continueUrl: 'http://localhost/done', iOSBundleId: 'com.example.app', canHandleCodeInApp: true }
    const clientType = 'CLIENT_TYPE_IOS'
    await askAuth('getOobConfirmationCode', { requestType: 'EMAIL_SIGNIN', email, ...settings, clientType })
    const signedIn = await askAuth('emailLinkSignin', { email, oobCode: await lastLinkCode() })
    expect(signedIn.body).toMatchObject({ email, isNewUser: true, refreshToken: expect.any(String) })
    await askAuth('getOobConfirmationCode', { requestType: 'PASSWORD_RESET', email, clientType })
    const oobCode = await lastLinkCode()
    const kind = { email, requestType: 'PASSWORD_RESET' }
    expect((await askAuth('resetPassword', { oobCode })).body).toMatchObject(kind)
    expect((await askAuth('resetPassword', { oobCode, newPassword: 'other horse' })).body).toMatchObject(kind)
    expect((await askAuth('resetPassword', { oobCode, newPassword: 'third horse' })).status).toBe(400)
  })

  it('have second factors', async () => {
    const { idToken } = await signUp()
    await askAuth('getOobConfirmationCode', { requestType: 'VERIFY_EMAIL', idToken, clientType: 'CLIENT_TYPE_IOS' })
    expect((await askAuth('setAccountInfo', { oobCode: await lastLinkCode() })).status).toBe(200)
    const phoneEnrollmentInfo = { phoneNumber: '+15555550113', ...phone }
    const begun = await askAuth2('accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo })
    const { sessionInfo } = begun.body['phoneSessionInfo'] as Record<string, unknown>
    const phoneVerificationInfo = { sessionInfo, code: await lastCode() }
    const enrolled = await askAuth2('accounts/mfaEnrollment:finalize', {
      idToken,
      displayName: 'Mine',
      phoneVerificationInfo,
    })
    expect(enrolled.body).toMatchObject({ idToken: expect.any(String), refreshToken: expect.any(String) })

    const asked = await askAuth('getAccountInfo', { idToken: enrolled.body['idToken'] })
    const [{ email } = {}] = asked.body['users'] as Record<string, unknown>[]
    const half = await askAuth('verifyPassword', {
      email,
      password: 'correct horse',
      returnSecureToken: true,
      ...phone,
    })
    expect(half.body).not.toHaveProperty('idToken')
    const { mfaPendingCredential } = half.body
    const [factor] = half.body['mfaInfo'] as Record<string, unknown>[]
    expect(factor).toMatchObject({ phoneInfo: expect.any(String), displayName: 'Mine' })
    const { mfaEnrollmentId } = factor ?? {}
    const start = { mfaPendingCredential, mfaEnrollmentId, phoneSignInInfo: phone }
    const { phoneResponseInfo } = (await askAuth2('accounts/mfaSignIn:start', start)).body
    const answer = { ...(phoneResponseInfo as object), code: await lastCode() }
    const whole = await askAuth2('accounts/mfaSignIn:finalize', { mfaPendingCredential, phoneVerificationInfo: answer })
    expect(whole.body).toMatchObject({ idToken: expect.any(String), refreshToken: expect.any(String) })
    const withdrawn = await askAuth2('accounts/mfaEnrollment:withdraw', {
      idToken: whole.body['idToken'],
      mfaEnrollmentId,
    })
    expect(withdrawn.status).toBe(200)
  })

  it('ask whether a reCAPTCHA is due, and hear that tokens of Apple are not revoked here', async () => {
    const query = `key=${key}&clientType=CLIENT_TYPE_IOS&version=RECAPTCHA_ENTERPRISE`
    const asked = await ask('GET', `/identitytoolkit.googleapis.com/v2/recaptchaConfig?${query}`, {})
    expect(asked.body['recaptchaEnforcementState']).toContainEqual({
      provider: 'PHONE_PROVIDER',
      enforcementState: 'OFF',
    })
    const { idToken } = await signUp()
    const token = { providerId: 'apple.com', tokenType: 3, token: 'code', idToken }
    expect(await askAuth2('accounts:revokeToken', token)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^OPERATION_NOT_ALLOWED/) } },
    })
  })

  it('are called by the name that Apple gave the app beside the ID token', async () => {
    const said = [
      'providerId=apple.com',
      'id_token={"sub":"a1","email":"ada@example.com"}',
      'nonce=raw',
      'user={"name":{"firstName":"Ada","lastName":"Lovelace"}}',
    ]
    const asked = {
      requestUri: 'http://localhost',
      postBody: said.join('&'),
      returnSecureToken: true,
      autoCreate: true,
    }
    const signedIn = await askAuth('verifyAssertion', { ...asked, returnIdpCredential: true })
    expect(signedIn.body).toMatchObject({ displayName: 'Ada Lovelace', isNewUser: true })
    const other = said.join('&').replace('apple.com', 'google.com')
    expect((await askAuth('verifyAssertion', { ...asked, postBody: other })).body['displayName']).toBeUndefined()
  })
})

describe('sign-in windows of phones', () => {
  const sessionId = 'ABCDEFGHIJ'

  async function signInAt(origin: string, query: Readonly<Record<string, string>>, answer = 'yes') {
    const asked = new URLSearchParams({
      apiKey: key,
      authType: 'signInWithRedirect',
      sessionId: createHash('sha256').update(sessionId).digest('hex'),
      eventId: 'KLMNOPQRST',
      providerId: 'github.com',
      ...query,
    })
    const opened = await fetch(`${origin}/emulator/auth/handler?${asked}`)
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    const state = /name="state" value="([^"]+)"/.exec(await opened.text())?.[1] ?? ''
    const chosen = await fetch(`${origin}/__/auth/test-provider`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ state, answer, email: 'grace@example.com', verified: 'on' }),
    })
    const message = /id="message">(.*?)<\/script>/.exec(await chosen.text())?.[1] ?? '{}'
    return { status: opened.status, location: (JSON.parse(message) as { location?: string }).location ?? '' }
  }

  async function redeem(requestUri: string, secret: string) {
    return await askAuth('verifyAssertion', {
      requestUri,
      postBody: 'providerId=github.com',
      sessionId: secret,
      returnSecureToken: true,
      returnIdpCredential: true,
      autoCreate: true,
    })
  }

  /** As `AuthWebUtils` of iOS takes the address apart. */
  function saidToIos(location: string): URLSearchParams {
    return new URL(new URL(location).searchParams.get('deep_link_id') ?? 'none:').searchParams
  }

  it('lead back into an app of iOS, which signs in with its own secret alone', async () => {
    const ios = {
      ibi: 'com.example.app',
      appId: '1:1:ios:a',
      v: 'FirebaseAuth.iOS/12.0.0',
      hl: 'de',
      scopes: 'user:email',
    }
    const { location } = await signInAt(server.origin, ios)
    expect(location).toMatch(/^app-1-1-ios-a:\/\/firebaseauth\/link\?deep_link_id=/)
    const said = saidToIos(location)
    expect([said.get('authType'), said.get('eventId')]).toEqual(['signInWithRedirect', 'KLMNOPQRST'])
    const stolen = await redeem(said.get('link') ?? '', 'another secret')
    expect(stolen.body).toMatchObject({ error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) } })
    const again = saidToIos(
      (await signInAt(server.origin, { ...ios, clientId: '1-a.apps.googleusercontent.com' })).location,
    )
    const signedIn = await redeem(again.get('link') ?? '', sessionId)
    expect(signedIn.body).toMatchObject({
      email: 'grace@example.com',
      providerId: 'github.com',
      idToken: expect.any(String),
    })
    const refused = saidToIos((await signInAt(server.origin, ios, 'no')).location)
    expect(JSON.parse(refused.get('firebaseError') ?? '{}')).toMatchObject({ code: 'auth/user-cancelled' })
  })

  it('lead back into an app of Android by an intent for its package', async () => {
    const { location } = await signInAt(server.origin, { apn: 'com.example.app' })
    const [start, ...extras] = location.split(';')
    expect(start).toBe('intent://firebase.auth/#Intent')
    expect(extras).toContain('package=com.example.app')
    expect(extras).toContain('S.eventId=KLMNOPQRST')
    const link = decodeURIComponent(extras.find((extra) => extra.startsWith('S.link='))?.slice('S.link='.length) ?? '')
    expect((await redeem(link, sessionId)).body).toMatchObject({ email: 'grace@example.com' })
  })

  it('are opened for no address that a browser knows', async () => {
    for (const ibi of ['javascript', 'https', 'a b.c', 'x;y.z']) {
      expect(await signInAt(server.origin, { ibi }), ibi).toMatchObject({ status: 400, location: '' })
    }
  })

  it('are opened under hearth start for apps that the project has registered, and lead to their addresses alone', async () => {
    await using start = await TestServer.start({ settings: { HEARTH_PRIVATE_PROVIDERS: 'true' } })
    await using provider = await OAuthProvider.start({ info: { id: 4711, login: 'grace' } })
    const owner = await ConsoleAccount.claim(start)
    await owner.createProject('shop-app', 'Shop')
    const config = await fetch(`${start.origin}/v2/projects/shop-app/defaultSupportedIdpConfigs?idpId=github.com`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await owner.operatorToken('shop-app')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ enabled: true, ...provider.client, ...provider.endpoints }),
    })
    expect(config.status).toBe(200)
    const register = async (platform: 'ios' | 'android') => {
      const app = { name: 'Shop', platform, bundleId: 'com.example.shop' }
      const made = await owner.call('POST', '/projects/shop-app/apps', app)
      expect(made.status).toBe(201)
      return ((await made.json()) as { config: { appId: string; apiKey: string } }).config
    }
    const [ios, android] = [await register('ios'), await register('android')]
    const open = async (query: Readonly<Record<string, string>>) => {
      const asked = new URLSearchParams({
        apiKey: ios.apiKey,
        authType: 'signInWithRedirect',
        sessionId: createHash('sha256').update(sessionId).digest('hex'),
        eventId: 'KLMNOPQRST',
        providerId: 'github.com',
        ...query,
      })
      const opened = await fetch(`${start.origin}/__/auth/handler?${asked}`, { redirect: 'manual' })
      const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
      const away = opened.headers.get('location')
      const back = away === null ? null : (await fetch(away, { redirect: 'manual' })).headers.get('location')
      const text = await (back === null ? opened : await fetch(back, { headers: { cookie } })).text()
      const message = /id="message">(.*?)<\/script>/.exec(text)?.[1] ?? '{}'
      return { status: opened.status, location: (JSON.parse(message) as { location?: string }).location ?? '' }
    }

    const { location } = await open({ ibi: 'com.example.shop', appId: ios.appId })
    expect(location).toMatch(new RegExp(`^app-${ios.appId.replaceAll(':', '-')}://firebaseauth/link`))
    const requestUri = saidToIos(location).get('link') ?? ''
    const redeemAt = async (secret: string, uri: string) =>
      await fetch(`${start.origin}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=${ios.apiKey}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requestUri: uri, postBody: 'providerId=github.com', sessionId: secret }),
      })
    expect(await (await redeemAt(sessionId, requestUri)).json()).toMatchObject({ rawId: '4711', isNewUser: true })
    // Another app that takes the address for its own lacks the secret.
    const again = saidToIos((await open({ ibi: 'com.example.shop', appId: ios.appId })).location)
    expect((await redeemAt('another secret', again.get('link') ?? '')).status).toBe(400)

    expect((await open({ apn: 'com.example.shop', apiKey: android.apiKey })).location).toContain(
      'package=com.example.shop;',
    )
    provider.user = undefined
    const refused = saidToIos((await open({ ibi: 'com.example.shop', appId: ios.appId })).location)
    expect(JSON.parse(refused.get('firebaseError') ?? '{}')).toMatchObject({ code: 'auth/user-cancelled' })
    const unknown = saidToIos(
      (await open({ ibi: 'com.example.shop', appId: ios.appId, providerId: 'twitter.com' })).location,
    )
    expect(JSON.parse(unknown.get('firebaseError') ?? '{}')).toMatchObject({ code: 'auth/operation-not-allowed' })

    for (const stranger of [
      { ibi: 'com.example.other' },
      { ibi: 'com.example.shop', appId: '1:1:ios:a' },
      { ibi: 'com.example.shop', appId: android.appId },
      { ibi: 'com.example.shop', clientId: '1-a.apps.googleusercontent.com' },
      { apn: 'com.example.other' },
    ]) {
      expect(await open(stranger), JSON.stringify(stranger)).toEqual({ status: 403, location: '' })
    }
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

  it('are listed, described, linked to, downloaded, changed and deleted', async () => {
    const { idToken } = await signUp()
    const headers = { authorization: `Firebase ${idToken}`, 'x-firebase-storage-version': 'ios/12.0.0' }
    // Its own set of characters stays as it is: `GCSEscapedString`.
    const name = "trip%2Fa!$'()*,=:@%26.txt"
    const path = `/v0/b/${bucket}/o/${name}`
    const owner = { authorization: 'Bearer owner', 'content-type': 'text/plain' }
    await ask('POST', `/v0/b/${bucket}/o?name=${name}`, owner, 'hello phone')
    const listed = await ask('GET', `/v0/b/${bucket}/o?prefix=trip/&delimiter=/&maxResults=1`, headers)
    expect(listed.body['items']).toMatchObject([{ name: "trip/a!$'()*,=:@&.txt", bucket }])
    const patch = { ...headers, 'content-type': 'application/json; charset=UTF-8' }
    const changed = await ask(
      'PATCH',
      path,
      patch,
      JSON.stringify({ contentLanguage: 'de', metadata: { mood: 'warm' } }),
    )
    expect(changed.body).toMatchObject({ contentLanguage: 'de', metadata: { mood: 'warm' }, size: '11' })
    const { downloadTokens } = (await ask('GET', path, headers)).body
    expect(await (await fetch(`${server.origin}${path}?alt=media&token=${String(downloadTokens)}`)).text()).toBe(
      'hello phone',
    )
    const rest = await fetch(`${server.origin}${path}?alt=media`, { headers: { ...headers, range: 'bytes=6-' } })
    expect([rest.status, await rest.text()]).toEqual([206, 'phone'])
    expect((await ask('DELETE', path, headers)).status).toBe(204)
    expect((await ask('GET', path, headers)).status).toBe(404)
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
