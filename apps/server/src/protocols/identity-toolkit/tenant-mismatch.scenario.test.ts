import { expect, it } from 'vitest'
import { type Answer, IdentityWorld } from '../../testing/identity-world.ts'

const PASSWORD = 'correct horse'

async function signUp(world: IdentityWorld, tenantId: string | undefined): Promise<string> {
  const { body } = await world.call('accounts:signUp', { email: 'ada@example.com', password: PASSWORD, tenantId })
  return String(body['idToken'])
}

function link(world: IdentityWorld, idToken: string, tenantId: string | undefined): Promise<Answer> {
  const postBody = new URLSearchParams({
    providerId: 'google.com',
    id_token: JSON.stringify({ sub: 'eve' }),
  }).toString()
  return world.call('accounts:signInWithIdp', { requestUri: 'http://localhost', postBody, idToken, tenantId })
}

it.each([
  ['one tenant', 'another', 'blue', 'red'],
  ['the project', 'a tenant', undefined, 'red'],
  ['a tenant', 'the project', 'blue', undefined],
])('the word of a provider of %s is not linked to an account of %s', async (_asserted, _holder, asserted, holder) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const idToken = await signUp(world, holder)
  const refused = await link(world, idToken, asserted)
  expect(refused.body['error']).toMatchObject({ message: expect.stringMatching(/^TENANT_ID_MISMATCH/) })
  const { body } = await world.call('accounts:lookup', { idToken })
  expect(JSON.stringify(body)).not.toContain('google.com')
  expect((await link(world, idToken, holder)).status).toBe(200)
})

it('servers ask in the path of a tenant about its own tokens alone', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const idToken = await signUp(world, 'red')
  const ask = (tenant: string, body: object): Promise<Answer> =>
    world.send('POST', `/v1/projects/${world.project}/tenants/${tenant}/accounts:lookup`, body, {
      authorization: 'Bearer owner',
    })
  expect((await ask('red', { idToken })).body['users']).toMatchObject([{ email: 'ada@example.com', tenantId: 'red' }])
  for (const body of [{ idToken }, { localId: ['ada'], tenantId: 'red' }]) {
    const refused = await ask('blue', body)
    expect(refused.body['error']).toMatchObject({ message: expect.stringMatching(/^TENANT_ID_MISMATCH/) })
  }
})

it.each([
  ['accounts:lookup', {}],
  ['accounts:update', { displayName: 'Eve' }],
  ['accounts:delete', {}],
  ['accounts:signUp', { email: 'eve@example.com', password: PASSWORD }],
  ['accounts:sendOobCode', { requestType: 'VERIFY_EMAIL' }],
  ['accounts:signInWithEmailLink', { email: 'eve@example.com', oobCode: 'x' }],
  ['accounts:signInWithPhoneNumber', { sessionInfo: 'x', code: '123456' }],
  ['v2/accounts/mfaEnrollment:start', { totpEnrollmentInfo: {} }],
])('%s refuses the ID token of another tenant than the one it names', async (method, request) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const idToken = await signUp(world, 'red')
  const refused = await world.call(method, { ...request, idToken, tenantId: 'blue' })
  expect(refused.body['error']).toMatchObject({ message: expect.stringMatching(/^TENANT_ID_MISMATCH/) })
})
