import { describe, expect, it } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { serviceToken } from '../../testing/service-credential.ts'
import { TestServer } from '../../testing/test-server.ts'

const email = 'olga@example.com'
const password = 'correct horse'
const accounts = 'v1/projects/shop-app/accounts'
const project = 'v2/projects/shop-app'
const user = { localId: 'ada' }
const update = `${accounts}:update`

type Call = readonly [method: string, path: string, body?: object]

/** What lets people in, or lets an operator in as them. */
const guarded: readonly Call[] = [
  ['POST', update, { ...user, password: 'another horse' }],
  ['POST', update, { ...user, email: 'eve@example.com' }],
  ['POST', update, { ...user, emailVerified: true }],
  ['POST', update, { ...user, phoneNumber: '+15555550100' }],
  ['POST', update, { ...user, customAttributes: '{"admin":true}' }],
  ['POST', update, { ...user, deleteProvider: ['password'] }],
  ['POST', update, { ...user, deletePasskey: ['AAAA'] }],
  ['POST', update, { ...user, linkProviderUserInfo: { providerId: 'google.com', rawId: 'eve' } }],
  ['POST', update, { ...user, mfa: {} }],
  ['POST', update, { ...user, disableUser: false }],
  ['POST', accounts, { email: 'bob@example.com', password, emailVerified: true }],
  ['POST', `${accounts}:sendOobCode`, { requestType: 'PASSWORD_RESET', email: 'ada@example.com', returnOobLink: true }],
  ['POST', `${accounts}:delete`, user],
  ['POST', `${accounts}:batchDelete`, { localIds: ['ada'], force: true }],
  ['POST', `${accounts}:batchCreate`, { users: [{ localId: 'ada', email: 'eve@example.com' }] }],
  ['PATCH', `${project}/config?updateMask=authorizedDomains`, { authorizedDomains: ['evil.example'] }],
  ['PATCH', `${project}/config?updateMask=signIn.anonymous.enabled`, { signIn: { anonymous: { enabled: true } } }],
  ['PATCH', `${project}/config`, { passwordPolicyConfig: { passwordPolicyEnforcementState: 'OFF' } }],
  ['PATCH', `${project}/passkeyConfig`, { rpId: 'evil.example' }],
  ['POST', `${project}/tenants`, { displayName: 'Evil' }],
  ['PATCH', `${project}/tenants/t1`, { allowPasswordSignup: true }],
  ['DELETE', `${project}/tenants/t1`],
  ['POST', `${project}/oauthIdpConfigs?oauthIdpConfigId=oidc.evil`, { issuer: 'https://evil.example', clientId: 'x' }],
  ['PATCH', `${project}/oauthIdpConfigs/oidc.evil`, { issuer: 'https://evil.example' }],
  ['DELETE', `${project}/oauthIdpConfigs/oidc.evil`],
  ['POST', `${project}/defaultSupportedIdpConfigs?idpId=google.com`, { clientId: 'x', clientSecret: 'y' }],
  ['PATCH', `${project}/defaultSupportedIdpConfigs/google.com`, { clientId: 'x' }],
  ['DELETE', `${project}/defaultSupportedIdpConfigs/google.com`],
]

/** What operators do all day. */
const everyday: readonly Call[] = [
  ['POST', update, { ...user, displayName: 'Ada' }],
  ['POST', update, { ...user, disableUser: true }],
  ['POST', `${accounts}:lookup`, { localId: ['ada'] }],
  ['GET', `${project}/config`],
  ['GET', `${project}/tenants`],
]

describe('A9 stolen operator session: operators who signed in more than five minutes ago', () => {
  it('change nothing that lets somebody in, and do the rest; a new sign-in and service keys may', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const owner = await ConsoleAccount.claim(server, email, password)
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
    const ada = { localId: 'ada', email: 'ada@example.com', password }
    expect(await ask(token, ['POST', accounts, ada])).toMatchObject({ status: 200 })

    aheadMs = 6 * 60_000
    for (const call of guarded) {
      expect(await ask(token, call), JSON.stringify(call)).toEqual({
        status: 400,
        reason: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
      })
    }
    for (const call of everyday) expect(await ask(token, call), JSON.stringify(call)).toMatchObject({ status: 200 })

    expect(await ask(key, guarded[0]!)).toEqual({ status: 200, reason: '' })
    const again = await (await ConsoleAccount.signIn(server, email, password)).operatorToken('shop-app')
    for (const call of guarded) {
      expect((await ask(again, call)).reason, JSON.stringify(call)).not.toBe('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    }
  })

  it('change no account of the console either, as the owner of the server', async () => {
    let aheadMs = 0
    await using server = await TestServer.start({ clock: { nowMs: () => Date.now() + aheadMs } })
    const owner = await ConsoleAccount.claim(server, email, password)
    const ask = async (path: string, body: object) => {
      const answer = await fetch(`${server.origin}/v1/projects/console/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner.idToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.status
    }
    // With the address of an open invitation it would be a way into that project.
    const makeUser = () => ask('accounts', { email: 'eve@example.com', password, emailVerified: true })
    const setPassword = () => ask('accounts:update', { localId: owner.uid, password: 'a horse of theirs' })
    aheadMs = 6 * 60_000
    expect(await makeUser()).toBe(400)
    expect(await setPassword()).toBe(400)
    aheadMs = 0
    expect(await makeUser()).toBe(200)
    expect(await setPassword()).toBe(200)
  })
})
