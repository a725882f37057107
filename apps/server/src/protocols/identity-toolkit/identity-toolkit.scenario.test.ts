import { describe, expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'

async function signedUp(
  world: IdentityWorld,
  address = EMAIL,
): Promise<{ idToken: string; refreshToken: string; localId: string }> {
  const answer = await world.call('accounts:signUp', { email: address, password: PASSWORD, returnSecureToken: true })
  expect(answer.status).toBe(200)
  return answer.body as unknown as { idToken: string; refreshToken: string; localId: string }
}

function messageOf(answer: { body: Record<string, unknown> }): string {
  return (answer.body['error'] as { message: string }).message
}

describe('the identity protocol', () => {
  it('answers the same by the four forms of its addresses', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const { idToken, localId } = await signedUp(world)
    const owner = { authorization: 'Bearer owner' }
    for (const prefix of ['', '/identitytoolkit.googleapis.com']) {
      const client = await world.send('POST', `${prefix}/v1/accounts:lookup?key=${world.apiKey}`, { idToken })
      const admin = await world.send(
        'POST',
        `${prefix}/v1/projects/demo-app/accounts:lookup`,
        { localId: [localId] },
        owner,
      )
      expect(client.body['users']).toMatchObject([{ localId, email: EMAIL }])
      expect(admin.body).toEqual(client.body)
    }
  })

  it('takes the API key from the header as well', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const byHeader = await world.send('GET', '/v1/projects', undefined, { 'x-goog-api-key': world.apiKey })
    expect(byHeader.body).toMatchObject({
      projectId: 'demo-app',
      authorizedDomains: expect.arrayContaining(['localhost']) as string[],
    })
    for (const path of ['/v1/projects', '/v1/projects?key=hk_demo-app_guess', '/v1/projects?key=demo-app']) {
      const refused = await world.send('GET', path)
      expect(refused.status).toBe(400)
      expect(messageOf(refused)).toMatch(/^INVALID_API_KEY : /)
    }
  })

  it('writes an error the way clients read it, with the request id', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const answer = await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: {
        code: 400,
        message: 'INVALID_LOGIN_CREDENTIALS',
        errors: [{ message: 'INVALID_LOGIN_CREDENTIALS', reason: 'invalid', domain: 'global' }],
        requestId: answer.headers.get('x-request-id') ?? expect.any(String),
      },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('answers a sign-up, a sign-in and a look-up with everything that clients need', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const up = await world.call('accounts:signUp', {
      email: EMAIL,
      password: PASSWORD,
      displayName: 'Ada',
      clientType: 'CLIENT_TYPE_WEB',
    })
    const tokens = {
      idToken: expect.stringContaining('.') as string,
      refreshToken: expect.any(String) as string,
      expiresIn: '3600',
    }
    expect(up.body).toMatchObject({ kind: 'identitytoolkit#SignupNewUserResponse', email: EMAIL, ...tokens })
    const signIn = await world.call('accounts:signInWithPassword', {
      email: EMAIL,
      password: PASSWORD,
      returnSecureToken: true,
    })
    expect(signIn.body).toMatchObject({
      localId: up.body['localId'],
      email: EMAIL,
      displayName: 'Ada',
      registered: true,
      ...tokens,
    })
    const { users } = (await world.call('accounts:lookup', { idToken: signIn.body['idToken'] })).body
    expect(users).toMatchObject([
      {
        localId: up.body['localId'],
        email: EMAIL,
        emailVerified: false,
        displayName: 'Ada',
        disabled: false,
        passwordHash: 'UkVEQUNURUQ=',
        createdAt: expect.stringMatching(/^\d{13}$/) as string,
        lastLoginAt: expect.stringMatching(/^\d{13}$/) as string,
        validSince: expect.stringMatching(/^\d{10}$/) as string,
        providerUserInfo: [{ providerId: 'password', rawId: EMAIL, federatedId: EMAIL, email: EMAIL }],
      },
    ])
    expect(JSON.stringify(users)).not.toContain('argon2')
  })

  it('offers no reCAPTCHA and tells the password policy', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const recaptcha = await world.send('GET', `/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&key=${world.apiKey}`)
    expect(recaptcha.body['recaptchaEnforcementState']).toMatchObject([
      { enforcementState: 'OFF' },
      { enforcementState: 'OFF' },
    ])
    const policy = await world.send('GET', `/v2/passwordPolicy?key=${world.apiKey}`)
    expect(policy.body).toMatchObject({
      customStrengthOptions: { minPasswordLength: 6, maxPasswordLength: 4096 },
      enforcementState: 'OFF',
      schemaVersion: 1,
    })
  })
})

describe('bad requests', () => {
  const cases: [title: string, method: string, body: unknown, status: number, message: RegExp][] = [
    ['no body', 'accounts:signInWithPassword', '', 400, /^MISSING_EMAIL$/],
    ['a body that is no JSON', 'accounts:signUp', '{"email":', 400, /^INVALID_JSON : /],
    ['a body that is a list', 'accounts:signUp', '[]', 400, /^INVALID_ARGUMENT : /],
    ['a body that is null', 'accounts:signUp', 'null', 400, /^INVALID_ARGUMENT : /],
    ['a body that is a text', 'accounts:lookup', '"idToken"', 400, /^INVALID_ARGUMENT : /],
    ['JSON a thousand levels deep', 'accounts:signUp', '['.repeat(1000) + ']'.repeat(1000), 400, /^INVALID_JSON : /],
    [
      'a body above 64 KiB',
      'accounts:signUp',
      { email: EMAIL, password: 'x'.repeat(66_000) },
      413,
      /^BODY_TOO_LARGE : /,
    ],
    [
      'an e-mail address that is a number',
      'accounts:signUp',
      { email: 7, password: PASSWORD },
      400,
      /^INVALID_ARGUMENT : .*"email"/,
    ],
    ['a password that is an object', 'accounts:signInWithPassword', { email: EMAIL, password: {} }, 400, /"password"/],
    ['an e-mail address that is none', 'accounts:signUp', { email: 'ada', password: PASSWORD }, 400, /^INVALID_EMAIL$/],
    [
      'an endless e-mail address',
      'accounts:signUp',
      { email: `${'a'.repeat(60_000)}@b.c`, password: PASSWORD },
      400,
      /^INVALID_EMAIL$/,
    ],
    ['a NUL in the address', 'accounts:signUp', { email: 'a\0@b.c', password: PASSWORD }, 400, /^INVALID_EMAIL$/],
    ['no password', 'accounts:signUp', { email: EMAIL }, 400, /^MISSING_PASSWORD$/],
    ['no e-mail address', 'accounts:signUp', { password: PASSWORD }, 400, /^MISSING_EMAIL$/],
    [
      'a short password',
      'accounts:signUp',
      { email: EMAIL, password: '12345' },
      400,
      /^WEAK_PASSWORD : Password should be at least 6 characters$/,
    ],
    [
      "a uid of one's own",
      'accounts:signUp',
      { email: EMAIL, password: PASSWORD, localId: 'admin' },
      400,
      /^UNEXPECTED_PARAMETER : User ID$/,
    ],
    [
      'a verified address',
      'accounts:signUp',
      { email: EMAIL, password: PASSWORD, emailVerified: true },
      400,
      /^INSUFFICIENT_PERMISSION : /,
    ],
    [
      'an endless name',
      'accounts:signUp',
      { email: EMAIL, password: PASSWORD, displayName: 'x'.repeat(257) },
      400,
      /^INVALID_DISPLAY_NAME$/,
    ],
    ['a tenant', 'accounts:signUp', { email: EMAIL, password: PASSWORD, tenantId: 't1' }, 400, /^TENANT_NOT_FOUND$/],
    ['no ID token', 'accounts:lookup', {}, 400, /^MISSING_ID_TOKEN$/],
    ['an ID token that is none', 'accounts:lookup', { idToken: 'nonsense' }, 400, /^INVALID_ID_TOKEN$/],
    ['an unsigned ID token', 'accounts:lookup', { idToken: unsigned({ sub: 'ada' }) }, 400, /^INVALID_ID_TOKEN$/],
    ['an endless ID token', 'accounts:lookup', { idToken: 'x.'.repeat(20_000) }, 400, /^INVALID_ID_TOKEN$/],
    ['no ID token at deletion', 'accounts:delete', { localId: 'ada' }, 400, /^MISSING_ID_TOKEN$/],
    ['no ID token at an update', 'accounts:update', { displayName: 'Ada' }, 400, /^MISSING_ID_TOKEN$/],
    ['a made-up code from a mail', 'accounts:update', { oobCode: 'x' }, 400, /^INVALID_OOB_CODE$/],
    ['no custom token', 'accounts:signInWithCustomToken', {}, 400, /^MISSING_CUSTOM_TOKEN$/],
    [
      'an unsigned custom token',
      'accounts:signInWithCustomToken',
      { token: unsigned({ uid: 'ada' }) },
      400,
      /^INVALID_CUSTOM_TOKEN : .*RS256/,
    ],
    [
      'a plain custom token',
      'accounts:signInWithCustomToken',
      { token: '{"uid":"ada"}' },
      400,
      /^INVALID_CUSTOM_TOKEN : /,
    ],
    [
      'a look-up of providers without an address',
      'accounts:createAuthUri',
      { continueUri: 'http://localhost' },
      400,
      /^MISSING_IDENTIFIER$/,
    ],
    [
      'a look-up of providers for no address',
      'accounts:createAuthUri',
      { identifier: 'x', continueUri: 'http://localhost' },
      400,
      /^INVALID_IDENTIFIER$/,
    ],
    [
      'a provider',
      'accounts:createAuthUri',
      { providerId: 'google.com', continueUri: 'http://localhost' },
      400,
      /^OPERATION_NOT_ALLOWED : /,
    ],
    ['a mail of no kind', 'accounts:sendOobCode', { email: EMAIL }, 400, /^MISSING_REQ_TYPE$/],
    [
      'a mail of an unknown kind',
      'accounts:sendOobCode',
      { requestType: 'SPAM', email: EMAIL },
      400,
      /^INVALID_REQ_TYPE$/,
    ],
    [
      'a link by answer',
      'accounts:sendOobCode',
      { requestType: 'PASSWORD_RESET', email: EMAIL, returnOobLink: true },
      400,
      /^INSUFFICIENT_PERMISSION/,
    ],
    ['a second factor of no kind', 'v2/accounts/mfaEnrollment:start', { idToken: 'x' }, 400, /^INVALID_REQ_TYPE$/],
    [
      'an anonymous account under start',
      'accounts:signUp',
      { returnSecureToken: true },
      400,
      /^ADMIN_ONLY_OPERATION : /,
    ],
  ]

  it.each(cases)('%s', async (_title, method, body, status, message) => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const answer = await world.call(method, body)
    expect(messageOf(answer)).toMatch(message)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|at \w+ \(/)
    expect(await world.identity.accounts.count(world.project)).toBe(0)
  })
})

describe('the own account', () => {
  const cases: [title: string, body: Record<string, unknown>, message: RegExp][] = [
    ['its claims', { customAttributes: '{"serverRole":"owner"}' }, /^INSUFFICIENT_PERMISSION/],
    ['its verification', { emailVerified: true }, /^INSUFFICIENT_PERMISSION/],
    ['its state', { disableUser: false }, /^INSUFFICIENT_PERMISSION/],
    ['another account', { localId: 'bob', displayName: 'Bob' }, /^INSUFFICIENT_PERMISSION/],
    ['its phone number', { phoneNumber: '+14155550123' }, /^INSUFFICIENT_PERMISSION/],
    ['its providers', { linkProviderUserInfo: { providerId: 'google.com', rawId: '1' } }, /^INSUFFICIENT_PERMISSION/],
    ['a photo with a control character', { photoUrl: 'ada\n.png' }, /^INVALID_PHOTO_URL$/],
    ['a weak password', { password: '12345' }, /^WEAK_PASSWORD : /],
    ['an attribute that there is not', { deleteAttribute: ['PASSWORD'] }, /^INVALID_ARGUMENT : /],
  ]

  it.each(cases)('is not changed by its owner: %s', async (_title, body, message) => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { idToken, localId } = await signedUp(world)
    const before = await world.identity.accounts.get(world.project, localId)
    expect(messageOf(await world.call('accounts:update', { idToken, ...body }))).toMatch(message)
    expect(await world.identity.accounts.get(world.project, localId)).toEqual(before)
  })

  it('loses attributes and its password when asked', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { idToken } = await signedUp(world)
    await world.call('accounts:update', { idToken, displayName: 'Ada', photoUrl: 'https://example.com/a.png' })
    const cleared = await world.call('accounts:update', { idToken, deleteAttribute: ['DISPLAY_NAME', 'PHOTO_URL'] })
    expect(cleared.body).not.toHaveProperty('displayName')
    expect(cleared.body).not.toHaveProperty('photoUrl')
    const unlinked = await world.call('accounts:update', { idToken, deleteProvider: ['password'] })
    expect(unlinked.body['providerUserInfo']).toEqual([])
    expect(messageOf(await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD }))).toBe(
      'INVALID_LOGIN_CREDENTIALS',
    )
  })

  it('is not to be had from an operator session', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const token = await world.identity.customTokens.mint(world.project, 'olga', { hearth_role: 'owner' })
    const { idToken } = (await world.call('accounts:signInWithCustomToken', { token })).body
    const lookUp = await world.call('accounts:lookup', { idToken })
    expect(lookUp.body['users']).toMatchObject([{ localId: 'olga', customAuth: true }])
    for (const [method, body] of [
      ['accounts:update', { displayName: 'Olga' }],
      ['accounts:delete', {}],
      ['accounts:signUp', { email: EMAIL, password: PASSWORD }],
    ] as const) {
      expect(messageOf(await world.call(method, { idToken, ...body }))).toMatch(
        /^OPERATION_NOT_ALLOWED : An operator session/,
      )
    }
  })

  it('belongs to one project: its token and its session are nothing in another', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await world.projects.create({ id: 'other-app', name: 'Other' })
    const [other] = await world.projects.listApps('other-app')
    const { idToken, refreshToken } = await signedUp(world)
    const key = other?.apiKey ?? ''
    expect(messageOf(await world.call('accounts:lookup', { idToken }, { key }))).toBe('INVALID_ID_TOKEN')
    expect(messageOf(await world.call('accounts:delete', { idToken }, { key }))).toBe('INVALID_ID_TOKEN')
    const refreshed = await world.send('POST', `/v1/token?key=${key}`, {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    expect(messageOf(refreshed)).toBe('USER_NOT_FOUND')
  })

  it('has one password after two changes at once', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { idToken } = await signedUp(world)
    const answers = await Promise.all(
      ['first secret', 'second secret'].map((password) => world.call('accounts:update', { idToken, password })),
    )
    expect(answers.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([200, 400])
    const works = await Promise.all(
      ['first secret', 'second secret'].map((password) =>
        world.call('accounts:signInWithPassword', { email: EMAIL, password }),
      ),
    )
    expect(works.map((answer) => answer.status)).toEqual(answers.map((answer) => answer.status))
  })

  it('keeps its last 200 sessions', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const token = '{"uid":"ada"}'
    const signIn = async (): Promise<string> =>
      (await world.call('accounts:signInWithCustomToken', { token })).body['refreshToken'] as unknown as string
    const oldest = await signIn()
    world.clock.advance(1000)
    const second = await signIn()
    for (let session = 2; session < 200; session++) await signIn()
    // Uses are noted to the day.
    world.clock.advance(24 * 60 * 60 * 1000)
    expect((await world.refresh(oldest)).status).toBe(200)
    await signIn()
    expect(messageOf(await world.refresh(second))).toBe('TOKEN_EXPIRED')
    expect((await world.refresh(oldest)).status).toBe(200)
  })
})

describe('the log', () => {
  it('has no password, no token and no address of a person', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { idToken, refreshToken } = await signedUp(world)
    await world.call('accounts:signInWithPassword', { email: EMAIL, password: 'a wrong guess' })
    await world.call('accounts:lookup', { idToken })
    await world.refresh(refreshToken)
    for (const secret of [PASSWORD, 'a wrong guess', idToken, refreshToken, EMAIL])
      expect(world.logText).not.toContain(secret)
    expect(world.logText).toContain('INVALID_LOGIN_CREDENTIALS')
  })
})

function unsigned(payload: Record<string, unknown>): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none', typ: 'JWT' })}.${part({ iss: 'https://securetoken.google.com/demo-app', aud: 'demo-app', iat: 0, exp: 4e9, auth_time: 1, ...payload })}.`
}
