import { expect, test } from 'vitest'
import { type Answer, IdentityWorld } from '../../apps/server/src/testing/identity-world.ts'

// Sign-ins that wait while the account they lead to changes; letters as in identity-attacks.test.ts.

const email = 'ada@example.com'
const password = 'correct horse'
const phoneNumber = '+14155550123'

interface Person {
  readonly localId: string
  readonly idToken: string
}

async function signUp(world: IdentityWorld): Promise<Person> {
  const answer = await world.call('accounts:signUp', { email, password, returnSecureToken: true })
  expect(answer.status).toBe(200)
  return answer.body as unknown as Person
}

/** By a provider whose word `hearth dev` takes unsigned. */
function signInWithIdp(world: IdentityWorld, body: object = {}): Promise<Answer> {
  const postBody = new URLSearchParams({ providerId: 'oidc.acme', id_token: '{"sub":"thief"}' }).toString()
  return world.call('accounts:signInWithIdp', {
    requestUri: 'http://localhost',
    postBody,
    returnSecureToken: true,
    ...body,
  })
}

function reasonOf({ body }: Answer): string {
  const { message = 'none' } = (body['error'] as { message?: string } | undefined) ?? {}
  return message.split(' : ')[0] ?? ''
}

/** Lets `happen` come between the next call of `name` and what its caller does with the answer. */
function meanwhile(world: IdentityWorld, name: 'findBy' | 'update', happen: () => Promise<unknown>): void {
  const accounts = world.identity.accounts as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  accounts[name] = async (...args) => {
    // The method of the class is below.
    delete accounts[name]
    const answer = await accounts[name]?.(...args)
    await happen()
    return answer
  }
}

test('A6 unlinking: a provider that was taken from an account comes back by no sign-in that was waiting', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { identity, project } = world
  const { localId, idToken } = await signUp(world)
  expect((await signInWithIdp(world, { idToken })).body['localId']).toBe(localId)
  meanwhile(world, 'findBy', () =>
    identity.accounts.update(project, localId, 'updated', (account) => ({ account: { ...account, providers: [] } })),
  )
  expect(reasonOf(await signInWithIdp(world))).toBe('INVALID_IDP_RESPONSE')
  expect((await identity.accounts.get(project, localId)).providers).toEqual([])
})

test.each([
  ['a phone number', async (world: IdentityWorld, idToken: string) => await linkNumber(world, idToken)],
  ['a provider', async (world: IdentityWorld, idToken: string) => await signInWithIdp(world, { idToken })],
])('A4 sign-out everywhere: linking %s at the same moment begins no session that goes on', async (_what, link) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const { identity, project } = world
  const { localId, idToken } = await signUp(world)
  meanwhile(world, 'update', () => identity.sessions.endAll(project, localId, (account) => account))
  const linked = await link(world, idToken)
  expect([reasonOf(linked), linked.body['idToken']]).toEqual(['TOKEN_EXPIRED', undefined])
})

async function linkNumber(world: IdentityWorld, idToken: string): Promise<Answer> {
  const { sessionInfo } = (await world.call('accounts:sendVerificationCode', { phoneNumber })).body
  const { code } = world.textMessages.list(world.project).at(-1) ?? {}
  return await world.call('accounts:signInWithPhoneNumber', { sessionInfo, code, idToken })
}
