import { describe, expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'

async function operatorToken(world: IdentityWorld, role: string): Promise<string> {
  const token = await world.identity.customTokens.mint(world.project, `operator-${role}`, { hearth_role: role })
  return (await world.call('accounts:signInWithCustomToken', { token })).body['idToken'] as unknown as string
}

function messageOf(answer: { body: Record<string, unknown> }): string {
  return (answer.body['error'] as { message: string } | undefined)?.message ?? ''
}

const BASE = '/v1/projects/demo-app'
const reads: [string, string, unknown][] = [
  ['POST', `${BASE}/accounts:lookup`, { localId: ['ada'] }],
  ['GET', `${BASE}/accounts:batchGet`, undefined],
  ['GET', '/v2/projects/demo-app/config', undefined],
]
const changes: [string, string, unknown][] = [
  ['POST', `${BASE}/accounts`, { email: 'b@example.com', password: PASSWORD }],
  ['POST', `${BASE}/accounts:update`, { localId: 'ada', displayName: 'Ada' }],
  ['POST', `${BASE}/accounts:batchDelete`, { localIds: ['nobody'], force: true }],
  ['POST', `${BASE}/accounts:delete`, { localId: 'ada' }],
]
const owners: [string, string, unknown][] = [
  ['PATCH', '/v2/projects/demo-app/config', { emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }],
]

describe('administration under start', () => {
  it('is for operators, each as far as the role goes', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await world.identity.accounts.create({ project: world.project, uid: 'ada', email: EMAIL, password: PASSWORD })
    const statusOf = async ([method, path, body]: [string, string, unknown], token: string): Promise<number> =>
      (await world.send(method, path, body, { authorization: `Bearer ${token}` })).status
    const [viewer, editor, owner] = [
      await operatorToken(world, 'viewer'),
      await operatorToken(world, 'editor'),
      await operatorToken(world, 'owner'),
    ]
    for (const request of reads) expect(await statusOf(request, viewer)).toBe(200)
    for (const request of [...changes, ...owners]) expect(await statusOf(request, viewer)).toBe(403)
    for (const request of owners) expect(await statusOf(request, editor)).toBe(403)
    for (const request of changes) expect(await statusOf(request, editor)).toBe(200)
    for (const request of owners) expect(await statusOf(request, owner)).toBe(200)
  })

  it('is closed to everybody else', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const user = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
    await world.projects.create({ id: 'other-app', name: 'Other' })
    const foreign = await world.identity.customTokens.mint('other-app', 'olga', { hearth_role: 'owner' })
    const [otherApp] = await world.projects.listApps('other-app')
    const foreignOperator = await world.call(
      'accounts:signInWithCustomToken',
      { token: foreign },
      { key: otherApp?.apiKey ?? '' },
    )
    expect(foreignOperator.status).toBe(200)
    const credentials: [string | undefined, number, RegExp][] = [
      [undefined, 401, /^UNAUTHENTICATED/],
      ['Bearer owner', 401, /^OWNER_TOKEN_IN_DEV_ONLY : .*hearth dev/],
      ['Bearer nonsense', 401, /^INVALID_ID_TOKEN/],
      ['Basic b3duZXI6', 401, /^CREDENTIAL_INVALID/],
      [`Bearer ${String(user.body['idToken'])}`, 403, /^PERMISSION_DENIED : /],
      [`Bearer ${String(foreignOperator.body['idToken'])}`, 401, /^INVALID_ID_TOKEN/],
    ]
    for (const [method, path, body] of [...reads, ...changes, ...owners]) {
      for (const [authorization, status, message] of credentials) {
        const answer = await world.send(method, path, body, authorization === undefined ? {} : { authorization })
        expect(messageOf(answer)).toMatch(message)
        expect(answer.status).toBe(status)
      }
    }
    expect(await world.identity.accounts.count(world.project)).toBe(1)
  })

  it('of the console is for who runs the server', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { accounts } = world.identity
    await accounts.create({
      project: 'console',
      email: 'root@example.com',
      password: PASSWORD,
      claims: { serverRole: 'owner' },
    })
    await accounts.create({ project: 'console', email: EMAIL, password: PASSWORD })
    const [app] = await world.projects.listApps('console')
    const listed = async (address: string): Promise<number> => {
      const signIn = await world.call(
        'accounts:signInWithPassword',
        { email: address, password: PASSWORD },
        { key: app?.apiKey ?? '' },
      )
      const authorization = `Bearer ${String(signIn.body['idToken'])}`
      return (await world.send('GET', '/v1/projects/console/accounts:batchGet', undefined, { authorization })).status
    }
    expect(await listed('root@example.com')).toBe(200)
    expect(await listed(EMAIL)).toBe(403)
    const signUp = await world.call(
      'accounts:signUp',
      { email: 'eve@example.com', password: PASSWORD },
      { key: app?.apiKey ?? '' },
    )
    expect(messageOf(signUp)).toMatch(/^ADMIN_ONLY_OPERATION/)
  })
})

describe('administration under dev', () => {
  const cases: [title: string, path: string, body: unknown, status: number, message: RegExp][] = [
    ['an unknown uid', 'accounts:update', { localId: 'nobody', displayName: 'x' }, 400, /^USER_NOT_FOUND$/],
    ['no uid', 'accounts:update', { displayName: 'x' }, 400, /^MISSING_LOCAL_ID$/],
    ['no uid to delete', 'accounts:delete', {}, 400, /^MISSING_LOCAL_ID$/],
    ['a uid that exists', 'accounts', { localId: 'ada' }, 400, /^DUPLICATE_LOCAL_ID$/],
    ['an endless uid', 'accounts', { localId: 'x'.repeat(129) }, 400, /^INVALID_LOCAL_ID$/],
    ['a taken address', 'accounts', { email: 'ADA@example.com' }, 400, /^EMAIL_EXISTS$/],
    [
      'a phone number that is none',
      'accounts',
      { phoneNumber: '12' },
      400,
      /^INVALID_PHONE_NUMBER : Invalid format\.$/,
    ],
    [
      'claims that are no object',
      'accounts:update',
      { localId: 'ada', customAttributes: '[]' },
      400,
      /^INVALID_CLAIMS$/,
    ],
    [
      'a reserved claim',
      'accounts:update',
      { localId: 'ada', customAttributes: '{"hearth_role":"owner"}' },
      400,
      /^FORBIDDEN_CLAIM : hearth_role$/,
    ],
    [
      'endless claims',
      'accounts:update',
      { localId: 'ada', customAttributes: `{"a":"${'x'.repeat(1000)}"}` },
      400,
      /^CLAIMS_TOO_LARGE$/,
    ],
    [
      'a time that is none',
      'accounts:update',
      { localId: 'ada', validSince: 'soon' },
      400,
      /^INVALID_ARGUMENT : .*"validSince"/,
    ],
    [
      'too many users at once',
      'accounts:lookup',
      { localId: Array.from({ length: 101 }, String) },
      400,
      /^INVALID_REQ_TYPE : /,
    ],
    [
      'too many deletions at once',
      'accounts:batchDelete',
      { localIds: Array.from({ length: 1001 }, String) },
      400,
      /^LOCAL_ID_LIST_EXCEEDS_LIMIT$/,
    ],
    [
      'a second factor of no number',
      'accounts',
      { mfaInfo: [{ phoneInfo: '555' }] },
      400,
      /^INVALID_PHONE_NUMBER : Invalid format\.$/,
    ],
    ['an import of nobody', 'accounts:batchCreate', { users: [] }, 400, /^MISSING_USER_ACCOUNT$/],
    [
      'an import of hashes of no algorithm',
      'accounts:batchCreate',
      { users: [{ localId: 'bob', passwordHash: 'AA' }] },
      400,
      /^MISSING_HASH_ALGORITHM$/,
    ],
    [
      'an import of hashes of an unknown algorithm',
      'accounts:batchCreate',
      { hashAlgorithm: 'ROT13', users: [{ localId: 'bob', passwordHash: 'AA' }] },
      400,
      /^INVALID_HASH_ALGORITHM$/,
    ],
    ['a claim without a name', 'accounts:query', { claim: { value: 3 } }, 400, /^INVALID_ARGUMENT/],
    [
      'a claim that is a list',
      'accounts:query',
      { claim: { name: 'role', value: ['admin'] } },
      400,
      /^INVALID_ARGUMENT/,
    ],
    ['a tenant whose id is none', 'tenants/a%20b/accounts', {}, 400, /^INVALID_TENANT_ID$/],
  ]

  it.each(cases)('refuses %s', async (_title, path, body, status, message) => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    await world.identity.accounts.create({ project: world.project, uid: 'ada', email: EMAIL, password: PASSWORD })
    const answer = await world.send('POST', `${BASE}/${path}`, body, { authorization: 'Bearer owner' })
    expect(messageOf(answer)).toMatch(message)
    expect(answer.status).toBe(status)
    expect(await world.identity.accounts.count(world.project)).toBe(1)
  })

  it('finds users by a claim, with or without its value', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const { accounts } = world.identity
    const owner = { authorization: 'Bearer owner' }
    for (const [localId, claims] of Object.entries({ ada: { role: 'admin' }, bob: { role: null }, cyd: {} })) {
      await accounts.create({ project: world.project, uid: localId })
      await world.send('POST', `${BASE}/accounts:update`, { localId, customAttributes: JSON.stringify(claims) }, owner)
    }
    for (const [claim, uids] of [
      [{ name: 'role' }, ['ada', 'bob']],
      [{ name: 'role', value: 'admin' }, ['ada']],
      [{ name: 'role', value: null }, ['bob']],
    ] as const) {
      const { body } = await world.send('POST', `${BASE}/accounts:query`, { claim }, owner)
      expect(body).toMatchObject({ recordsCount: String(uids.length), userInfo: uids.map((localId) => ({ localId })) })
    }
  })

  it('deletes many users, and those that are not disabled only by force', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const { accounts } = world.identity
    await accounts.create({ project: world.project, uid: 'ada' })
    await accounts.create({ project: world.project, uid: 'bob', disabled: true })
    const owner = { authorization: 'Bearer owner' }
    const gentle = await world.send('POST', `${BASE}/accounts:batchDelete`, { localIds: ['ada', 'bob'] }, owner)
    expect(gentle.body['errors']).toEqual([
      { index: 0, localId: 'ada', message: 'NOT_DISABLED : Disable the account before batch deletion.' },
    ])
    const forced = await world.send('POST', `${BASE}/accounts:batchDelete`, { localIds: ['ada'], force: true }, owner)
    expect(forced.body).toEqual({})
    expect(await accounts.count(world.project)).toBe(0)
  })

  it('refuses settings that do not exist yet, whole', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const patch = (body: unknown, mask = '') =>
      world.send('PATCH', `/v2/projects/demo-app/config${mask}`, body, { authorization: 'Bearer owner' })
    for (const body of [
      { recaptchaConfig: {} },
      { emailPrivacyConfig: { enableImprovedEmailPrivacy: false }, mobileLinksConfig: {} },
    ]) {
      expect(messageOf(await patch(body))).toMatch(/^OPERATION_NOT_ALLOWED : The setting .* not supported yet/)
    }
    for (const versions of [
      [{ customStrengthOptions: { minPasswordLength: 5 } }],
      [{ customStrengthOptions: { minPasswordLength: 20, maxPasswordLength: 10 } }],
      [],
    ]) {
      expect(messageOf(await patch({ passwordPolicyConfig: { passwordPolicyVersions: versions } }))).toMatch(
        /^INVALID_CONFIG : /,
      )
    }
    const before = (
      await world.send('GET', '/v2/projects/demo-app/config', undefined, { authorization: 'Bearer owner' })
    ).body
    expect(before).toMatchObject({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } })
    const masked = await patch(
      {
        emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
        client: { permissions: { disabledUserSignup: true } },
      },
      '?updateMask=client.permissions.disabledUserSignup',
    )
    expect(masked.body).toMatchObject({
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      client: { permissions: { disabledUserSignup: true } },
    })
  })
})

describe("the emulator's controls", () => {
  it('delete all accounts and change the configuration, under dev', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const { localId, refreshToken } = (await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).body
    await world.call('accounts:signUp', {})
    const control = (method: string, path: string, body?: unknown) =>
      world.send(method, `/emulator/v1/projects/demo-app/${path}`, body)
    expect((await control('DELETE', 'accounts')).status).toBe(200)
    expect(await world.identity.accounts.count(world.project)).toBe(0)
    expect(await world.identity.accounts.find(world.project, localId ?? '')).toBeUndefined()
    expect(messageOf(await world.refresh(refreshToken ?? ''))).toBe('USER_NOT_FOUND')
    expect((await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })).status).toBe(200)

    expect((await control('GET', 'config')).body).toEqual({
      signIn: { allowDuplicateEmails: false },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
    })
    await control('PATCH', 'config', { emailPrivacyConfig: { enableImprovedEmailPrivacy: false } })
    expect(messageOf(await world.call('accounts:signInWithPassword', { email: EMAIL, password: 'wrong' }))).toBe(
      'INVALID_PASSWORD',
    )
    const uri = await world.call('accounts:createAuthUri', { identifier: EMAIL, continueUri: 'http://localhost' })
    expect(uri.body).toMatchObject({ registered: true, signinMethods: ['password'] })
    expect((await control('GET', 'oobCodes')).body).toEqual({ oobCodes: [] })
    expect((await control('GET', 'verificationCodes')).body).toEqual({ verificationCodes: [] })
  })

  it('are not there under start', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
    const answer = await world.send('DELETE', '/emulator/v1/projects/demo-app/accounts', undefined, {
      authorization: 'Bearer owner',
    })
    expect(answer.status).toBe(404)
    expect(messageOf(answer)).toMatch(/hearth dev/)
    expect(await world.identity.accounts.count(world.project)).toBe(1)
  })
})
