import { connect } from 'node:http2'
import { expect, test } from 'vitest'
import { totpCode, totpStep } from '../../apps/server/src/identity/sign-in/totp.ts'
import { type Answer, IdentityWorld, reasonOf } from '../../apps/server/src/testing/identity-world.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'
import { codeIn, email, hourMs, password, signUp } from './attacked-account.ts'

// A5 of attacks.test.ts: what is sent at the same time is judged no more often than what is sent one after another.

const atOnce = 150
const phoneNumber = '+14155550123'
const yearMs = 365 * 24 * hourMs

/** A request of the client API. */
interface Guess {
  readonly method: string
  readonly body: object
}

/** All of them before the first is answered: over one connection, and over as many as `fetch` opens. */
const ways = {
  'one connection': pipelined,
  'many connections': (world: IdentityWorld, guesses: readonly Guess[]) =>
    Promise.all(guesses.map(async ({ method, body }) => reasonOf(await world.call(method, body)))),
}

async function pipelined(world: IdentityWorld, guesses: readonly Guess[]): Promise<string[]> {
  const session = connect(world.origin)
  const ask = ({ method, body }: Guess): Promise<string> =>
    new Promise((resolve, reject) => {
      const version = method.startsWith('v2/') ? '' : 'v1/'
      const path = `/identitytoolkit.googleapis.com/${version}${method}?key=${world.apiKey}`
      const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/json' })
      let text = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (text += chunk))
      stream.on('end', () => resolve(reasonOf({ body: JSON.parse(text) as Answer['body'] })))
      stream.on('error', reject)
      stream.end(JSON.stringify(body))
    })
  try {
    return await Promise.all(guesses.map(ask))
  } finally {
    session.close()
  }
}

function count(reasons: readonly string[], reason: string): number {
  return reasons.filter((one) => one === reason).length
}

/** Six digits that are none of those that would be right now. */
function wrongCodes(secret: string, nowMs: number): string[] {
  const right = [-2, -1, 0, 1, 2].map((off) => totpCode(secret, totpStep(nowMs) + off))
  const codes = Array.from({ length: atOnce + right.length }, (_, n) => String(n).padStart(6, '0'))
  return codes.filter((code) => !right.includes(code)).slice(0, atOnce)
}

async function beginTotp(world: IdentityWorld): Promise<{ idToken: string; secret: string; sessionInfo: string }> {
  const { localId } = await signUp(world)
  await world.identity.administration.update(world.project, localId, { emailVerified: true })
  const { idToken } = (await world.call('accounts:signInWithPassword', { email, password })).body
  const begun = await world.call('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = begun.body['totpSessionInfo'] as unknown as Record<string, string>
  return { idToken: String(idToken), secret: sharedSecretKey ?? '', sessionInfo: sessionInfo ?? '' }
}

async function enrolTotp(world: IdentityWorld): Promise<string> {
  const { idToken, secret, sessionInfo } = await beginTotp(world)
  const verificationCode = totpCode(secret, totpStep(world.clock.nowMs()))
  const totpVerificationInfo = { sessionInfo, verificationCode }
  const ended = await world.call('v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo })
  expect(ended.status).toBe(200)
  // The code that was used is good no more.
  world.clock.advance(60_000)
  return secret
}

interface Waiting {
  readonly mfaPendingCredential: string
  readonly mfaEnrollmentId: string
}

async function signInHalfway(world: IdentityWorld): Promise<Waiting> {
  const { body } = await world.call('accounts:signInWithPassword', { email, password })
  const [factor] = body['mfaInfo'] as unknown as { mfaEnrollmentId: string }[]
  return {
    mfaPendingCredential: String(body['mfaPendingCredential']),
    mfaEnrollmentId: factor?.mfaEnrollmentId ?? '',
  }
}

function secondFactor(waiting: Waiting, verificationCode: string): Guess {
  return { method: 'v2/accounts/mfaSignIn:finalize', body: { ...waiting, totpVerificationInfo: { verificationCode } } }
}

async function makeTenant(world: IdentityWorld): Promise<string> {
  return (await world.identity.tenants.create(world.project, 'blue', { passwordSignIn: true })).id
}

async function smsSession(world: IdentityWorld): Promise<{ sessionInfo: string; wrong: string[] }> {
  await world.identity.settings.update(world.project, () => ({ phoneSignIn: true }))
  const { body } = await world.call('accounts:sendVerificationCode', { phoneNumber })
  const sessionInfo = String(body['sessionInfo'])
  const { code } = world.textMessages.list(world.project).at(-1) ?? {}
  const codes = Array.from({ length: atOnce + 1 }, (_, n) => String(n).padStart(6, '0'))
  return { sessionInfo, wrong: codes.filter((one) => one !== code).slice(0, atOnce) }
}

for (const [way, send] of Object.entries(ways)) {
  test(`A5 brute force: of ${atOnce} codes of an authenticator app over ${way} five are judged, and the sign-in under way is over`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const secret = await enrolTotp(world)
    const waiting = await signInHalfway(world)
    const wrong = wrongCodes(secret, world.clock.nowMs()).map((code) => secondFactor(waiting, code))
    const reasons = await send(world, wrong)
    expect(count(reasons, 'INVALID_CODE')).toBe(5)
    const refused = count(reasons, 'TOO_MANY_ATTEMPTS_TRY_LATER') + count(reasons, 'INVALID_MFA_PENDING_CREDENTIAL')
    expect(refused).toBe(atOnce - 5)
  })

  test(`A5 brute force: codes over ${way} are counted by account, with however many sign-ins they are brought`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const secret = await enrolTotp(world)
    const waiting: Waiting[] = []
    for (let sign = 0; sign < 4; sign++) waiting.push(await signInHalfway(world))
    const codes = wrongCodes(secret, world.clock.nowMs())
    const reasons = await send(
      world,
      codes.map((code, n) => secondFactor(waiting[n % 3] ?? waiting[0]!, code)),
    )
    expect(count(reasons, 'INVALID_CODE')).toBe(10)
    expect(count(reasons, 'TOO_MANY_ATTEMPTS_TRY_LATER')).toBe(atOnce - 10)
    const newest = waiting.at(-1) ?? waiting[0]!
    const right = secondFactor(newest, totpCode(secret, totpStep(world.clock.nowMs())))
    expect(reasonOf(await world.call(right.method, right.body))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  })

  test(`A5 brute force: of ${atOnce} codes for a new authenticator app over ${way} five are judged`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { idToken, secret, sessionInfo } = await beginTotp(world)
    const reasons = await send(
      world,
      wrongCodes(secret, world.clock.nowMs()).map((verificationCode) => ({
        method: 'v2/accounts/mfaEnrollment:finalize',
        body: { idToken, totpVerificationInfo: { sessionInfo, verificationCode } },
      })),
    )
    expect([count(reasons, 'INVALID_CODE'), count(reasons, 'INVALID_SESSION_INFO')]).toEqual([5, atOnce - 5])
  })

  test(`A5 brute force: of ${atOnce} codes of a text message over ${way} five are judged`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { sessionInfo, wrong } = await smsSession(world)
    const reasons = await send(
      world,
      wrong.map((code) => ({ method: 'accounts:signInWithPhoneNumber', body: { sessionInfo, code } })),
    )
    expect([count(reasons, 'INVALID_CODE'), count(reasons, 'INVALID_SESSION_INFO')]).toEqual([5, atOnce - 5])
  })

  test.each(['the project', 'a tenant'])(
    `A5 brute force: of ${atOnce} passwords over ${way} ten are judged, of %s`,
    async (realm) => {
      await using world = await IdentityWorld.start({ mode: 'start' })
      const tenantId = realm === 'a tenant' ? await makeTenant(world) : undefined
      await world.call('accounts:signUp', { email, password, tenantId })
      const guesses = Array.from({ length: atOnce }, (_, n) => ({
        method: 'accounts:signInWithPassword',
        body: { email, password: `guess number ${n}`, tenantId },
      }))
      const reasons = await send(world, guesses)
      expect(count(reasons, 'INVALID_LOGIN_CREDENTIALS')).toBe(10)
      expect(count(reasons, 'TOO_MANY_ATTEMPTS_TRY_LATER')).toBe(atOnce - 10)
    },
  )

  test(`the right password is right over ${way}, however many bring it at the same time`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await signUp(world)
    const all = Array.from({ length: 24 }, () => ({
      method: 'accounts:signInWithPassword',
      body: { email, password },
    }))
    expect(new Set(await send(world, all))).toEqual(new Set(['none']))
  })

  test(`A5 flooding: no more accounts, mails and text messages are made by requests over ${way} than one after another`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start', signUpsPerHour: 3 })
    await world.identity.settings.update(world.project, () => ({ phoneSignIn: true }))
    const repeat = (method: string, bodyOf: (n: number) => object): Guess[] =>
      Array.from({ length: 40 }, (_, n) => ({ method, body: bodyOf(n) }))
    const made = await send(
      world,
      repeat('accounts:signUp', (n) => ({ email: `user-${n}@example.com`, password })),
    )
    expect(count(made, 'none')).toBe(3)
    const mailed = await send(
      world,
      repeat('accounts:sendOobCode', () => ({ requestType: 'PASSWORD_RESET', email })),
    )
    expect(count(mailed, 'none')).toBe(3)
    const texted = await send(
      world,
      repeat('accounts:sendVerificationCode', () => ({ phoneNumber })),
    )
    expect(count(texted, 'none')).toBe(5)
  })

  test(`a code of a mail works once, however often it is brought over ${way} at the same time`, async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    await signUp(world)
    await world.call('accounts:sendOobCode', { requestType: 'VERIFY_EMAIL', email })
    await world.call('accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email })
    const reset = { oobCode: codeIn(world), newPassword: 'another horse' }
    const all = Array.from({ length: 40 }, () => ({ method: 'accounts:resetPassword', body: reset }))
    expect(count(await send(world, all), 'none')).toBe(1)
  })
}

test('three sign-ins of an account wait for their second factor; to one that three newer ones replaced the right code is as wrong as any', async () => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  const secret = await enrolTotp(world)
  const older = await signInHalfway(world)
  const owners = await signInHalfway(world)
  for (let sign = 0; sign < 2; sign++) await signInHalfway(world)
  const answerOf = ({ method, body }: Guess): Promise<Answer> => world.call(method, body)
  const code = totpCode(secret, totpStep(world.clock.nowMs()))
  const [withRight, withWrong] = [
    await answerOf(secondFactor(older, code)),
    await answerOf(secondFactor(older, wrongCodes(secret, world.clock.nowMs())[0] ?? '')),
  ]
  expect([reasonOf(withRight), withRight.status]).toEqual(['INVALID_CODE', withWrong.status])
  const toldOf = ({ body }: Answer): unknown => (body['error'] as unknown as { message: string }).message
  expect(toldOf(withRight)).toBe(toldOf(withWrong))
  expect(reasonOf(await answerOf(secondFactor(owners, code)))).toBe('none')
})

test.each([
  ['ahead', yearMs],
  ['back', -yearMs],
])('A5 brute force: a wall clock that jumps %s neither ends a wait nor makes it longer', async (_where, jumpMs) => {
  await using world = await IdentityWorld.start({ mode: 'start' })
  await signUp(world)
  const guess = (secret: string): Promise<Answer> =>
    world.call('accounts:signInWithPassword', { email, password: secret })
  for (let n = 0; n < 10; n++) expect(reasonOf(await guess('wrong guess'))).toBe('INVALID_LOGIN_CREDENTIALS')
  world.clock.jump(jumpMs)
  expect(reasonOf(await guess(password))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
  world.clock.advance(30_000)
  expect(reasonOf(await guess(password))).toBe('none')
})

test('A5 brute force: of 300 set-up codes at once those that an address may try in a minute are judged', async () => {
  await using server = await TestServer.start({ mode: 'start' })
  const body = JSON.stringify({ code: 'wrong', displayName: 'Eve', email: 'eve@example.com', password })
  const headers = { 'content-type': 'application/json' }
  const statuses = await Promise.all(
    Array.from(
      { length: 300 },
      async () => (await fetch(`${server.origin}/hearth/v1/setup`, { method: 'POST', headers, body })).status,
    ),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(100)
})
