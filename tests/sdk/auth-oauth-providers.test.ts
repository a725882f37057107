import { createHash, generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { OAuthProvider, type OAuthUser } from './oauth-provider.ts'
import { type Answer, ProviderWindow } from './provider-window.ts'

const ada = 'ada@example.com'
const gitHubUser: OAuthUser = {
  info: { id: 4711, login: 'ada', name: 'Ada Lovelace', email: null, avatar_url: 'https://pictures.example/ada' },
  addresses: [
    { email: 'other@example.com', primary: false, verified: true },
    { email: ada, primary: true, verified: true },
  ],
}

/** As each of them answers who has the token. */
const users: readonly [providerId: string, user: OAuthUser, expected: Answer][] = [
  [
    'github.com',
    gitHubUser,
    {
      rawId: '4711',
      email: ada,
      screenName: 'ada',
      displayName: 'Ada Lovelace',
      photoUrl: 'https://pictures.example/ada',
    },
  ],
  [
    'facebook.com',
    { info: { id: '12', name: 'Ada', email: ada, picture: { data: { url: 'https://pictures.example/ada' } } } },
    { rawId: '12', email: ada, displayName: 'Ada', photoUrl: 'https://pictures.example/ada' },
  ],
  [
    'microsoft.com',
    { info: { id: '0b1c', displayName: 'Ada', mail: null, userPrincipalName: ada } },
    { rawId: '0b1c', email: ada, displayName: 'Ada' },
  ],
  [
    'twitter.com',
    { info: { data: { id: '99', name: 'Ada', username: 'ada', profile_image_url: 'https://pictures.example/ada' } } },
    { rawId: '99', screenName: 'ada', displayName: 'Ada', photoUrl: 'https://pictures.example/ada' },
  ],
  ['oauth.acme', { info: { sub: 'ada', name: 'Ada', email: ada } }, { rawId: 'ada', email: ada, displayName: 'Ada' }],
]

async function setUp(world: ProviderWindow, provider: OAuthProvider, providerId: string): Promise<Answer> {
  const path = `defaultSupportedIdpConfigs?idpId=${providerId}`
  return await world.admin('POST', path, { enabled: true, ...provider.client, ...provider.endpoints })
}

it.each(users)('signs in by %s, and hands its access token to the app', async (providerId, user, expected) => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(user)
  expect(await setUp(world, provider, providerId)).not.toHaveProperty('clientSecret')
  provider.tokenAnswer = { expires_in: 3600 }
  const answer = await world.signIn(providerId, { more: { scopes: 'repo,openid' } })
  expect(answer).toMatchObject({ providerId, isNewUser: true, federatedId: expected['rawId'], ...expected })
  expect(answer['oauthAccessToken']).toMatch(/^gho_/)
  expect(answer['oauthExpireIn']).toBeGreaterThan(3590)
  expect(answer).not.toHaveProperty('oauthIdToken')
  expect(JSON.parse(String(answer['rawUserInfo']))).toEqual(user.info)
  expect(answer['emailVerified']).toBe(false)
  const scopes = provider.asked[0]?.get('scope')?.split(' ') ?? []
  expect(scopes).toContain('repo')
  expect(scopes).not.toContain('openid')
  expect(provider.exchanged[0]?.authorization !== undefined).toBe(providerId === 'twitter.com')
  expect(await world.signIn(providerId)).toMatchObject({ isNewUser: false, localId: answer['localId'] })
})

it('links what an address refused, by the access token that the SDK keeps of it, once', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  await setUp(world, provider, 'github.com')
  const account = await world.call('v1/accounts:signUp', {
    email: ada,
    password: 'correct horse',
    returnSecureToken: true,
  })
  const refused = await world.signIn('github.com')
  expect(refused).toMatchObject({
    needConfirmation: true,
    email: ada,
    oauthAccessToken: expect.stringMatching(/^gho_/),
  })
  expect(refused).not.toHaveProperty('idToken')
  const credential = {
    idToken: account['idToken'],
    postBody: new URLSearchParams({
      providerId: 'github.com',
      access_token: String(refused['oauthAccessToken']),
    }).toString(),
  }
  expect(await world.redeem('http://localhost', credential)).toMatchObject({
    localId: account['localId'],
    rawId: '4711',
  })
  expect(await world.redeem('http://localhost', credential)).toHaveProperty('error')
  expect(await world.signIn('github.com')).toMatchObject({ isNewUser: false, localId: account['localId'] })
})

/** As an app brings what it got by itself. */
async function bring(world: ProviderWindow, parameters: Record<string, string>, more: object = {}): Promise<Answer> {
  return await world.redeem('http://localhost', { postBody: new URLSearchParams(parameters).toString(), ...more })
}

const facebookUser: OAuthUser = { info: { id: '12', name: 'Ada', email: ada } }

it.each([
  ['github.com', gitHubUser, { rawId: '4711', screenName: 'ada', email: ada }],
  ['facebook.com', facebookUser, { rawId: '12', displayName: 'Ada', email: ada }],
] as const)('signs in by an access token that an app got of %s by itself', async (providerId, user, expected) => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(user)
  await setUp(world, provider, providerId)
  const token = provider.grant(user)
  const first = await bring(world, { providerId, access_token: token })
  expect(first).toMatchObject({ ...expected, isNewUser: true, oauthAccessToken: token, emailVerified: false })
  // Apps sign in with the same one again, and by the window as the same user.
  expect(await bring(world, { providerId, access_token: token })).toMatchObject({ localId: first['localId'] })
  expect(await world.signIn(providerId)).toMatchObject({ localId: first['localId'], isNewUser: false })
})

it.each([
  ['github.com', gitHubUser],
  ['facebook.com', facebookUser],
] as const)(
  'A6 federated: no access token of %s that was given to another app signs anybody in',
  async (providerId, user) => {
    await using world = await ProviderWindow.start()
    await using provider = await OAuthProvider.start(user)
    await setUp(world, provider, providerId)
    const refused = [
      provider.grant(user, { clientId: 'another-app' }),
      'short',
      'gho_made_up_by_a_stranger',
      'x'.repeat(5_000),
      'a\r\nb: c',
      provider.grant(user, {
        about: { expires_at: providerId === 'github.com' ? '2001-01-01T00:00:00Z' : 978_307_200 },
      }),
      // Whose token it is, is asked of both: the one who has it and the one who gave it.
      provider.grant(user, providerId === 'github.com' ? { about: { user: { id: 1 } } } : { about: { user_id: '1' } }),
      ...(providerId === 'facebook.com'
        ? [{ is_valid: false }, { type: 'PAGE' }].map((about) => provider.grant(user, { about }))
        : []),
    ]
    for (const access_token of refused) {
      expect(await bring(world, { providerId, access_token }), access_token.slice(0, 40)).toMatchObject({
        error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) },
      })
    }
    // The window's are asked about as well.
    const { oauthAccessToken } = await world.signIn(providerId)
    expect(await bring(world, { providerId, access_token: String(oauthAccessToken) })).toHaveProperty('error')
    await provider[Symbol.asyncDispose]()
    expect(await bring(world, { providerId, access_token: 'gho_any_token_of_somebody' })).toMatchObject({
      error: { message: expect.stringMatching(/^PROVIDER_UNREACHABLE/) },
    })
  },
)

it('an account is made with the address that the provider tells, once it tells it', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  await setUp(world, provider, 'github.com')
  const parameters = { providerId: 'github.com', access_token: provider.grant(gitHubUser) }
  const refusedBy = async (status: number): Promise<unknown> => {
    provider.refusedAt.set('/user/emails', status)
    const { error } = await bring(world, parameters)
    return (error as { message: string } | undefined)?.message.split(' ')[0]
  }
  expect(await refusedBy(429)).toBe('PROVIDER_UNREACHABLE')
  expect(await refusedBy(500)).toBe('PROVIDER_UNREACHABLE')
  expect(await refusedBy(401)).toBe('INVALID_IDP_RESPONSE')
  provider.refusedAt.set('/user/emails', 429)
  expect(await world.signIn('github.com')).toEqual({ code: 'auth/network-request-failed' })
  provider.refusedAt.clear()
  const first = await bring(world, parameters)
  expect(first).toMatchObject({ isNewUser: true, email: ada })
  // What the app may not see changes nothing of who somebody is.
  provider.refusedAt.set('/user/emails', 403)
  expect(await bring(world, parameters)).toMatchObject({ isNewUser: false, localId: first['localId'] })
})

it('what a provider whose clock is ahead says of a token proves nothing of the time to come', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  await setUp(world, provider, 'github.com')
  const password = { email: 'grace@example.com', password: 'correct horse', returnSecureToken: true }
  const account = await world.call('v1/accounts:signUp', password)
  const access_token = provider.grant(gitHubUser, { about: { created_at: '2999-01-02T03:04:05Z' } })
  const linked = await bring(world, { providerId: 'github.com', access_token }, { idToken: account['idToken'] })
  expect(linked['localId']).toBe(account['localId'])
  const claims = JSON.parse(atob(String(linked['idToken']).split('.')[1] ?? '')) as Record<string, unknown>
  expect(claims['hearth_proven_at'] ?? claims['auth_time']).toBeLessThanOrEqual(Number(claims['iat']))
})

it('an access token is refused where nobody can say whom it was given to', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  for (const providerId of ['microsoft.com', 'twitter.com', 'oauth.acme']) {
    await setUp(world, provider, providerId)
    expect(await bring(world, { providerId, access_token: provider.grant(gitHubUser) })).toMatchObject({
      error: { message: expect.stringMatching(/^OPERATION_NOT_ALLOWED : .*doesn’t tell which app/) },
    })
  }
  const { clientId } = provider.client
  await world.admin('POST', 'defaultSupportedIdpConfigs?idpId=github.com', {
    enabled: true,
    clientId,
    ...provider.endpoints,
  })
  expect(await bring(world, { providerId: 'github.com', access_token: provider.grant(gitHubUser) })).toMatchObject({
    error: { message: expect.stringMatching(/^OPERATION_NOT_ALLOWED : .*need the client secret/) },
  })
})

it('the sign-in by an access token is as recent as the token', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  await setUp(world, provider, 'github.com')
  const provenAt = async (about: object): Promise<unknown> => {
    const { idToken } = await bring(world, {
      providerId: 'github.com',
      access_token: provider.grant(gitHubUser, { about }),
    })
    return (JSON.parse(atob(String(idToken).split('.')[1] ?? '')) as Record<string, unknown>)['hearth_proven_at']
  }
  expect(await provenAt({ created_at: '2026-01-02T03:04:05Z' })).toBe(Date.UTC(2026, 0, 2, 3, 4, 5) / 1000)
})

it('takes the ID token of Facebook’s Limited Login, with the nonce whose hash is in it', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(facebookUser)
  await setUp(world, provider, 'facebook.com')
  const claims = { sub: '12', email: ada, name: 'Ada', nonce: createHash('sha256').update('raw').digest('hex') }
  const parameters = { providerId: 'facebook.com', id_token: await provider.idToken(claims), nonce: 'raw' }
  const answer = await bring(world, parameters)
  expect(answer).toMatchObject({ rawId: '12', email: ada, emailVerified: false, isNewUser: true })
  expect(await world.signIn('facebook.com')).toMatchObject({ localId: answer['localId'] })

  const { nonce, ...withoutNonce } = parameters
  const unbound = await provider.idToken({ ...claims, nonce: undefined })
  const wrongNonces = [
    { nonce: 'other' },
    { nonce: claims.nonce },
    { nonce, id_token: unbound },
    { id_token: unbound },
    {},
  ]
  for (const wrong of wrongNonces) {
    expect(await bring(world, { ...withoutNonce, ...wrong })).toMatchObject({
      error: { message: expect.stringMatching(/^MISSING_OR_INVALID_NONCE/) },
    })
  }
  for (const wrong of [{ aud: 'another-app' }, { iss: 'https://www.facebook.com' }, { exp: 1 }]) {
    expect(
      await bring(world, { ...parameters, id_token: await provider.idToken({ ...claims, ...wrong }) }),
    ).toMatchObject({
      error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) },
    })
  }
})

it('A7 pre-hijack: an address that a provider names, verified or not, opens no account and verifies none', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start({
    info: { id: 1, login: 'eve', email: ada },
    addresses: [{ email: ada, primary: true, verified: false }],
  })
  await setUp(world, provider, 'github.com')
  await world.call('v1/accounts:signUp', { email: ada, password: 'correct horse' })
  expect(await world.signIn('github.com')).toMatchObject({ needConfirmation: true, emailVerified: false })
  provider.user = { info: { id: 2, login: 'bob', email: 'bob@example.com' } }
  expect(await world.signIn('github.com')).toMatchObject({ isNewUser: true, emailVerified: false })
})

it('makes no account for a re-authentication, and asks the provider to ask anew', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  await setUp(world, provider, 'github.com')
  const more = { authType: 'reauthViaPopup' }
  expect(await world.signIn('github.com', { more })).toMatchObject({ error: { message: 'EMAIL_NOT_FOUND' } })
  expect(provider.asked[0]?.get('prompt')).toBe('select_account')
  const { localId } = await world.signIn('github.com')
  expect(await world.signIn('github.com', { more })).toMatchObject({ localId, isNewUser: false })
})

it('is told of a no, of an exchange that the provider refused, and of an answer that names nobody', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  await setUp(world, provider, 'github.com')
  provider.tokenAnswer = { error: 'bad_verification_code' }
  expect(await world.signIn('github.com')).toEqual({ code: 'auth/invalid-credential' })
  provider.tokenAnswer = {}
  for (const info of [{ login: 'ada' }, { id: '' }, { id: 'x'.repeat(257) }, { id: 1e20 }, [], null]) {
    provider.user = { info }
    expect(await world.signIn('github.com')).toEqual({ code: 'auth/invalid-credential' })
  }
  provider.user = undefined
  expect(await world.signIn('github.com')).toEqual({ code: 'auth/user-cancelled' })
  await provider[Symbol.asyncDispose]()
})

it('configures named providers for a project and a tenant, and never gives a secret back', async () => {
  await using world = await ProviderWindow.start()
  await using provider = await OAuthProvider.start(gitHubUser)
  const path = 'defaultSupportedIdpConfigs'
  await setUp(world, provider, 'github.com')
  const changed = { clientId: 'other', tokenEndpoint: '', userInfoEndpoint: 'https://github.example.com/api/v3/user' }
  const { name, ...rest } = await world.admin(
    'PATCH',
    `${path}/github.com?updateMask=tokenEndpoint,userInfoEndpoint`,
    changed,
  )
  expect(name).toBe(`projects/shop-app/${path}/github.com`)
  const { authorizationEndpoint } = provider.endpoints
  const expected = {
    enabled: true,
    clientId: 'hearth',
    authorizationEndpoint,
    userInfoEndpoint: changed.userInfoEndpoint,
  }
  expect(rest).toEqual(expected)
  expect(await world.admin('GET', `${path}/github.com`)).toEqual({ name, ...expected })
  expect(await world.admin('POST', `${path}?idpId=oauth.acme`, { clientId: 'x' })).toMatchObject({
    error: { message: 'INVALID_CONFIG : The authorizationEndpoint is missing.' },
  })
  expect(await world.admin('POST', `${path}?idpId=oidc.acme`, { clientId: 'x' })).toMatchObject({
    error: { message: expect.stringMatching(/^INVALID_CONFIG_ID/) },
  })
  const tenant = String((await world.admin('POST', 'tenants', { displayName: 'Acme' }))['name'])
    .split('/')
    .at(-1)
  const ofTenant = `tenants/${tenant}/${path}`
  await world.admin('POST', `${ofTenant}?idpId=facebook.com`, { clientId: 'x', clientSecret: 'hush' })
  expect(await world.admin('GET', ofTenant)).toMatchObject({ [path]: [{ clientId: 'x', enabled: true }] })
  expect(await world.admin('DELETE', `${ofTenant}/facebook.com`)).toEqual({})
  expect(await world.admin('GET', `${path}/facebook.com`)).toMatchObject({
    error: { message: 'CONFIGURATION_NOT_FOUND' },
  })
})

it('keeps the key of an Apple team to itself, and through changes of the rest', async () => {
  await using world = await ProviderWindow.start()
  const path = 'defaultSupportedIdpConfigs'
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const codeFlowConfig = { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: pem }
  const asked = { clientId: 'com.example.web', appleSignInConfig: { codeFlowConfig, bundleIds: ['com.example.app'] } }
  const made = await world.admin('POST', `${path}?idpId=apple.com`, asked)
  const kept = { teamId: 'ABCDE12345', keyId: 'KEY1234567' }
  const expected = { codeFlowConfig: kept, bundleIds: ['com.example.app'] }
  expect(made).toMatchObject({ enabled: true, clientId: 'com.example.web', appleSignInConfig: expected })
  expect(JSON.stringify(made)).not.toContain('PRIVATE')
  const change = { appleSignInConfig: { codeFlowConfig: { keyId: 'NEW1234567' } } }
  const changed = await world.admin('PATCH', `${path}/apple.com?updateMask=appleSignInConfig.codeFlowConfig`, change)
  expect(changed).toMatchObject({
    appleSignInConfig: { ...expected, codeFlowConfig: { ...kept, keyId: 'NEW1234567' } },
  })
  for (const wrong of [{ teamId: 'short' }, { privateKey: 'no key' }, { privateKey: rsaKey() }]) {
    const refused = { appleSignInConfig: { codeFlowConfig: wrong } }
    expect(await world.admin('PATCH', `${path}/apple.com`, refused)).toMatchObject({
      error: { message: expect.stringMatching(/^INVALID_CONFIG : The /) },
    })
  }
})

function rsaKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
}
