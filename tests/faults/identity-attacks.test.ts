import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeSignedJwt } from '../../apps/server/src/identity/tokens/jwt.ts'
import { type Answer, IdentityWorld, reasonOf } from '../../apps/server/src/testing/identity-world.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { accountOf, codeIn, dayMs, email, hourMs, password, signUp, type Person } from './attacked-account.ts'

// Attacks on accounts, each from outside; letters and numbers as in attacks.test.ts. SECURITY.md lists where the others are tested.

test('A1 bootstrap: of a hundred set-up calls at once one makes the owner, and only with the printed code', async () => {
  await using server = await TestServer.start()
  const claim = async (code: string, number: number): Promise<number> => {
    const body = JSON.stringify({ code, displayName: 'Ada', email: `owner-${number}@example.com`, password })
    const answer = await fetch(`${server.origin}/hearth/v1/setup`, { method: 'POST', body })
    await answer.arrayBuffer()
    return answer.status
  }
  const code = server.setupCode
  for (const wrong of ['', 'x', code.slice(1), `${code}x`, code.toLowerCase().replace(/.$/, '_')]) {
    expect(await claim(wrong, 0), wrong).toBeGreaterThanOrEqual(400)
  }
  const statuses = await Promise.all(Array.from({ length: 100 }, (_, number) => claim(code, number)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(await claim(code, 200)).not.toBe(200)
})

test('A2 enumeration: known and unknown addresses have the same answers', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const { idToken } = await signUp(world, 'mallory@example.com')
  const unknown = 'eve@example.com'
  const asks: [name: string, ask: (address: string) => Promise<Answer>][] = [
    ['sign-in', (address) => world.call('accounts:signInWithPassword', { email: address, password: 'wrong guess' })],
    ['reset', (address) => world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: address })],
    [
      'look-up',
      (address) => world.call('accounts:createAuthUri', { identifier: address, continueUri: 'http://localhost' }),
    ],
    ['a new address', (address) => world.call('accounts:update', { idToken, email: address })],
    [
      'a code',
      (address) => world.call('accounts:resetPassword', { email: address, oldPassword: 'x', newPassword: 'yyyyyy' }),
    ],
  ]
  for (const [name, ask] of asks) {
    const blotted = ({ status, body }: Answer, address: string): string =>
      `${status} ${JSON.stringify(body)
        .replaceAll(address, '<address>')
        .replaceAll(/"(requestId|sessionId)":"[^"]*"/g, '"$1":""')}`
    expect(blotted(await ask(unknown), unknown), name).toBe(blotted(await ask(email), email))
  }
})

test('A2 enumeration: a sign-in takes as long for an unknown address as for a known one', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', hashesForReal: true })
  // Each address has its own limit, so that none is met.
  const rounds = 24
  for (let round = 0; round < rounds; round++) await signUp(world, `known-${round}@example.com`)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let round = 0; round < rounds; round++) {
    for (const kind of ['known', 'unknown'] as const) {
      const startedAt = performance.now()
      const guess = { email: `${kind}-${round}@example.com`, password: 'wrong guess' }
      expect(reasonOf(await world.call('accounts:signInWithPassword', guess))).toBe('INVALID_LOGIN_CREDENTIALS')
      times[kind].push(performance.now() - startedAt)
    }
  }
  const median = (all: number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
  // Without the hash an unknown address would be answered in a tenth of the time. The machine may be busy.
  expect(median(times.unknown) / median(times.known)).toBeGreaterThan(0.6)
})

test('A3 one-time codes: of fifty uses at once one counts, a new code voids the old one, and none serves another account', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const ask = async (): Promise<string> => {
    expect((await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })).status).toBe(200)
    return codeIn(world)
  }
  const [first, second] = [await ask(), await ask()]
  const reset = (oobCode: string, newPassword: string): Promise<Answer> =>
    world.call('accounts:resetPassword', { oobCode, newPassword })
  expect(reasonOf(await reset(first, 'a new password'))).toBe('INVALID_OOB_CODE')
  expect(reasonOf(await reset(`${second.slice(0, -1)}_`, 'a new password'))).toBe('INVALID_OOB_CODE')
  const uses = await Promise.all(Array.from({ length: 50 }, (_, number) => reset(second, `password number ${number}`)))
  expect(uses.filter(({ status }) => status === 200)).toHaveLength(1)
  const winner = uses.findIndex(({ status }) => status === 200)
  const signIn = await world.call('accounts:signInWithPassword', { email, password: `password number ${winner}` })
  expect(signIn.status).toBe(200)
  expect(reasonOf(await reset(second, 'once more'))).toBe('INVALID_OOB_CODE')

  const eve = await signUp(world, 'eve@example.com')
  const { idToken } = signIn.body as unknown as Person
  await world.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', idToken })
  await world.call('accounts:update', { oobCode: codeIn(world), idToken: eve.idToken })
  expect(accountOf(await world.call('accounts:lookup', { idToken: eve.idToken }))['emailVerified']).toBe(false)
})

test('A3 one-time codes: a code is over after its hour', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
  world.clock.advance(hourMs + 1_000)
  const late = await world.call('accounts:resetPassword', { oobCode: codeIn(world), newPassword: 'a new password' })
  expect(late.status).toBe(400)
  expect((await world.call('accounts:signInWithPassword', { email, password })).status).toBe(200)
})

const endings: [name: string, end: (world: IdentityWorld, person: Person) => Promise<unknown>][] = [
  [
    'a changed password',
    (world, { idToken }) => world.call('accounts:update', { idToken, password: 'battery staple' }),
  ],
  [
    'a reset password',
    async (world) => {
      await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
      return world.call('accounts:resetPassword', { oobCode: codeIn(world), newPassword: 'battery staple' })
    },
  ],
  [
    'a disabled account',
    (world, { localId }) => world.identity.administration.update('demo-app', localId, { disabled: true }),
  ],
  ['a deleted account', (world, { idToken }) => world.call('accounts:delete', { idToken })],
]

test.each(endings)(
  'A4 refresh: after %s neither the refresh token nor the ID token is worth anything',
  async (_name, end) => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const person = await signUp(world)
    expect((await world.refresh(person.refreshToken)).status).toBe(200)
    await end(world, person)
    const refreshed = await world.refresh(person.refreshToken)
    expect(refreshed.status).toBe(400)
    expect(JSON.stringify(refreshed.body)).not.toContain('id_token')
    const used = await world.call('accounts:lookup', { idToken: person.idToken })
    expect(used.status).toBe(400)
  },
)

test('A4 recent sign-in: a new address or password begins a session anew, and is no proof of who asks', async () => {
  await using world = await IdentityWorld.start({ mode: 'start', emailPrivacy: false })
  const person = await signUp(world)
  world.clock.advance(4 * 60_000)
  const moved = await world.call('accounts:update', {
    idToken: person.idToken,
    email: 'ada.new@example.com',
    returnSecureToken: true,
  })
  expect(moved.status).toBe(200)
  const refreshed = async (refreshToken: string): Promise<string> => {
    const answer = await world.refresh(refreshToken)
    expect(answer.status).toBe(200)
    return answer.body['id_token'] as unknown as string
  }
  const now = moved.body as unknown as Person
  // The session goes on, and server libraries take its token for not revoked.
  const claims = JSON.parse(Buffer.from(now.idToken.split('.')[1] ?? '', 'base64url').toString()) as {
    auth_time: number
  }
  const account = accountOf(await world.call('accounts:lookup', { idToken: now.idToken }))
  expect(claims.auth_time).toBeGreaterThanOrEqual(Number(account['validSince']))

  world.clock.advance(2 * 60_000)
  for (const idToken of [now.idToken, await refreshed(now.refreshToken)]) {
    for (const change of [{ email: 'eve@example.com' }, { password: 'taken over now' }]) {
      const answer = await world.call('accounts:update', { idToken, ...change })
      expect(reasonOf(answer)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
  }
  const again = await world.call('accounts:signInWithPassword', { email: 'ada.new@example.com', password })
  const { idToken } = again.body as unknown as Person
  expect((await world.call('accounts:update', { idToken, password: 'a newer horse' })).status).toBe(200)
})

test.each(['made by a server', 'imported', 'exported and imported again'])(
  'A4 recent sign-in: a user without any credential who was %s is no anonymous one, and signs in anew for a way in',
  async (origin) => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const asOwner = (method: string, body: object): Promise<Answer> =>
      world.send('POST', `/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts${method}`, body, {
        authorization: 'Bearer owner',
      })
    const signIn = async (): Promise<string> => {
      const token = await world.identity.customTokens.mint('demo-app', 'ada')
      const { body } = await world.call('accounts:signInWithCustomToken', { token, returnSecureToken: true })
      return String(body['idToken'])
    }
    const find = async (): Promise<Record<string, unknown>> => accountOf(await asOwner(':lookup', { localId: ['ada'] }))
    if (origin === 'made by a server') await asOwner('', { localId: 'ada' })
    if (origin === 'imported') await asOwner(':batchCreate', { users: [{ localId: 'ada' }] })
    if (origin === 'exported and imported again') {
      await signIn()
      const exported = await find()
      expect(exported['customAuth']).toBe(true)
      expect((await asOwner(':batchCreate', { users: [exported] })).status).toBe(200)
      expect((await find())['customAuth']).toBe(true)
    }
    const idToken = await signIn()
    world.clock.advance(6 * 60_000)
    const way = { idToken, email: 'mallory@evil.example', password }
    expect(reasonOf(await world.call('accounts:signUp', way))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const anonymous = await world.call('accounts:signUp', { returnSecureToken: true })
    world.clock.advance(6 * 60_000)
    expect((await world.call('accounts:signUp', { ...way, idToken: anonymous.body['idToken'] })).status).toBe(200)
  },
)

test('A7 pre-hijacking: who takes an address first, unverified, has nothing of the account when its owner comes', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const attacker = await signUp(world)
  const claims = { sub: 'google-ada', email, email_verified: true }
  const postBody = new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) }).toString()
  const request = { postBody, requestUri: 'http://localhost', returnSecureToken: true, returnIdpCredential: true }
  const owner = await world.call('accounts:signInWithIdp', request)
  expect(owner.status).toBe(200)
  expect(owner.body['email']).toBe(email)
  expect((await world.refresh(attacker.refreshToken)).status).toBe(400)
  expect((await world.call('accounts:lookup', { idToken: attacker.idToken })).status).toBe(400)
  expect((await world.call('accounts:signInWithPassword', { email, password })).status).toBe(400)
})

test('A7 hijack: a password brings no other, unverified address into an account either, where addresses are private', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const { idToken, localId } = await signUp(world)
  const { accounts } = world.identity
  await accounts.update('demo-app', localId, 'updated', (account) => ({
    account: { ...account, passwordHash: undefined },
  }))
  const link = (address: string): Promise<Answer> =>
    world.call('accounts:signUp', { idToken, email: address, password: 'another horse' })
  expect(reasonOf(await link('thief@evil.example'))).toBe('OPERATION_NOT_ALLOWED')
  expect((await link(email)).status).toBe(200)
})

const factor = { mfaEnrollmentId: 'number', phoneInfo: '+14155550123' }

test.each([
  ['was imported without a verified address', false, {}],
  ['was given another address by an administrator', true, { email: 'lovelace@example.com' }],
  ['has an address that an administrator called unverified', true, { emailVerified: false }],
])('A7 second factor: a mailbox does without none where the account %s', async (_what, emailVerified, edit) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const asOwner = (method: string, body: object): Promise<Answer> =>
    world.send('POST', `/identitytoolkit.googleapis.com/v1/projects/demo-app/accounts:${method}`, body, {
      authorization: 'Bearer owner',
    })
  const user = { localId: 'ada', email, emailVerified, phoneNumber: '+14155550100', mfaInfo: [factor] }
  const providerUserInfo = [{ providerId: 'google.com', rawId: 'ada', email }]
  expect((await asOwner('batchCreate', { users: [{ ...user, providerUserInfo }] })).status).toBe(200)
  expect((await asOwner('update', { localId: 'ada', ...edit })).status).toBe(200)
  const address = 'email' in edit ? edit.email : email
  await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: address })
  expect((await world.call('accounts:resetPassword', { oobCode: codeIn(world), newPassword: password })).status).toBe(
    200,
  )
  const signIn = await world.call('accounts:signInWithPassword', { email: address, password, returnSecureToken: true })
  expect([signIn.body['idToken'], typeof signIn.body['mfaPendingCredential']]).toEqual([undefined, 'string'])
  // A way in that nobody has shown to be the address's holder's is another matter.
  expect(await world.identity.accounts.get('demo-app', 'ada')).toMatchObject({ emailVerified: true, providers: [] })
})

test('A7 pre-hijacking: a provider that has not verified an address opens no account that has it', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  await signUp(world)
  const claims = { sub: 'google-eve', email, email_verified: false }
  const postBody = new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) }).toString()
  const answer = await world.call('accounts:signInWithIdp', {
    postBody,
    requestUri: 'http://localhost',
    returnSecureToken: true,
  })
  expect(answer.body).not.toHaveProperty('idToken')
  expect(answer.body['needConfirmation']).toBe(true)
})

test.each([
  ['says nothing to who has not shown that the address is theirs', true, false, undefined],
  ['says it to who has', true, true, ['password']],
  ['without e-mail privacy says it', false, false, ['password']],
])('A2 enumeration: how an account is opened, a provider’s sign-in %s', async (_what, emailPrivacy, shown, methods) => {
  await using world = await IdentityWorld.start({ mode: 'dev', emailPrivacy })
  const { localId } = await signUp(world)
  const { accounts } = world.identity
  const provider = { providerId: 'google.com', rawId: 'ada' }
  await accounts.update('demo-app', localId, 'updated', (account) => ({
    account: { ...account, emailVerified: true, providers: [provider] },
  }))
  const claims = { sub: 'google-eve', email, email_verified: shown }
  const postBody = new URLSearchParams({ providerId: 'google.com', id_token: JSON.stringify(claims) }).toString()
  const request = { postBody, requestUri: 'http://localhost', returnSecureToken: true }
  const { body } = await world.call('accounts:signInWithIdp', request)
  expect([body['needConfirmation'], body['verifiedProvider']]).toEqual([true, methods && ['google.com', ...methods]])
})

test('A8 keys: tokens of the old key count while they last when the next key takes over, and unknown keys change nothing', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const signIn = async (): Promise<Person> =>
    (await world.call('accounts:signInWithPassword', { email, password })).body as unknown as Person
  const kidOf = ({ idToken }: Person): string =>
    (JSON.parse(Buffer.from(idToken.split('.')[0] ?? '', 'base64url').toString()) as { kid: string }).kid
  const isGood = async ({ idToken }: Person): Promise<boolean> =>
    (await world.call('accounts:lookup', { idToken })).status === 200
  world.clock.advance(30 * dayMs)
  const announced = await signIn()
  world.clock.advance(2 * hourMs - 60_000)
  const before = await signIn()
  world.clock.advance(120_000)
  const after = await signIn()
  expect(kidOf(before)).toBe(kidOf(announced))
  expect(kidOf(after)).not.toBe(kidOf(before))
  expect([await isGood(before), await isGood(after)]).toEqual([true, true])

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const claims = JSON.parse(Buffer.from(after.idToken.split('.')[1] ?? '', 'base64url').toString()) as object
  const forged = await Promise.all(
    Array.from({ length: 100 }, async (_, number) => {
      const idToken = await encodeSignedJwt({ ...claims }, { kid: `unknown-${number}`, privateKey })
      return (await world.call('accounts:lookup', { idToken })).status
    }),
  )
  expect(new Set(forged)).toEqual(new Set([400]))
  expect(await isGood(after)).toBe(true)
})

test('A9 own claims: nobody gives themselves claims, a verified address, a uid or another’s account', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const wanted = {
    email,
    password,
    localId: 'chosen',
    emailVerified: true,
    customAttributes: '{"admin":true}',
    disabled: false,
    validSince: '0',
  }
  const made = await world.call('accounts:signUp', wanted)
  const person = (made.status === 200 ? made.body : await signUp(world)) as unknown as Person
  const eve = await signUp(world, 'eve@example.com')
  for (const changes of [
    { customAttributes: '{"admin":true}' },
    { emailVerified: true },
    { localId: eve.localId, displayName: 'Mallory' },
    { disableUser: false, validSince: '0' },
  ]) {
    await world.call('accounts:update', { idToken: person.idToken, ...changes })
  }
  const own = accountOf(await world.call('accounts:lookup', { idToken: person.idToken }))
  expect(own['localId']).not.toBe('chosen')
  expect(own['emailVerified']).toBe(false)
  expect(own['customAttributes'] ?? '{}').toBe('{}')
  expect(accountOf(await world.call('accounts:lookup', { idToken: eve.idToken }))['displayName']).toBeUndefined()
})
