import { expect, test } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'
const owner = { authorization: 'Bearer owner' }

interface SignedIn {
  readonly localId: string
  readonly idToken: string
  readonly email?: string
  readonly isNewUser?: boolean
}

const configOf = (world: IdentityWorld, path: string, allowDuplicateEmails: boolean) =>
  world.send('PATCH', path, { signIn: { allowDuplicateEmails } }, owner)

async function signInBy(world: IdentityWorld, providerId: string, idToken?: string): Promise<SignedIn> {
  const claims = JSON.stringify({ sub: `ada-at-${providerId}`, email: EMAIL, email_verified: true })
  const answer = await world.call('accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({ providerId, id_token: claims }).toString(),
    returnSecureToken: true,
    idToken,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as unknown as SignedIn
}

async function lookUp(world: IdentityWorld, query: object): Promise<{ localId: string; email?: string }[]> {
  const { body } = await world.send('POST', '/v1/projects/demo-app/accounts:lookup', query, owner)
  return body['users'] ?? []
}

test('with duplicate addresses each provider’s user has an account, and the address leads to that with a password', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev', emailPrivacy: false })
  const set = await configOf(world, '/emulator/v1/projects/demo-app/config', true)
  expect([set.status, set.body]).toMatchObject([200, { signIn: { allowDuplicateEmails: true } }])

  const byGoogle = await signInBy(world, 'google.com')
  const byPassword = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  const byGithub = await signInBy(world, 'github.com')
  expect(byPassword.status).toBe(200)
  expect([byGoogle, byGithub]).toMatchObject([
    { isNewUser: true, email: EMAIL },
    { isNewUser: true, email: EMAIL },
  ])
  const { localId } = byPassword.body as unknown as SignedIn
  expect(new Set([byGoogle.localId, byGithub.localId, localId]).size).toBe(3)
  expect((await signInBy(world, 'google.com')).localId).toBe(byGoogle.localId)
  // The address is the provider's word alone, so that no other right hangs on it.
  expect(await lookUp(world, { localId: [byGoogle.localId] })).toEqual([
    expect.objectContaining({
      providerUserInfo: [expect.objectContaining({ providerId: 'google.com', email: EMAIL })],
    }),
  ])
  expect(atob(byGoogle.idToken.split('.')[1] ?? '')).not.toContain('"email":"ada')

  expect(await lookUp(world, { email: [EMAIL] })).toMatchObject([{ localId, email: EMAIL }])
  const again = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  expect(again.body).toMatchObject({ error: { message: 'EMAIL_EXISTS' } })
  const uri = await world.call('accounts:createAuthUri', { identifier: EMAIL, continueUri: 'http://localhost' })
  expect(uri.body).toMatchObject({ registered: true, signinMethods: ['password'] })

  const linked = await signInBy(world, 'facebook.com', byGoogle.idToken)
  expect(linked.localId).toBe(byGoogle.localId)
  expect((await lookUp(world, { localId: [linked.localId] }))[0]).not.toHaveProperty('email')
})

test('a reset of the password is for the account that has one', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev', emailPrivacy: false })
  await configOf(world, '/v2/projects/demo-app/config?updateMask=signIn.allowDuplicateEmails', true)
  await signInBy(world, 'google.com')
  const asked = (): Promise<{ body: Record<string, never> }> =>
    world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL })
  expect((await asked()).body).toMatchObject({ error: { message: 'EMAIL_NOT_FOUND' } })

  const { body } = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  expect((await asked()).body).toMatchObject({ email: EMAIL })
  const [mail] = world.mailbox.listUnused('demo-app')
  await world.call('accounts:resetPassword', { oobCode: mail?.code, newPassword: 'another horse' })
  const signedIn = await world.call('accounts:signInWithPassword', { email: EMAIL, password: 'another horse' })
  expect(signedIn.body).toMatchObject({ localId: body['localId'] })
})

test('switched back, the accounts that came meanwhile stay, and an address leads to one account again', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev', emailPrivacy: false })
  const config = '/emulator/v1/projects/demo-app/config'
  await configOf(world, config, true)
  const { body } = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  const byGoogle = await signInBy(world, 'google.com')
  const back = await configOf(world, config, false)
  expect(back.body).toMatchObject({ signIn: { allowDuplicateEmails: false } })

  expect((await signInBy(world, 'google.com')).localId).toBe(byGoogle.localId)
  expect((await signInBy(world, 'github.com')).localId).toBe(body['localId'])
  const refused = await world.call('accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: new URLSearchParams({
      providerId: 'facebook.com',
      id_token: JSON.stringify({ sub: 'f', email: EMAIL, email_verified: true }),
    }).toString(),
    idToken: byGoogle.idToken,
  })
  expect(refused.body).toMatchObject({ error: { message: 'EMAIL_EXISTS' } })
})
