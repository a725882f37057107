import {
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  GoogleAuthProvider,
  signInWithCredential,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import type { IdentityWorld } from '../../apps/server/src/testing/identity-world.ts'
import { AuthWorld } from './auth-world.ts'

const email = 'ada@example.com'
const owner = { authorization: 'Bearer owner' }

function administer(server: IdentityWorld, path: string, body: object): ReturnType<IdentityWorld['send']> {
  return server.send('POST', `/identitytoolkit.googleapis.com/v1/projects/${server.project}/${path}`, body, owner)
}

describe('answers as the vendor writes them', () => {
  it("name Google's user by a URL, and the users of other providers by their id", async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    const signIn = (providerId: string, claims: object): ReturnType<typeof server.call> => {
      const postBody = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString()
      return server.call('accounts:signInWithIdp', {
        postBody,
        requestUri: 'http://localhost',
        returnSecureToken: true,
      })
    }
    const google = await signIn('google.com', { sub: '1234', email, email_verified: true })
    expect(google.body).toMatchObject({ rawId: '1234', federatedId: 'https://accounts.google.com/1234' })
    const github = await signIn('github.com', { sub: '1234', email: 'b@example.com', email_verified: true })
    expect(github.body).toMatchObject({ rawId: '1234', federatedId: '1234' })

    const { body } = await server.call('accounts:lookup', { idToken: google.body['idToken'] })
    expect(body['users']).toMatchObject([
      { providerUserInfo: [{ rawId: '1234', federatedId: 'https://accounts.google.com/1234' }] },
    ])
    const again = await signInWithCredential(world.device(), GoogleAuthProvider.credential('{"sub":"1234"}'))
    expect(again.user).toMatchObject({ uid: google.body['localId'], providerData: [{ uid: '1234' }] })
    expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false)
  })
})

describe('SAMLResponse under dev', () => {
  const bring = async (server: IdentityWorld, response: unknown, providerId = 'saml.acme') => {
    const text = typeof response === 'string' ? response : JSON.stringify(response)
    const claims = JSON.stringify({ sub: 's1', email: 'claimed@example.com' })
    const postBody = new URLSearchParams({ providerId, id_token: claims, SAMLResponse: text }).toString()
    return await server.call('accounts:signInWithIdp', { postBody, requestUri: 'http://localhost' })
  }

  it('names the address, which counts as verified, and the attributes', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const assertion = { subject: { nameId: email }, attributeStatements: { department: 'sales' } }
    const { body } = await bring(world.server, { assertion })
    expect(body).toMatchObject({ rawId: 's1', email, emailVerified: true, rawUserInfo: '{"department":"sales"}' })
    const other = await bring(world.server, { assertion: { subject: { nameId: 'no address' } } })
    expect(other.body).toMatchObject({ localId: body['localId'] })
  })

  it.each([{}, 'nonsense', '[]', { assertion: 1 }, { assertion: {} }, { assertion: { subject: {} } }])(
    'is refused without a subject: %j',
    async (response) => {
      await using world = await AuthWorld.start({ mode: 'dev' })
      const { status, body } = await bring(world.server, response)
      expect([status, body]).toMatchObject([
        400,
        { error: { message: expect.stringMatching(/^INVALID_IDP_RESPONSE/) } },
      ])
      // It is for providers of SAML alone.
      expect((await bring(world.server, response, 'oidc.acme')).status).toBe(200)
    },
  )
})

describe('how an address can be signed in with', () => {
  it.each([true, false])('has a session id, with e-mail privacy (%s) too', async (emailPrivacy) => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    await server.identity.settings.update(server.project, () => ({ emailPrivacy }))
    await server.call('accounts:signUp', { email, password: 'correct horse' })
    const ask = async (more: object = {}): Promise<Record<string, unknown>> =>
      (await server.call('accounts:createAuthUri', { identifier: email, continueUri: 'http://localhost', ...more }))
        .body
    const [one, another] = [await ask(), await ask()]
    expect(one['sessionId']).toMatch(/^[\w-]{27}$/)
    expect(another['sessionId']).not.toBe(one['sessionId'])
    expect(await ask({ sessionId: 'mine' })).toMatchObject({ sessionId: 'mine' })
    expect(one['signinMethods']).toEqual(emailPrivacy ? undefined : ['password'])
    expect(await fetchSignInMethodsForEmail(world.device(), email)).toEqual(emailPrivacy ? [] : ['password'])
    expect(await ask({ continueUri: 'nowhere' })).toMatchObject({ error: { message: 'INVALID_CONTINUE_URI' } })
    expect(await ask({ providerId: 'google.com' })).toMatchObject({
      error: { message: expect.stringMatching(/^OPERATION_NOT_ALLOWED : .*\/__\/auth\/handler/) },
    })
  })
})

describe('refusals in the words that tests of apps compare', () => {
  it.each([
    ['a number', 'accounts', { phoneNumber: '555' }, 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['a claim', 'accounts:update', { localId: 'ada', customAttributes: '{"sub":"x"}' }, 'FORBIDDEN_CLAIM : sub'],
    ['nobody to delete', 'accounts:batchDelete', { localIds: [] }, 'LOCAL_ID_LIST_EXCEEDS_LIMIT'],
  ])('of an administrator: %s', async (_case, path, body, message) => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    await administer(world.server, 'accounts', { localId: 'ada' })
    const refused = await administer(world.server, path, body)
    expect([refused.status, refused.body['error']]).toMatchObject([400, { message }])
  })

  it.each([
    ['accounts:signUp', { localId: 'mine' }, 'UNEXPECTED_PARAMETER : User ID'],
    ['accounts:sendVerificationCode', { phoneNumber: '555' }, 'INVALID_PHONE_NUMBER : Invalid format.'],
    ['accounts:signInWithIdp', { postBody: 'providerId=google.com' }, 'MISSING_REQUEST_URI'],
    ['accounts:signInWithIdp', { requestUri: 'localhost', postBody: '' }, 'INVALID_REQUEST_URI'],
  ])('of an app: %s %o', async (method, body, message) => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    expect((await world.server.call(method, body)).body['error']).toMatchObject({ code: 400, message })
  })

  it('of a second factor', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    const enrol = async (idToken: unknown, phoneNumber = '+15555550101'): ReturnType<IdentityWorld['call']> =>
      await server.call('v2/accounts/mfaEnrollment:start', { idToken, phoneEnrollmentInfo: { phoneNumber } })
    const anonymous = await server.call('accounts:signUp', {})
    expect((await enrol(anonymous.body['idToken'])).body['error']).toMatchObject({
      message: 'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.',
    })
    const unverified = await server.call('accounts:signUp', { email, password: 'correct horse' })
    expect((await enrol(unverified.body['idToken'])).body['error']).toMatchObject({
      message: 'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.',
    })
    const { localId } = unverified.body
    await administer(server, 'accounts:update', { localId, emailVerified: true })
    const started = (await enrol(unverified.body['idToken'])).body
    const { sessionInfo } = started['phoneSessionInfo'] as unknown as { sessionInfo: string }
    const { body: codes } = await server.send('GET', `/emulator/v1/projects/${server.project}/verificationCodes`)
    const [{ code }] = codes['verificationCodes'] as unknown as [{ code: string }]
    const { body } = await server.call('v2/accounts/mfaEnrollment:finalize', {
      idToken: unverified.body['idToken'],
      phoneVerificationInfo: { sessionInfo, code },
    })
    expect((await enrol(body['idToken'])).body['error']).toMatchObject({
      message: 'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.',
    })
  })
})

describe('an import', () => {
  const google = (rawId?: string): object[] => [{ providerId: 'google.com', rawId }]
  const upload = (server: IdentityWorld, users: object[], options: object = {}): ReturnType<IdentityWorld['send']> =>
    administer(server, 'accounts:batchCreate', { users, ...options })

  it('takes the rows beside one that lacks what its provider calls the user', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    const users = [
      { localId: 'a', providerUserInfo: google() },
      { localId: 'b', providerUserInfo: google('') },
      { localId: 'c', providerUserInfo: [{ rawId: '3' }] },
      { localId: 'd', providerUserInfo: google('4') },
      { localId: 'e', phoneNumber: '555' },
      {},
      {},
    ]
    const { status, body } = await upload(server, users)
    expect(status).toBe(200)
    const errors = body['error'] as unknown as { index: number; message: string }[]
    expect(errors.map(({ index, message }) => [index, message.split(' : ')[0]])).toEqual([
      [0, 'INVALID_PROVIDER_ID'],
      [1, 'INVALID_PROVIDER_ID'],
      [2, 'INVALID_PROVIDER_ID'],
      [4, 'INVALID_PHONE_NUMBER'],
      [5, 'INVALID_LOCAL_ID'],
      [6, 'INVALID_LOCAL_ID'],
    ])
    expect(await server.identity.accounts.count(server.project)).toBe(1)
  })

  it.each([
    ['uids', [{ localId: 'a' }, { localId: 'a' }], {}, 'DUPLICATE_LOCAL_ID : a'],
    [
      'addresses',
      [
        { localId: 'a', email },
        { localId: 'b', email: 'Ada@example.com' },
      ],
      { sanityCheck: true },
      'DUPLICATE_EMAIL : ada@example.com',
    ],
    [
      'users of a provider',
      [
        { localId: 'a', providerUserInfo: google('1') },
        { localId: 'b', providerUserInfo: google('1') },
      ],
      { sanityCheck: true },
      'DUPLICATE_RAW_ID : Provider id(google.com), Raw id(1)',
    ],
  ])('of the same %s twice is refused whole', async (_case, users, options, message) => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    expect((await upload(server, users, options)).body['error']).toMatchObject({ code: 400, message })
    expect(await server.identity.accounts.count(server.project)).toBe(0)
  })

  it('with an address twice is taken where accounts share addresses, but for whom the address leads to another', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    await server.identity.settings.update(server.project, () => ({ duplicateEmails: true }))
    const users = [
      { localId: 'a', email },
      { localId: 'b', email },
      { localId: 'c', providerUserInfo: google('1') },
    ]
    const { body } = await upload(server, users, { sanityCheck: true })
    expect(body['error']).toMatchObject([{ message: expect.stringContaining('EMAIL_EXISTS') }])
    expect(await server.identity.accounts.count(server.project)).toBe(2)
  })

  it('that replaces users keeps the last of those with one uid, and without the check refuses the later address', async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    const names = Array.from({ length: 40 }, (_, index) => ({ localId: 'a', displayName: String(index) }))
    expect((await upload(server, names, { allowOverwrite: true })).body['error']).toBeUndefined()
    expect((await server.identity.accounts.get(server.project, 'a')).displayName).toBe('39')
    const { body } = await upload(server, [
      { localId: 'b', email },
      { localId: 'c', email },
    ])
    expect(body['error']).toMatchObject([{ message: expect.stringContaining('EMAIL_EXISTS') }])
  })
})
