import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { OAuthProvider } from './oauth-provider.ts'
import { phoneKey, PhoneWorld } from './phone-world.ts'

let world: PhoneWorld

beforeAll(async () => {
  world = await PhoneWorld.start()
})

afterAll(() => world[Symbol.asyncDispose]())

describe('sign-in windows of phones', () => {
  const sessionId = 'ABCDEFGHIJ'

  async function signInAt(origin: string, query: Readonly<Record<string, string>>, answer = 'yes') {
    const asked = new URLSearchParams({
      apiKey: phoneKey,
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
    return await world.askAuth('verifyAssertion', {
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
    const { location } = await signInAt(world.server.origin, ios)
    expect(location).toMatch(/^app-1-1-ios-a:\/\/firebaseauth\/link\?deep_link_id=/)
    const said = saidToIos(location)
    expect([said.get('authType'), said.get('eventId')]).toEqual(['signInWithRedirect', 'KLMNOPQRST'])
    const stolen = await redeem(said.get('link') ?? '', 'another secret')
    expect(stolen.body).toMatchObject({ error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) } })
    const again = saidToIos(
      (await signInAt(world.server.origin, { ...ios, clientId: '1-a.apps.googleusercontent.com' })).location,
    )
    const signedIn = await redeem(again.get('link') ?? '', sessionId)
    expect(signedIn.body).toMatchObject({
      email: 'grace@example.com',
      providerId: 'github.com',
      idToken: expect.any(String),
    })
    const refused = saidToIos((await signInAt(world.server.origin, ios, 'no')).location)
    expect(JSON.parse(refused.get('firebaseError') ?? '{}')).toMatchObject({ code: 'auth/user-cancelled' })
  })

  it('lead back into an app of Android by an intent for its package', async () => {
    const { location } = await signInAt(world.server.origin, { apn: 'com.example.app' })
    const [start, ...extras] = location.split(';')
    expect(start).toBe('intent://firebase.auth/#Intent')
    expect(extras).toContain('package=com.example.app')
    expect(extras).toContain('S.eventId=KLMNOPQRST')
    const link = decodeURIComponent(extras.find((extra) => extra.startsWith('S.link='))?.slice('S.link='.length) ?? '')
    expect((await redeem(link, sessionId)).body).toMatchObject({ email: 'grace@example.com' })
  })

  it('are opened for no address that a browser knows', async () => {
    for (const ibi of ['javascript', 'https', 'a b.c', 'x;y.z']) {
      expect(await signInAt(world.server.origin, { ibi }), ibi).toMatchObject({ status: 400, location: '' })
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
