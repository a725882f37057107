import { deleteApp, initializeApp } from 'firebase/app'
import {
  type Auth,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  inMemoryPersistence,
  initializeAuth,
  linkWithCredential,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updateProfile,
  type User,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { isSigned, WebhookReceiver } from '../../apps/server/src/testing/webhook-receiver.ts'
import { codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'
const google = GoogleAuthProvider.credential(JSON.stringify({ sub: 'google-1', email, email_verified: true }))
const customToken = unsigned({
  iss: 'firebase-auth-emulator@example.com',
  aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
  uid: 'ada',
  claims: { from: 'token' },
})

function unsigned(claims: Record<string, unknown>): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')
  const whole = { sub: claims['iss'], iat: now, exp: now + 600, ...claims }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(whole)}.`
}

/** `hearth dev` with a webhook that is asked before everything; there all ways in are open. */
class BlockingWorld implements AsyncDisposable {
  readonly server: TestServer
  readonly receiver: WebhookReceiver
  secret = ''
  readonly #stack: AsyncDisposableStack

  private constructor(server: TestServer, receiver: WebhookReceiver, stack: AsyncDisposableStack) {
    this.server = server
    this.receiver = receiver
    this.#stack = stack
  }

  static async start(events?: readonly string[]): Promise<BlockingWorld> {
    const stack = new AsyncDisposableStack()
    const receiver = stack.use(await WebhookReceiver.start())
    const world = new BlockingWorld(stack.use(await TestServer.start({ mode: 'dev' })), receiver, stack)
    const hook = { url: receiver.url, ...(events !== undefined && { events }) }
    const set = await world.admin('PUT', '/hearth/v1/projects/demo-app/webhooks/blocking', hook)
    world.secret = String(set['secret'])
    return world
  }

  device(): Auth {
    const app = initializeApp({ apiKey: 'demo-app', projectId: 'demo-app' }, `blocking-${names++}`)
    this.#stack.defer(() => deleteApp(app))
    const auth = initializeAuth(app, { persistence: inMemoryPersistence })
    connectAuthEmulator(auth, this.server.origin, { disableWarnings: true })
    return auth
  }

  async admin(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const answer = await fetch(this.server.origin + path, {
      method,
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect(answer.status).toBeLessThan(300)
    return (await answer.json()) as Record<string, unknown>
  }

  async users(): Promise<Record<string, unknown>[]> {
    const { users } = await this.admin('GET', '/v1/projects/demo-app/accounts:batchGet')
    return users as Record<string, unknown>[]
  }

  /** What was asked so far, and in which way the user comes. */
  get asked(): string[] {
    return this.receiver.calls.map(({ content }) => `${String(content['type'])} ${String(content['signInMethod'])}`)
  }

  deny(event: string): void {
    this.receiver.answer = ({ content }) =>
      content['type'] === event ? { status: 403, body: { error: { message: 'Not from here.' } } } : {}
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}

let names = 0

/** Phones work in browsers alone with the SDK; these are its calls. */
async function signInByPhone(world: BlockingWorld): Promise<void> {
  const call = async (method: string, body: object): Promise<{ sessionInfo?: string }> => {
    const answer = await fetch(`${world.server.origin}/v1/accounts:${method}?key=demo-app`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    const read = (await answer.json()) as { sessionInfo?: string; error?: { message: string } }
    if (read.error?.message.startsWith('BLOCKING_FUNCTION_ERROR_RESPONSE')) {
      throw Object.assign(new Error(read.error.message), { code: 'auth/internal-error' })
    }
    return read
  }
  const { sessionInfo } = await call('sendVerificationCode', { phoneNumber: '+14155550123' })
  const { verificationCodes } = (await world.admin('GET', '/emulator/v1/projects/demo-app/verificationCodes')) as {
    verificationCodes: { code: string }[]
  }
  await call('signInWithPhoneNumber', { sessionInfo, code: verificationCodes.at(-1)?.code })
}

async function signInByLink(world: BlockingWorld): Promise<void> {
  const auth = world.device()
  await sendSignInLinkToEmail(auth, email, { url: 'http://localhost/', handleCodeInApp: true })
  const { oobCodes } = (await world.admin('GET', '/emulator/v1/projects/demo-app/oobCodes')) as {
    oobCodes: { oobLink: string }[]
  }
  await signInWithEmailLink(auth, email, oobCodes.at(-1)?.oobLink ?? '')
}

/** Every way in, as what the webhook is told of it and as what the user does. */
const ways: [string, (world: BlockingWorld) => Promise<unknown>][] = [
  ['password', (world) => createUserWithEmailAndPassword(world.device(), email, password)],
  ['anonymous', (world) => signInAnonymously(world.device())],
  ['custom', (world) => signInWithCustomToken(world.device(), customToken)],
  ['google.com', (world) => signInWithCredential(world.device(), google)],
  ['password', signInByLink],
  ['phone', signInByPhone],
]

describe.each(ways)('a user who comes by %s', (method, comeIn) => {
  it('is made and signed in when the webhook agrees', async () => {
    await using world = await BlockingWorld.start()
    await comeIn(world)
    expect(world.asked).toEqual([`beforeCreate ${method}`, `beforeSignIn ${method}`])
    expect(world.receiver.calls.every((call) => isSigned(call, world.secret))).toBe(true)
    expect(await world.users()).toHaveLength(1)
  })

  it('is not made when the webhook says no', async () => {
    await using world = await BlockingWorld.start()
    world.deny('beforeCreate')
    await expect(comeIn(world)).rejects.toMatchObject({
      code: 'auth/internal-error',
      message: expect.stringContaining('Not from here.') as string,
    })
    expect(world.asked).toEqual([`beforeCreate ${method}`])
    expect(await world.users()).toEqual([])
  })

  it('gets no session when the webhook says no to that', async () => {
    await using world = await BlockingWorld.start()
    world.deny('beforeSignIn')
    expect(await codeOf(comeIn(world))).toBe('auth/internal-error')
    const [user] = await world.users()
    expect(user).not.toHaveProperty('lastLoginAt')
  })
})

describe('a sign-in with a password', () => {
  it('asks before the session, not before a wrong password is refused, and tells where it comes from', async () => {
    await using world = await BlockingWorld.start()
    await createUserWithEmailAndPassword(world.device(), email, password)
    world.receiver.calls.length = 0
    const auth = world.device()
    auth.languageCode = 'de'
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong horse'))).toBe('auth/wrong-password')
    expect(world.asked).toEqual([])
    await signInWithEmailAndPassword(auth, email, password)
    const [call] = world.receiver.calls
    expect(call?.content).toMatchObject({
      type: 'beforeSignIn',
      project: 'demo-app',
      signInMethod: 'password',
      ipAddress: '127.0.0.1',
      locale: 'de',
      user: { email, emailVerified: false, isAnonymous: false, providerData: [] },
    })
    expect(call?.body).not.toContain('argon2')
  })
})

describe('what the webhook changes', () => {
  const changes = {
    displayName: 'Ada',
    photoURL: 'https://example.com/ada.png',
    emailVerified: true,
    customClaims: { role: 'countess' },
  }

  it('is in the account from its beginning', async () => {
    await using world = await BlockingWorld.start(['beforeCreate'])
    world.receiver.answer = () => ({ body: changes })
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    expect(user).toMatchObject({ displayName: 'Ada', photoURL: changes.photoURL, emailVerified: true })
    expect((await user.getIdTokenResult()).claims).toMatchObject({ role: 'countess', name: 'Ada' })
    expect(world.asked).toEqual(['beforeCreate password'])
  })

  it('is in the account and the session that it was said of', async () => {
    await using world = await BlockingWorld.start(['beforeSignIn'])
    const here = (await createUserWithEmailAndPassword(world.device(), email, password)).user
    world.receiver.answer = () => ({ body: { ...changes, sessionClaims: { network: 'office' } } })
    const { user } = await signInWithEmailAndPassword(world.device(), email, password)
    expect(user).toMatchObject({ displayName: 'Ada', emailVerified: true })
    for (const isForced of [false, true]) {
      const { claims } = await user.getIdTokenResult(isForced)
      expect(claims).toMatchObject({ role: 'countess', network: 'office' })
    }
    const elsewhere = (await here.getIdTokenResult(true)).claims
    expect(elsewhere).toMatchObject({ role: 'countess' })
    expect(elsewhere).not.toHaveProperty('network')
  })

  it('stands beside what a custom token says', async () => {
    await using world = await BlockingWorld.start(['beforeSignIn'])
    world.receiver.answer = () => ({ body: { sessionClaims: { network: 'office' } } })
    const { user } = await signInWithCustomToken(world.device(), customToken)
    expect((await user.getIdTokenResult()).claims).toMatchObject({ from: 'token', network: 'office' })
    expect(world.receiver.calls[0]?.content).toMatchObject({ tokenClaims: { from: 'token' } })
  })

  it('can be that the account is disabled, which ends its other sessions', async () => {
    await using world = await BlockingWorld.start(['beforeSignIn'])
    const here = (await createUserWithEmailAndPassword(world.device(), email, password)).user
    world.receiver.answer = () => ({ body: { disabled: true } })
    expect(await codeOf(signInWithEmailAndPassword(world.device(), email, password))).toBe('auth/user-disabled')
    expect(await codeOf(updateProfile(here, { displayName: 'Ada' }))).toBe('auth/user-disabled')
    expect(await world.users()).toMatchObject([{ disabled: true }])
  })
})

describe('linking another way in', () => {
  const links: [string, (user: User) => Promise<unknown>][] = [
    ['google.com', (user) => linkWithCredential(user, google)],
    ['password', (user) => linkWithCredential(user, EmailAuthProvider.credential(email, password))],
  ]
  it.each(links)('by %s changes nothing when the webhook says no', async (method, link) => {
    await using world = await BlockingWorld.start(['beforeSignIn'])
    const { user } = await signInAnonymously(world.device())
    world.deny('beforeSignIn')
    expect(await codeOf(link(user))).toBe('auth/internal-error')
    expect(world.asked.at(-1)).toBe(`beforeSignIn ${method}`)
    expect(await world.users()).toMatchObject([{ providerUserInfo: [] }])
    world.receiver.answer = () => ({})
    expect(await codeOf(link(user))).toBe('none')
  })
})

describe('a webhook that gives no answer that can be understood', () => {
  it.each<[string, { status?: number; body?: unknown; location?: string }]>([
    ['a fault', { status: 500, body: 'out of order' }],
    ['a redirect', { status: 302, location: 'http://127.0.0.1:9/' }],
    ['no JSON', { body: 'yes' }],
    ['something that there is not', { body: { isAdmin: true } }],
    ['a member of the wrong type', { body: { disabled: 'no' } }],
    ['a claim that is the server’s', { body: { customClaims: { hearth_role: 'owner' } } }],
    ['claims that are too large', { body: { customClaims: { text: 'x'.repeat(1_000) } } }],
    ['session claims before there is a session', { body: { sessionClaims: { a: 1 } } }],
    ['more than is read', { body: 'x'.repeat(70_000) }],
  ])('lets nobody in: %s', async (_case, answer) => {
    await using world = await BlockingWorld.start()
    world.receiver.answer = () => answer
    expect(await codeOf(createUserWithEmailAndPassword(world.device(), email, password))).toBe('auth/internal-error')
    expect(await world.users()).toEqual([])
  })

  it('lets nobody in when it is away, or silent for seven seconds', async () => {
    await using world = await BlockingWorld.start()
    world.receiver.answer = () => undefined
    const startedAt = performance.now()
    expect(await codeOf(signInAnonymously(world.device()))).toBe('auth/internal-error')
    expect(performance.now() - startedAt).toBeGreaterThan(6_900)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    await world.receiver[Symbol.asyncDispose]()
    await expect(signInAnonymously(world.device())).rejects.toMatchObject({
      code: 'auth/internal-error',
      message: expect.stringContaining('did not answer') as string,
    })
    expect(await world.users()).toEqual([])
  })
})

it('administrators ask nobody, and a webhook that was taken away is asked no more', async () => {
  await using world = await BlockingWorld.start()
  world.deny('beforeCreate')
  await world.admin('POST', '/v1/projects/demo-app/accounts', { email, password })
  expect(world.asked).toEqual([])
  await world.admin('DELETE', '/hearth/v1/projects/demo-app/webhooks/blocking')
  expect(await codeOf(signInAnonymously(world.device()))).toBe('none')
  expect(world.asked).toEqual([])
})
