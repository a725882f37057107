import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phoneKey, PhoneWorld } from './phone-world.ts'

let world: PhoneWorld

beforeAll(async () => {
  world = await PhoneWorld.start()
})

afterAll(() => world[Symbol.asyncDispose]())

describe('accounts', () => {
  it('a token is refreshed by JSON in the names of its messages', async () => {
    const { refreshToken } = await world.signUp()
    const body = JSON.stringify({ grantType: 'refresh_token', refreshToken })
    const headers = { 'content-type': 'application/json' }
    const answer = await world.ask('POST', `/securetoken.googleapis.com/v1/token?key=${phoneKey}`, headers, body)
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
    const answer = await world.ask('GET', '/emulator/v1/projects/demo-app/verificationCodes', {
      authorization: 'Bearer owner',
    })
    const { verificationCodes } = answer.body as { verificationCodes: { code: string }[] }
    return verificationCodes.at(-1)?.code ?? ''
  }

  async function lastLinkCode(): Promise<string> {
    const answer = await world.ask('GET', '/emulator/v1/projects/demo-app/oobCodes', { authorization: 'Bearer owner' })
    const { oobCodes } = answer.body as { oobCodes: { oobCode: string }[] }
    return oobCodes.at(-1)?.oobCode ?? ''
  }

  /** Version 2, which iOS asks at another host. */
  async function askAuth2(endpoint: string, body: object) {
    const headers = { 'content-type': 'application/json', 'x-firebase-gmpid': '1:1:ios:a' }
    return await world.ask(
      'POST',
      `/identitytoolkit.googleapis.com/v2/${endpoint}?key=${phoneKey}`,
      headers,
      JSON.stringify(body),
    )
  }

  async function phoneCredential(number: string): Promise<{ sessionInfo: unknown; code: string }> {
    const sent = await world.askAuth('sendVerificationCode', { phoneNumber: number, ...phone })
    return { sessionInfo: sent.body['sessionInfo'], code: await lastCode() }
  }

  it('are changed, asked about, unlinked and deleted', async () => {
    const { idToken } = await world.signUp()
    const changed = await world.askAuth('setAccountInfo', {
      idToken,
      displayName: 'Ada',
      photoUrl: 'https://example.com/a.png',
      returnSecureToken: true,
    })
    expect(changed.body).toMatchObject({ displayName: 'Ada', providerUserInfo: [{ providerId: 'password' }] })
    const asked = await world.askAuth('getAccountInfo', { idToken })
    const { users } = asked.body as { users: Record<string, unknown>[] }
    expect(users).toHaveLength(1)
    expect(Number(users[0]?.['createdAt'])).toBeGreaterThan(1_600_000_000_000)
    const linked = await world.askAuth('verifyPhoneNumber', {
      ...(await phoneCredential('+15555550111')),
      idToken,
      operation: 'LINK',
    })
    expect(linked.body).toMatchObject({ phoneNumber: '+15555550111', idToken: expect.any(String) })
    const unlink = { idToken, deleteProvider: ['phone'], returnSecureToken: true }
    expect((await world.askAuth('setAccountInfo', unlink)).body['providerUserInfo']).toMatchObject([
      { providerId: 'password' },
    ])
    const methods = await world.askAuth('createAuthUri', {
      identifier: users[0]?.['email'],
      continueUri: 'http://www.google.com',
    })
    expect(methods.body).toMatchObject({ signinMethods: ['password'] })
    expect((await world.askAuth('deleteAccount', { idToken, localId: users[0]?.['localId'] })).status).toBe(200)
    expect((await world.askAuth('getAccountInfo', { idToken })).status).toBe(400)
  })

  it('whose phone number is another’s are told by a proof that signs in to that one', async () => {
    const number = '+15555550112'
    const first = await world.askAuth('verifyPhoneNumber', {
      ...(await phoneCredential(number)),
      operation: 'SIGN_UP_OR_IN',
    })
    const { idToken } = await world.signUp()
    const refused = await world.askAuth('verifyPhoneNumber', {
      ...(await phoneCredential(number)),
      idToken,
      operation: 'LINK',
    })
    expect(refused).toMatchObject({ status: 200, body: { phoneNumber: number, temporaryProof: expect.any(String) } })
    const { temporaryProof } = refused.body
    const proved = await world.askAuth('verifyPhoneNumber', {
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
    await world.askAuth('getOobConfirmationCode', { requestType: 'EMAIL_SIGNIN', email, ...settings, clientType })
    const signedIn = await world.askAuth('emailLinkSignin', { email, oobCode: await lastLinkCode() })
    expect(signedIn.body).toMatchObject({ email, isNewUser: true, refreshToken: expect.any(String) })
    await world.askAuth('getOobConfirmationCode', { requestType: 'PASSWORD_RESET', email, clientType })
    const oobCode = await lastLinkCode()
    const kind = { email, requestType: 'PASSWORD_RESET' }
    expect((await world.askAuth('resetPassword', { oobCode })).body).toMatchObject(kind)
    expect((await world.askAuth('resetPassword', { oobCode, newPassword: 'other horse' })).body).toMatchObject(kind)
    expect((await world.askAuth('resetPassword', { oobCode, newPassword: 'third horse' })).status).toBe(400)
  })

  it('have second factors', async () => {
    const { idToken } = await world.signUp()
    await world.askAuth('getOobConfirmationCode', {
      requestType: 'VERIFY_EMAIL',
      idToken,
      clientType: 'CLIENT_TYPE_IOS',
    })
    expect((await world.askAuth('setAccountInfo', { oobCode: await lastLinkCode() })).status).toBe(200)
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

    const asked = await world.askAuth('getAccountInfo', { idToken: enrolled.body['idToken'] })
    const [{ email } = {}] = asked.body['users'] as Record<string, unknown>[]
    const half = await world.askAuth('verifyPassword', {
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
    const query = `key=${phoneKey}&clientType=CLIENT_TYPE_IOS&version=RECAPTCHA_ENTERPRISE`
    const asked = await world.ask('GET', `/identitytoolkit.googleapis.com/v2/recaptchaConfig?${query}`, {})
    expect(asked.body['recaptchaEnforcementState']).toContainEqual({
      provider: 'PHONE_PROVIDER',
      enforcementState: 'OFF',
    })
    const { idToken } = await world.signUp()
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
    const signedIn = await world.askAuth('verifyAssertion', { ...asked, returnIdpCredential: true })
    expect(signedIn.body).toMatchObject({ displayName: 'Ada Lovelace', isNewUser: true })
    const other = said.join('&').replace('apple.com', 'google.com')
    expect((await world.askAuth('verifyAssertion', { ...asked, postBody: other })).body['displayName']).toBeUndefined()
  })
})
