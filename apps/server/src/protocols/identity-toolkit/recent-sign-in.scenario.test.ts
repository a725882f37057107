import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

const EMAIL = 'olga@example.com'
const PASSWORD = 'correct horse'
const ACCOUNTS = 'v1/projects/shop-app/accounts'
const PROJECT = 'v2/projects/shop-app'
const user = { localId: 'ada' }
const UPDATE = `${ACCOUNTS}:update`

type Call = readonly [method: string, path: string, body?: object]

/** What lets people in, or lets an operator in as them. */
const guarded: readonly Call[] = [
  ['POST', UPDATE, { ...user, password: 'another horse' }],
  ['POST', UPDATE, { ...user, email: 'eve@example.com' }],
  ['POST', UPDATE, { ...user, emailVerified: true }],
  ['POST', UPDATE, { ...user, phoneNumber: '+15555550100' }],
  ['POST', UPDATE, { ...user, customAttributes: '{"admin":true}' }],
  ['POST', UPDATE, { ...user, deleteProvider: ['password'] }],
  ['POST', UPDATE, { ...user, deletePasskey: ['AAAA'] }],
  ['POST', UPDATE, { ...user, linkProviderUserInfo: { providerId: 'google.com', rawId: 'eve' } }],
  ['POST', UPDATE, { ...user, mfa: {} }],
  ['POST', UPDATE, { ...user, disableUser: false }],
  ['POST', ACCOUNTS, { email: 'bob@example.com', password: PASSWORD, emailVerified: true }],
  ['POST', `${ACCOUNTS}:sendOobCode`, { requestType: 'PASSWORD_RESET', email: 'ada@example.com', returnOobLink: true }],
  ['POST', `${ACCOUNTS}:delete`, user],
  ['POST', `${ACCOUNTS}:batchDelete`, { localIds: ['ada'], force: true }],
  ['POST', `${ACCOUNTS}:batchCreate`, { users: [{ localId: 'ada', email: 'eve@example.com' }] }],
  ['PATCH', `${PROJECT}/config?updateMask=authorizedDomains`, { authorizedDomains: ['evil.example'] }],
  ['PATCH', `${PROJECT}/config?updateMask=signIn.anonymous.enabled`, { signIn: { anonymous: { enabled: true } } }],
  ['PATCH', `${PROJECT}/config`, { passwordPolicyConfig: { passwordPolicyEnforcementState: 'OFF' } }],
  ['PATCH', `${PROJECT}/passkeyConfig`, { rpId: 'evil.example' }],
  ['POST', `${PROJECT}/tenants`, { displayName: 'Evil' }],
  ['PATCH', `${PROJECT}/tenants/t1`, { allowPasswordSignup: true }],
  ['DELETE', `${PROJECT}/tenants/t1`],
  ['POST', `${PROJECT}/oauthIdpConfigs?oauthIdpConfigId=oidc.evil`, { issuer: 'https://evil.example', clientId: 'x' }],
  ['PATCH', `${PROJECT}/oauthIdpConfigs/oidc.evil`, { issuer: 'https://evil.example' }],
  ['DELETE', `${PROJECT}/oauthIdpConfigs/oidc.evil`],
  ['POST', `${PROJECT}/defaultSupportedIdpConfigs?idpId=google.com`, { clientId: 'x', clientSecret: 'y' }],
  ['PATCH', `${PROJECT}/defaultSupportedIdpConfigs/google.com`, { clientId: 'x' }],
  ['DELETE', `${PROJECT}/defaultSupportedIdpConfigs/google.com`],
]

/** What operators do all day. */
const everyday: readonly Call[] = [
  ['POST', UPDATE, { ...user, displayName: 'Ada' }],
  ['POST', UPDATE, { ...user, disableUser: true }],
  ['POST', `${ACCOUNTS}:lookup`, { localId: ['ada'] }],
  ['GET', `${PROJECT}/config`],
  ['GET', `${PROJECT}/tenants`],
]

describe('A9 stolen operator session: operators who signed in more than five minutes ago', () => {
  it('change nothing that lets somebody in, and do the rest; a new sign-in and service keys may', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
    await owner.createProject('shop-app')
    const ask = async (token: string, [method, path, body]: Call) => {
      const answer = await fetch(`${server.origin}/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const { error } = (await answer.json()) as { error?: { message: string } }
      return { status: answer.status, reason: error?.message.split(' ')[0] ?? '' }
    }
    const token = await owner.operatorToken('shop-app')
    const key = await serviceToken(owner, 'shop-app')
    const ada = { localId: 'ada', email: 'ada@example.com', password: PASSWORD }
    expect(await ask(token, ['POST', ACCOUNTS, ada])).toMatchObject({ status: 200 })

    aheadMs = 6 * 60_000
    for (const call of guarded) {
      expect(await ask(token, call), JSON.stringify(call)).toEqual({
        status: 400,
        reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
      })
    }
    for (const call of everyday) expect(await ask(token, call), JSON.stringify(call)).toMatchObject({ status: 200 })

    expect(await ask(key, guarded[0]!)).toEqual({ status: 200, reason: '' })
    const again = await (await ConsoleAccount.signIn(server, EMAIL, PASSWORD)).operatorToken('shop-app')
    for (const call of guarded) {
      expect((await ask(again, call)).reason, JSON.stringify(call)).not.toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
  })

  it('change no account of the console either, as the owner of the server', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const owner = await ConsoleAccount.claim(server, EMAIL, PASSWORD)
    const ask = async (path: string, body: object) => {
      const answer = await fetch(`${server.origin}/v1/projects/console/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.status
    }
    // With the address of an open invitation it would be a way into that project.
    const makeUser = () => ask('accounts', { email: 'eve@example.com', password: PASSWORD, emailVerified: true })
    const setPassword = () => ask('accounts:update', { localId: owner.uid, password: 'a horse of theirs' })
    aheadMs = 6 * 60_000
    expect(await makeUser()).toBe(400)
    expect(await setPassword()).toBe(400)
    aheadMs = 0
    expect(await makeUser()).toBe(200)
    expect(await setPassword()).toBe(200)
  })
})
