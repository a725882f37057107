import { describe, expect, it } from 'vitest'
import { decodeJwt } from '../../identity/tokens/jwt.ts'
import { type Answer, IdentityWorld } from '../../testing/identity-world.ts'
import { type AuthenticatorOptions, SoftwareAuthenticator } from '../../testing/software-authenticator.ts'

const PASSWORD = 'correct horse'
const page = { origin: 'https://shop.example' }
const MINUTE_MS = 60_000

type Options = { challenge: string; rpId: string }

/** An app at https://shop.example, whose owner has switched passkeys on. */
async function openShop(mode: 'start' | 'dev' = 'start'): Promise<IdentityWorld> {
  const world = await IdentityWorld.start({ mode })
  await world.identity.settings.update(world.project, () => ({ passkeys: { rpId: 'shop.example', origins: [] } }))
  return world
}

async function signUp(world: IdentityWorld, email: string, tenantId?: string): Promise<string> {
  const { body } = await world.call('accounts:signUp', { email, password: PASSWORD, tenantId })
  return String(body['idToken'])
}

async function startEnrolment(world: IdentityWorld, idToken: string) {
  const { body } = await world.call('v2/accounts/passkeyEnrollment:start', { idToken })
  return body['credentialCreationOptions'] as unknown as {
    rp: { id: string; name: string }
    user: { id: string; name: string }
    challenge: string
    excludeCredentials: { id: string }[]
  }
}

function finishEnrolment(
  world: IdentityWorld,
  idToken: string,
  authenticatorRegistrationResponse: object | undefined,
  rest: object = {},
): Promise<Answer> {
  return world.call('v2/accounts/passkeyEnrollment:finalize', { idToken, authenticatorRegistrationResponse, ...rest })
}

async function enrol(world: IdentityWorld, idToken: string, options: AuthenticatorOptions = page) {
  const authenticator = new SoftwareAuthenticator()
  const answer = authenticator.register(await startEnrolment(world, idToken), options)
  const { status, body } = await finishEnrolment(world, idToken, answer, { name: 'Phone' })
  expect({ status, body }).toMatchObject({ status: 200 })
  return { authenticator, idToken: String(body['idToken']) }
}

async function startSignIn(world: IdentityWorld, tenantId?: string): Promise<Options> {
  const { body } = await world.call('v2/accounts/passkeySignIn:start', { tenantId })
  return body['credentialRequestOptions'] as unknown as Options
}

function finishSignIn(world: IdentityWorld, answer: object | undefined, tenantId?: string): Promise<Answer> {
  return world.call('v2/accounts/passkeySignIn:finalize', { authenticatorAuthenticationResponse: answer, tenantId })
}

async function signIn(
  world: IdentityWorld,
  authenticator: SoftwareAuthenticator,
  options: AuthenticatorOptions = page,
): Promise<Answer> {
  return await finishSignIn(world, authenticator.assert(await startSignIn(world), options))
}

function reasonOf({ body }: Answer): string {
  return String((body['error'] as unknown as { message?: string } | undefined)?.message).split(' ')[0] ?? ''
}

async function accountOf(world: IdentityWorld, idToken: string) {
  const { body } = await world.call('accounts:lookup', { idToken })
  const [user] = body['users'] as unknown as [
    { localId: string; passkeyInfo?: { credentialId: string; name: string }[] },
  ]
  return user
}

describe('a passkey', () => {
  it('is made by a user who is signed in, and signs in from then on', async () => {
    await using world = await openShop()
    const idToken = await signUp(world, 'ada@example.com')
    const options = await startEnrolment(world, idToken)
    expect(options).toMatchObject({
      rp: { id: 'shop.example', name: 'Demo app' },
      user: { name: 'ada@example.com', displayName: 'ada@example.com' },
      excludeCredentials: [],
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    // The same bytes in every alphabet of base64: what is in neither would be read differently by one of the SDKs.
    for (const text of [options.challenge, options.user.id]) expect(text).toMatch(/^(?:[0-9a-f]{4})+$/)

    const authenticator = new SoftwareAuthenticator()
    const made = await finishEnrolment(world, idToken, authenticator.register(options, page), { name: 'Phone' })
    expect(made.body).toMatchObject({ idToken: expect.any(String), refreshToken: expect.any(String) })
    expect((await world.refresh(String(made.body['refreshToken']))).status).toBe(200)
    const user = await accountOf(world, idToken)
    expect(user.passkeyInfo).toMatchObject([{ credentialId: authenticator.id, name: 'Phone' }])
    expect((await startEnrolment(world, idToken)).excludeCredentials).toEqual([
      { type: 'public-key', id: authenticator.id, transports: ['internal'] },
    ])

    const answer = await signIn(world, authenticator)
    expect(answer.body).toMatchObject({ localId: user.localId, refreshToken: expect.any(String), expiresIn: '3600' })
    expect(decodeJwt(String(answer.body['idToken']))?.payload).toMatchObject({
      sub: user.localId,
      firebase: { sign_in_provider: 'passkey' },
    })
    expect((await accountOf(world, idToken)).passkeyInfo).toMatchObject([{ lastUsedAt: expect.any(String) }])
  })

  it('is taken in the forms that the SDKs for phones send, too', async () => {
    await using world = await openShop()
    const idToken = await signUp(world, 'ada@example.com')
    const authenticator = new SoftwareAuthenticator()
    const { id, response } = authenticator.register(await startEnrolment(world, idToken), page)
    const padded = (text: string) => Buffer.from(text, 'base64url').toString('base64')
    const made = await finishEnrolment(world, idToken, {
      credentialId: padded(id),
      authenticatorAttestationResponse: {
        clientDataJson: padded(response.clientDataJSON),
        attestationObject: padded(response.attestationObject),
      },
    })
    expect(made.status).toBe(200)
    expect((await accountOf(world, idToken)).passkeyInfo).toMatchObject([
      { credentialId: authenticator.id, name: 'Unnamed Passkey' },
    ])
    const answer = authenticator.assert(await startSignIn(world), page)
    const parts = Object.entries(answer.response).map(([name, part]) => [name, padded(part)])
    expect((await finishSignIn(world, { id: padded(id), response: Object.fromEntries(parts) })).status).toBe(200)
  })

  it('makes an account of an anonymous user that is anonymous no more', async () => {
    await using world = await openShop('dev')
    const { body } = await world.call('accounts:signUp', {})
    const { idToken, authenticator } = await enrol(world, String(body['idToken']))
    const { payload } = decodeJwt(idToken) ?? {}
    expect(payload).toMatchObject({ firebase: { sign_in_provider: 'passkey' } })
    expect(payload).not.toHaveProperty('provider_id')
    expect((await signIn(world, authenticator)).body['localId']).toBe(body['localId'])
  })

  it('stands for both factors: no second one is asked for', async () => {
    await using world = await openShop()
    const { authenticator, idToken } = await enrol(world, await signUp(world, 'ada@example.com'))
    const { localId } = await accountOf(world, idToken)
    const secondFactors = [{ phoneNumber: '+14155550123' }]
    await world.identity.administration.update(world.project, localId, { secondFactors })
    const byPassword = await world.call('accounts:signInWithPassword', { email: 'ada@example.com', password: PASSWORD })
    expect(byPassword.body).toHaveProperty('mfaPendingCredential')
    const byPasskey = await signIn(world, authenticator)
    expect(byPasskey.body).toMatchObject({ localId, idToken: expect.any(String) })
    const { firebase } = decodeJwt(String(byPasskey.body['idToken']))?.payload ?? {}
    expect(firebase).not.toHaveProperty('sign_in_second_factor')
  })

  it('is removed by its user after a recent sign-in, and by an administrator; then it opens nothing', async () => {
    await using world = await openShop()
    const first = await enrol(world, await signUp(world, 'ada@example.com'))
    const second = await enrol(world, first.idToken)
    const remove = (id: string) => world.call('accounts:update', { idToken: second.idToken, deletePasskey: [id] })
    expect(reasonOf(await remove('bm9uZQ'))).toBe('PASSKEY_ENROLLMENT_NOT_FOUND')
    expect((await remove(first.authenticator.id)).status).toBe(200)
    expect(reasonOf(await signIn(world, first.authenticator))).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
    expect((await signIn(world, second.authenticator)).status).toBe(200)

    world.clock.advance(6 * MINUTE_MS)
    expect(reasonOf(await remove(second.authenticator.id))).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    const { localId } = await accountOf(world, second.idToken)
    await world.identity.administration.update(world.project, localId, { deletePasskeys: [second.authenticator.id] })
    expect(reasonOf(await signIn(world, second.authenticator))).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
    expect(await accountOf(world, second.idToken)).not.toHaveProperty('passkeyInfo')
  })

  it('ends with its account, and opens nothing of one that is disabled', async () => {
    await using world = await openShop()
    const { authenticator, idToken } = await enrol(world, await signUp(world, 'ada@example.com'))
    const { localId } = await accountOf(world, idToken)
    await world.identity.administration.update(world.project, localId, { disabled: true })
    expect(reasonOf(await signIn(world, authenticator))).toBe('USER_DISABLED')
    await world.identity.accounts.delete(world.project, localId)
    expect(reasonOf(await signIn(world, authenticator))).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
  })

  it('leaves with all other ways in when the owner of an unverified address claims it', async () => {
    await using world = await openShop()
    const squatter = await enrol(world, await signUp(world, 'ada@example.com'))
    await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: 'ada@example.com' })
    const [mail] = world.mailbox.list(world.project)
    const oobCode = new URL(mail?.link ?? '').searchParams.get('oobCode')
    expect((await world.call('accounts:resetPassword', { oobCode, newPassword: 'battery staple' })).status).toBe(200)
    expect(reasonOf(await signIn(world, squatter.authenticator))).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
  })

  it('is off until a project switches it on, and off again when it says so', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const idToken = await signUp(world, 'ada@example.com')
    const starts = [
      () => world.call('v2/accounts/passkeyEnrollment:start', { idToken }),
      () => world.call('v2/accounts/passkeySignIn:start', {}),
    ]
    for (const start of starts) expect(reasonOf(await start())).toBe('OPERATION_NOT_ALLOWED')
    await world.identity.settings.update(world.project, () => ({ passkeys: { rpId: 'shop.example', origins: [] } }))
    const { authenticator } = await enrol(world, idToken)
    const answer = authenticator.assert(await startSignIn(world), page)
    await world.identity.settings.update(world.project, () => ({ passkeys: null }))
    expect(reasonOf(await finishSignIn(world, answer))).toBe('OPERATION_NOT_ALLOWED')
  })

  it('has the RP ID and origins that an owner sets by the vendor’s configuration', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const path = `/v2/projects/${world.project}/passkeyConfig`
    const ask = (method: string, body?: object, query = '') =>
      world.send(method, path + query, body, { authorization: 'Bearer owner' })
    expect((await ask('GET')).body).toEqual({
      name: 'projects/demo-app/passkeyConfig',
      rpId: 'localhost',
      expectedOrigins: [],
    })
    const android = `android:apk-key-hash:${'a'.repeat(43)}`
    const expectedOrigins = ['https://app.shop.example', android]
    expect((await ask('PATCH', { rpId: 'shop.example', expectedOrigins })).body).toMatchObject({ expectedOrigins })
    const idToken = await signUp(world, 'ada@example.com')
    for (const origin of expectedOrigins) await enrol(world, idToken, { origin })
    const answer = new SoftwareAuthenticator().register(await startEnrolment(world, idToken), page)
    expect(reasonOf(await finishEnrolment(world, idToken, answer))).toBe('INVALID_AUTHENTICATOR_RESPONSE')

    for (const [rpId, origin] of [
      ['127.0.0.1', undefined],
      ['com', undefined],
      ['Shop.example', undefined],
      ['shop.example', 'https://evil.example'],
      ['shop.example', 'http://shop.example'],
      ['shop.example', 'https://shop.example/'],
    ]) {
      const refused = await ask('PATCH', { rpId, expectedOrigins: origin === undefined ? [] : [origin] })
      expect(reasonOf(refused)).toBe('INVALID_CONFIG')
    }
    const masked = await ask('PATCH', { rpId: 'evil.example', expectedOrigins: [] }, '?updateMask=expectedOrigins')
    expect(masked.body).toMatchObject({ rpId: 'shop.example', expectedOrigins: [] })
    expect((await ask('PATCH', { rpId: '' })).body).toMatchObject({ rpId: '', expectedOrigins: [] })
    expect(reasonOf(await world.call('v2/accounts/passkeySignIn:start', {}))).toBe('OPERATION_NOT_ALLOWED')
  })

  it('is one of ten at most', async () => {
    await using world = await openShop('dev')
    let idToken = await signUp(world, 'ada@example.com')
    for (let count = 0; count < 10; count++) ({ idToken } = await enrol(world, idToken))
    const answer = await world.call('v2/accounts/passkeyEnrollment:start', { idToken })
    expect(reasonOf(answer)).toBe('PASSKEY_LIMIT_EXCEEDED')
  })

  it('moves to another server with an export, and not without its key', async () => {
    await using world = await openShop('dev')
    const { authenticator, idToken } = await enrol(world, await signUp(world, 'ada@example.com'))
    const path = `/v1/projects/${world.project}/accounts`
    const owner = { authorization: 'Bearer owner' }
    const { body } = await world.send('GET', `${path}:batchGet`, undefined, owner)
    const users = (body['users'] as unknown as Record<string, unknown>[]).map(({ passkeyInfo, localId }) => ({
      localId,
      passkeyInfo,
    }))
    await using other = await openShop('dev')
    expect((await other.send('POST', `${path}:batchCreate`, { users }, owner)).body).not.toHaveProperty('error')
    const moved = await signIn(other, authenticator)
    expect(moved.body['localId']).toBe((await accountOf(world, idToken)).localId)

    const keyless = [{ localId: 'eve', passkeyInfo: [{ credentialId: 'AAAA', name: 'Phone' }] }]
    const refused = await other.send('POST', `${path}:batchCreate`, { users: keyless }, owner)
    expect(refused.body['error']).toMatchObject([{ index: 0, message: expect.stringContaining('INVALID_PASSKEY') }])
  })
})

const strange: Readonly<Record<string, AuthenticatorOptions>> = {
  'a page of another host': { origin: 'https://evil.example' },
  'a host whose name ends alike': { origin: 'https://evilshop.example' },
  'a host below it that is no authorised domain': { origin: 'https://evil.shop.example' },
  'a page without encryption': { origin: 'http://shop.example' },
  'a page within a page of another origin': { ...page, crossOrigin: true },
  'an answer of another kind': { ...page, type: 'payment.get' },
  'an authenticator that verifies nobody': { ...page, verifiesUser: false },
  'a passkey of another relying party': { ...page, rpId: 'evil.example' },
}

describe('attacks by passkeys', () => {
  it('what was asked for elsewhere, or of somebody whom nobody verified, signs nobody in and adds no passkey', async () => {
    await using world = await openShop('dev')
    const idToken = await signUp(world, 'ada@example.com')
    const { authenticator } = await enrol(world, idToken)
    for (const [name, options] of Object.entries(strange)) {
      const answer = new SoftwareAuthenticator().register(await startEnrolment(world, idToken), options)
      const made = await finishEnrolment(world, idToken, answer)
      const entered = await signIn(world, authenticator, options)
      const reason = 'INVALID_AUTHENTICATOR_RESPONSE'
      expect({ name, made: reasonOf(made), entered: reasonOf(entered) }).toEqual({
        name,
        made: reason,
        entered: reason,
      })
    }
    expect((await accountOf(world, idToken)).passkeyInfo).toHaveLength(1)
    expect((await signIn(world, authenticator)).status).toBe(200)
  })

  it('an answer that was seen once signs in no second time, however often it is brought at once', async () => {
    await using world = await openShop()
    const { authenticator } = await enrol(world, await signUp(world, 'ada@example.com'))
    const options = await startSignIn(world)
    const answer = authenticator.assert(options, page)
    const answers = await Promise.all(Array.from({ length: 8 }, () => finishSignIn(world, answer)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(reasonOf(await finishSignIn(world, answer))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    // Signed anew: the challenge itself is used up.
    const again = authenticator.assert(options, page)
    expect(reasonOf(await finishSignIn(world, again))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
  })

  it('a challenge ends after five minutes, and nobody makes one', async () => {
    await using world = await openShop()
    const { authenticator } = await enrol(world, await signUp(world, 'ada@example.com'))
    const options = await startSignIn(world)
    world.clock.advance(5 * MINUTE_MS + 1_000)
    const late = await finishSignIn(world, authenticator.assert(options, page))
    expect(reasonOf(late)).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    const fresh = await startSignIn(world)
    const later = (Number.parseInt(fresh.challenge.slice(0, 8), 16) + 3_600).toString(16).padStart(8, '0')
    for (const challenge of [later + fresh.challenge.slice(8), 'ab'.repeat(32), 'made up', '']) {
      const answer = authenticator.assert({ ...fresh, challenge }, page)
      expect(reasonOf(await finishSignIn(world, answer))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    }
  })

  it('the challenge of an enrolment is for its session alone, and once', async () => {
    await using world = await openShop()
    const [ada, eve] = [await signUp(world, 'ada@example.com'), await signUp(world, 'eve@example.com')]
    const options = await startEnrolment(world, ada)
    const { body } = await world.call('accounts:signInWithPassword', { email: 'ada@example.com', password: PASSWORD })
    for (const idToken of [eve, String(body['idToken'])]) {
      const answer = new SoftwareAuthenticator().register(options, page)
      expect(reasonOf(await finishEnrolment(world, idToken, answer))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    }
    const { authenticator } = await enrol(world, ada)
    const ofSignIn = new SoftwareAuthenticator().register({ ...options, ...(await startSignIn(world)) }, page)
    expect(reasonOf(await finishEnrolment(world, ada, ofSignIn))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    const ofEnrolment = authenticator.assert({ rpId: 'shop.example', challenge: options.challenge }, page)
    expect(reasonOf(await finishSignIn(world, ofEnrolment))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    expect((await finishEnrolment(world, ada, new SoftwareAuthenticator().register(options, page))).status).toBe(200)
    const twice = new SoftwareAuthenticator().register(options, page)
    expect(reasonOf(await finishEnrolment(world, ada, twice))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
  })

  it('that an account has already uses no challenge up, and each try counts', async () => {
    await using world = await openShop()
    const ada = await signUp(world, 'ada@example.com')
    const { authenticator } = await enrol(world, ada)
    const options = await startEnrolment(world, ada)
    const known = authenticator.register(options, page)
    expect(reasonOf(await finishEnrolment(world, ada, known))).toBe('PASSKEY_ALREADY_EXISTS')
    const other = new SoftwareAuthenticator().register(options, page)
    expect((await finishEnrolment(world, ada, other)).status).toBe(200)
    const again = authenticator.register(await startEnrolment(world, ada), page)
    const reasons: string[] = []
    for (let i = 0; i < 18; i++) reasons.push(reasonOf(await finishEnrolment(world, ada, again)))
    expect(reasons.slice(0, -1)).toEqual(Array.from({ length: 17 }, () => 'PASSKEY_ALREADY_EXISTS'))
    expect(reasons.at(-1)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  it('a passkey belongs to one account, and another one signs nobody else in', async () => {
    await using world = await openShop()
    const [ada, eve] = [await signUp(world, 'ada@example.com'), await signUp(world, 'eve@example.com')]
    const { authenticator } = await enrol(world, ada)
    const copied = authenticator.register(await startEnrolment(world, eve), page)
    expect(reasonOf(await finishEnrolment(world, eve, copied))).toBe('PASSKEY_ALREADY_EXISTS')
    const own = authenticator.register(await startEnrolment(world, ada), page)
    expect(reasonOf(await finishEnrolment(world, ada, own))).toBe('PASSKEY_ALREADY_EXISTS')

    const eves = (await enrol(world, eve)).authenticator
    const answer = eves.assert(await startSignIn(world), page)
    expect(reasonOf(await finishSignIn(world, { ...answer, id: authenticator.id }))).toBe(
      'INVALID_AUTHENTICATOR_RESPONSE',
    )
    const userHandle = (await startEnrolment(world, ada)).user.id
    const other = eves.assert(await startSignIn(world), page)
    const pretending = { ...other, response: { ...other.response, userHandle } }
    expect(reasonOf(await finishSignIn(world, pretending))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    const unknown = new SoftwareAuthenticator().assert(await startSignIn(world), page)
    expect(reasonOf(await finishSignIn(world, unknown))).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
  })

  it('a copy of an authenticator is found by its count', async () => {
    await using world = await openShop()
    const { authenticator } = await enrol(world, await signUp(world, 'ada@example.com'))
    authenticator.counter = 10
    expect((await signIn(world, authenticator)).status).toBe(200)
    authenticator.counter = 5
    expect(reasonOf(await signIn(world, authenticator))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    authenticator.counter = 11
    expect((await signIn(world, authenticator)).status).toBe(200)
  })

  it('one of a tenant opens nothing of the project or of another tenant', async () => {
    await using world = await openShop('dev')
    const party = { passkeys: { rpId: 'shop.example', origins: [] } }
    const idToken = await signUp(world, 'ada@example.com', 'blue')
    await signUp(world, 'ada@example.com', 'red')
    for (const tenant of ['blue', 'red'])
      await world.identity.settings.update(`${world.project}/${tenant}`, () => party)
    const { authenticator } = await enrol(world, idToken)
    for (const tenant of [undefined, 'red']) {
      const answer = authenticator.assert(await startSignIn(world, tenant), page)
      expect(reasonOf(await finishSignIn(world, answer, tenant))).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
      // Nor does the challenge of one count in the other.
      const elsewhere = authenticator.assert(await startSignIn(world, tenant), page)
      expect(reasonOf(await finishSignIn(world, elsewhere, 'blue'))).toBe('INVALID_AUTHENTICATOR_RESPONSE')
    }
    const answer = await finishSignIn(world, authenticator.assert(await startSignIn(world, 'blue'), page), 'blue')
    expect(decodeJwt(String(answer.body['idToken']))?.payload).toMatchObject({ firebase: { tenant: 'blue' } })
  })

  it('beginning to add one takes a recent sign-in', async () => {
    await using world = await openShop()
    const idToken = await signUp(world, 'ada@example.com')
    world.clock.advance(6 * MINUTE_MS)
    const refused = await world.call('v2/accounts/passkeyEnrollment:start', { idToken })
    expect(reasonOf(refused)).toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  })

  it('wrong answers from a network make it wait', async () => {
    await using world = await openShop()
    const { authenticator } = await enrol(world, await signUp(world, 'ada@example.com'))
    const wrong = () => finishSignIn(world, new SoftwareAuthenticator().assert({ rpId: '', challenge: '' }, page))
    for (let count = 0; count < 100; count++) expect(reasonOf(await wrong())).toBe('PASSKEY_CREDENTIAL_NOT_FOUND')
    expect(await signIn(world, authenticator)).toMatchObject({ status: 429 })
  })

  it('what is no answer is refused', async () => {
    await using world = await openShop('dev')
    const idToken = await signUp(world, 'ada@example.com')
    const { authenticator } = await enrol(world, idToken)
    for (const answer of [undefined, {}, { id: 'AAAA', response: {} }]) {
      const made = await finishEnrolment(world, idToken, answer)
      expect(reasonOf(made)).toBe('MISSING_AUTHENTICATOR_RESPONSE')
      expect(reasonOf(await finishSignIn(world, answer))).toBe('MISSING_AUTHENTICATOR_RESPONSE')
    }
    const deepArrays = Buffer.alloc(9_000, 0x81).toString('base64url')
    for (const part of ['a text', 'a'.repeat(12_000), Buffer.from('[[').toString('base64url'), deepArrays]) {
      const { challenge } = await startEnrolment(world, idToken)
      const real = new SoftwareAuthenticator().register({ ...(await startEnrolment(world, idToken)), challenge }, page)
      for (const response of [
        { ...real.response, attestationObject: part },
        { ...real.response, clientDataJSON: part },
      ]) {
        const made = await finishEnrolment(world, idToken, { ...real, response })
        expect(reasonOf(made)).toBe('INVALID_AUTHENTICATOR_RESPONSE')
      }
      const signed = authenticator.assert(await startSignIn(world), page)
      for (const name of ['clientDataJSON', 'authenticatorData', 'signature']) {
        const answer = await finishSignIn(world, { ...signed, response: { ...signed.response, [name]: part } })
        expect(reasonOf(answer)).toBe('INVALID_AUTHENTICATOR_RESPONSE')
      }
    }
  })
})
