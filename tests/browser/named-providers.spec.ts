import { expect } from '@playwright/test'
import { OAuthProvider } from '../sdk/oauth-provider.ts'
import { SamlProvider } from '../sdk/saml-provider.ts'
import { BuiltPage } from './built-page.ts'
import { call, openWindow, SignInWorld } from './sign-in-world.ts'
import { test } from './test.ts'

/** Providers that the SDK knows by name, under `hearth start`, at a server of one's own: GitHub Enterprise, which here asks nothing. */
let built: BuiltPage
test.beforeAll(async () => {
  built = await BuiltPage.build('tests/browser/sign-in-page')
})
test.afterAll(async () => {
  await built[Symbol.asyncDispose]()
})

const ada = { info: { id: 4711, login: 'ada', name: 'Ada' }, addresses: [addressOf('ada@example.com')] }

function addressOf(email: string) {
  return { email, primary: true, verified: true }
}

async function setUp(world: SignInWorld, provider: OAuthProvider): Promise<void> {
  const config = { enabled: true, ...provider.client, ...provider.endpoints }
  await world.admin('POST', 'defaultSupportedIdpConfigs?idpId=github.com', config)
}

for (const uses of [[], ['stock', 'script']] as const) {
  test(`GitHub signs in, links and re-authenticates, and the app has its access token, ${uses.length === 0 ? 'by our resolver' : "by the SDK's own"}`, async ({
    page,
  }) => {
    await using world = await SignInWorld.start(built.origin)
    await using provider = await OAuthProvider.start(ada)
    await setUp(world, provider)
    await world.open(page, undefined, uses)
    await openWindow(page, 'ada', 'signIn', 'github.com')
    const outcome = await call(page, 'end', 'ada')
    expect(outcome).toMatchObject({ email: 'ada@example.com', isNewUser: true, username: 'ada' })
    expect(outcome.gitHubToken).toMatch(/^gho_/)
    await openWindow(page, 'again', 'reauthenticate', 'github.com')
    expect(await call(page, 'end', 'again')).toMatchObject({ uid: outcome.uid })
    provider.user = { info: { id: 1, login: 'eve' } }
    await openWindow(page, 'other', 'reauthenticate', 'github.com')
    expect(await call(page, 'end', 'other')).toEqual({ code: 'auth/user-mismatch' })
    const { uid } = await call(page, 'signUp', 'eve@example.org')
    await openWindow(page, 'link', 'link', 'github.com')
    expect(await call(page, 'end', 'link')).toMatchObject({ uid, providers: ['github.com', 'password'] })
    provider.user = undefined
    await openWindow(page, 'no', 'signIn', 'github.com')
    expect(await call(page, 'end', 'no')).toEqual({ code: 'auth/user-cancelled' })
  })
}

test('GitHub asks for the first way in to an address, and is linked after it by what the error has', async ({
  page,
}) => {
  await using world = await SignInWorld.start(built.origin)
  await using provider = await OAuthProvider.start(ada)
  await setUp(world, provider)
  await world.open(page)
  const { uid } = await call(page, 'signUp', 'ada@example.com')
  await call(page, 'signOut')
  await openWindow(page, 'ada', 'signIn', 'github.com')
  expect(await call(page, 'end', 'ada')).toEqual({ code: 'auth/account-exists-with-different-credential' })
  const linked = await call(page, 'linkRefused', 'ada@example.com', 'github.com')
  expect(linked).toMatchObject({ uid, providers: ['github.com', 'password'] })
})

for (const uses of [[], ['stock', 'script']] as const) {
  test(`a SAML provider of another site signs in and re-authenticates, ${uses.length === 0 ? 'by our resolver' : "by the SDK's own"}`, async ({
    page,
  }) => {
    await using world = await SignInWorld.start(built.origin)
    await using provider = await SamlProvider.start()
    await world.admin('POST', 'inboundSamlConfigs?inboundSamlConfigId=saml.acme', provider.config)
    await world.open(page, undefined, uses)
    await openWindow(page, 'ada', 'signIn', 'saml.acme')
    const outcome = await call(page, 'end', 'ada')
    expect(outcome).toMatchObject({ email: 'ada@example.com', isNewUser: true, providers: ['saml.acme'] })
    expect(outcome.profile).toEqual({ displayName: 'Ada Lovelace', groups: ['staff', 'math'] })
    await openWindow(page, 'again', 'reauthenticate', 'saml.acme')
    expect(await call(page, 'end', 'again')).toMatchObject({ uid: outcome.uid })
    const { uid } = await call(page, 'signUp', 'carol@example.org')
    await openWindow(page, 'taken', 'link', 'saml.acme')
    expect(await call(page, 'end', 'taken')).toEqual({ code: 'auth/credential-already-in-use' })
    provider.nameId = 'somebody'
    await openWindow(page, 'link-other', 'link', 'saml.acme')
    expect(await call(page, 'end', 'link-other')).toMatchObject({ uid, providers: ['password', 'saml.acme'] })
  })
}
