import { describe, expect, it } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'

// The official SDK has sign-in by phone in browsers only, so these are its requests, made by hand.

const NUMBER = '+15555550101'
const MINUTE_MS = 60_000
const LIMITED = 'TOO_MANY_ATTEMPTS_TRY_LATER'

interface Tokens {
  readonly localId: string
  readonly idToken: string
  readonly phoneNumber: string
  readonly isNewUser: boolean
  readonly temporaryProof?: string
}

async function start(mode: 'start' | 'dev'): Promise<IdentityWorld> {
  const world = await IdentityWorld.start({ mode })
  await world.identity.settings.update(world.project, () => ({ phoneSignIn: true, anonymous: true }))
  return world
}

async function messageTo(world: IdentityWorld, phoneNumber = NUMBER): Promise<{ sessionInfo: string; code: string }> {
  const { body } = await world.call('accounts:sendVerificationCode', { phoneNumber, recaptchaToken: 'a person' })
  const sessionInfo = String(body['sessionInfo'])
  const message = world.textMessages.list(world.project).find((sent) => sent.sessionInfo === sessionInfo)
  expect(message).toMatchObject({ phoneNumber, code: expect.stringMatching(/^\d{6}$/) as string })
  return { sessionInfo, code: message?.code ?? '' }
}

async function signIn(world: IdentityWorld, request: object): Promise<Tokens & { readonly error: string | undefined }> {
  const { body } = await world.call('accounts:signInWithPhoneNumber', request)
  const error = body['error'] as { message: string } | undefined
  return { ...(body as unknown as Tokens), error: error?.message }
}

/** `none` when it went well. */
async function reasonOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
    return 'none'
  } catch (error) {
    return (error as { reason: string }).reason
  }
}

async function guest(world: IdentityWorld): Promise<Tokens> {
  return (await world.call('accounts:signUp', { returnSecureToken: true })).body as unknown as Tokens
}

describe.each(['dev', 'start'] as const)('a phone number under %s', (mode) => {
  it('makes an account, finds it again and confirms who is signed in', async () => {
    await using world = await start(mode)
    const first = await signIn(world, await messageTo(world))
    expect(first).toMatchObject({ phoneNumber: NUMBER, isNewUser: true })
    const looked = await world.call('accounts:lookup', { idToken: first.idToken })
    expect(looked.body['users']).toMatchObject([
      { localId: first.localId, phoneNumber: NUMBER, providerUserInfo: [{ providerId: 'phone', rawId: NUMBER }] },
    ])
    const again = await signIn(world, { ...(await messageTo(world)), operation: 'REAUTH' })
    expect(again).toMatchObject({ localId: first.localId, isNewUser: false })
    const stranger = { ...(await messageTo(world, '+15555550199')), operation: 'REAUTH' }
    expect((await signIn(world, stranger)).error).toBe('USER_NOT_FOUND')
    expect(await world.identity.accounts.count(world.project)).toBe(1)
  })

  it('is added to an account, changed and removed', async () => {
    await using world = await start(mode)
    const { idToken, localId } = await guest(world)
    const linked = await signIn(world, { ...(await messageTo(world)), idToken })
    expect(linked).toMatchObject({ localId, phoneNumber: NUMBER })
    const changed = await signIn(world, { ...(await messageTo(world, '+15555550102')), idToken: linked.idToken })
    expect(await world.identity.accounts.get(world.project, localId)).toMatchObject({ phoneNumber: '+15555550102' })
    await world.call('accounts:update', { idToken: changed.idToken, deleteProvider: ['phone'] })
    expect(await world.identity.accounts.get(world.project, localId)).not.toHaveProperty('phoneNumber')
  })

  it('that another account has leads to that one, once, by the proof that comes with the refusal', async () => {
    await using world = await start(mode)
    const owner = await signIn(world, await messageTo(world))
    const { idToken } = await guest(world)
    const refusal = await signIn(world, { ...(await messageTo(world)), idToken })
    expect(refusal.idToken).toBeUndefined()
    const proof = { phoneNumber: NUMBER, temporaryProof: refusal.temporaryProof }
    expect((await signIn(world, proof)).localId).toBe(owner.localId)
    expect((await signIn(world, proof)).error).toBe('INVALID_TEMPORARY_PROOF')
  })

  it('has a code that works once, for ten minutes and for five guesses', async () => {
    await using world = await start(mode)
    const right = await messageTo(world)
    const uses = await Promise.all([signIn(world, right), signIn(world, right), signIn(world, right)])
    expect(uses.filter(({ error }) => error === undefined)).toHaveLength(1)
    expect(uses.filter(({ error }) => error === 'INVALID_SESSION_INFO')).toHaveLength(2)

    const late = await messageTo(world)
    world.clock.advance(10 * MINUTE_MS)
    expect((await signIn(world, late)).error).toBe('SESSION_EXPIRED')

    const guessed = await messageTo(world)
    const wrong = { ...guessed, code: guessed.code === '000000' ? '111111' : '000000' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(world, wrong)))
    expect(answers.filter(({ error }) => error === 'INVALID_CODE')).toHaveLength(5)
    expect((await signIn(world, guessed)).error).toBe('INVALID_SESSION_INFO')
  })

  it.each([
    ['no number', 'accounts:sendVerificationCode', {}, 'MISSING_PHONE_NUMBER'],
    [
      'a number of no form',
      'accounts:sendVerificationCode',
      { phoneNumber: '555' },
      'INVALID_PHONE_NUMBER : Invalid format.',
    ],
    ['no session', 'accounts:signInWithPhoneNumber', { code: '123456' }, 'MISSING_SESSION_INFO'],
    ['no code', 'accounts:signInWithPhoneNumber', { sessionInfo: 'x' }, 'MISSING_CODE'],
    ['a made-up session', 'accounts:signInWithPhoneNumber', { sessionInfo: 'x', code: '1' }, 'INVALID_SESSION_INFO'],
  ])('is refused: %s', async (_case, method, body, message) => {
    await using world = await start(mode)
    expect((await world.call(method, body)).body['error']).toMatchObject({ message })
  })
})

it('is a second factor: added with a code, asked for at sign-in, shown by its last digits', async () => {
  await using world = await start('dev')
  const credential = { email: 'ada@example.com', password: 'correct horse' }
  const { localId } = (await world.call('accounts:signUp', credential)).body as unknown as Tokens
  await world.identity.administration.update(world.project, localId, { emailVerified: true })
  const { idToken } = (await world.call('accounts:signInWithPassword', credential)).body
  const codeOf = (sessionInfo: unknown) => ({
    sessionInfo,
    code: world.textMessages.list(world.project).find((sent) => sent.sessionInfo === sessionInfo)?.code,
  })

  const begun = await world.call('v2/accounts/mfaEnrollment:start', {
    idToken,
    phoneEnrollmentInfo: { phoneNumber: NUMBER },
  })
  const enrolled = await world.call('v2/accounts/mfaEnrollment:finalize', {
    idToken,
    phoneVerificationInfo: codeOf((begun.body['phoneSessionInfo'] as unknown as { sessionInfo: string }).sessionInfo),
  })
  expect(enrolled.body).toMatchObject({ localId, idToken: expect.any(String) as string })

  const first = (await world.call('accounts:signInWithPassword', credential)).body as Record<string, unknown>
  expect(first).not.toHaveProperty('idToken')
  expect(first['mfaInfo']).toMatchObject([{ phoneInfo: '+*******0101' }])
  const { mfaPendingCredential } = first
  const [{ mfaEnrollmentId }] = first['mfaInfo'] as [{ mfaEnrollmentId: string }]
  const sent = await world.call('v2/accounts/mfaSignIn:start', { mfaPendingCredential, mfaEnrollmentId })
  const verification = codeOf((sent.body['phoneResponseInfo'] as unknown as { sessionInfo: string }).sessionInfo)
  const finish = () =>
    world.call('v2/accounts/mfaSignIn:finalize', { mfaPendingCredential, phoneVerificationInfo: verification })
  expect((await finish()).body).toMatchObject({ localId, idToken: expect.any(String) as string })
  expect((await finish()).body['error']).toMatchObject({ message: 'INVALID_MFA_PENDING_CREDENTIAL' })
})

it('a number gets five messages an hour under start', async () => {
  await using world = await start('start')
  for (let message = 0; message < 5; message++) await messageTo(world)
  const refused = await world.call('accounts:sendVerificationCode', { phoneNumber: NUMBER })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe(String(20 * 60))
})

it('one network that has used up its messages to a number keeps nobody elsewhere from one', async () => {
  await using world = await start('start')
  const reasonFrom = (address: string, phoneNumber = NUMBER) =>
    reasonOf(world.identity.phones.sendCode(world.project, phoneNumber, { address }))
  for (let message = 0; message < 5; message++) expect(await reasonFrom('192.0.2.1')).toBe('none')
  expect(await reasonFrom('192.0.2.1')).toBe(LIMITED)
  expect(await reasonFrom('198.51.100.7')).toBe('none')
})

it('a dozen networks get forty messages to a number in a day, and its owner gets in from where they did before', async () => {
  await using world = await start('start')
  const { phones } = world.identity
  const owner = { address: '198.51.100.7' }
  const signInAtHome = async (): Promise<string> => {
    const sessionInfo = await phones.sendCode(world.project, NUMBER, owner)
    const code = world.textMessages.list(world.project).find((sent) => sent.sessionInfo === sessionInfo)?.code ?? ''
    const credential = { kind: 'code', sessionInfo, code } as const
    return (await phones.signIn(world.project, credential, { autoCreate: true, origin: owner })).kind
  }
  expect(await signInAtHome()).toBe('signed-in')
  let sent = 0
  for (let round = 0; round < 3; round++) {
    for (let network = 0; network < 60; network++) {
      const reason = await reasonOf(phones.sendCode(world.project, NUMBER, { address: `192.0.2.${network}` }))
      if (reason === 'none') sent++
      else expect(reason).toBe(LIMITED)
    }
  }
  // One was the owner's, before the network was known.
  expect(sent).toBe(39)
  expect(await signInAtHome()).toBe('signed-in')
})

it('a project sends at most a thousand messages an hour, and leaves some of them to networks that asked for few', async () => {
  await using world = await start('start')
  const { phones } = world.identity
  let next = 5_550_000
  const send = async (address: string) => await reasonOf(phones.sendCode(world.project, `+1555${next++}`, { address }))
  const attempts = Array.from({ length: 40 * 30 }, (_, attempt) => send(`192.0.2.${attempt % 40}`))
  const sent = (await Promise.all(attempts)).filter((reason) => reason === 'none').length
  expect(sent).toBeGreaterThanOrEqual(750)
  expect(sent).toBeLessThan(1000)
  expect(await send('192.0.2.0')).toBe(LIMITED)
  expect(await send('198.51.100.7')).toBe('none')
  world.clock.advance(61 * MINUTE_MS)
  expect(await send('192.0.2.0')).toBe('none')
})

describe('a phone number for tests', () => {
  const testNumber = '+15555550100'
  const rightCode = '123456'

  async function startWithNumber() {
    const world = await start('start')
    await world.identity.settings.update(world.project, () => ({ testPhoneNumbers: { [testNumber]: rightCode } }))
    const { phones } = world.identity
    const send = (address: string) => phones.sendCode(world.project, testNumber, { address })
    /** Brings a code with a session of its own. */
    const bring = async (code: string, address: string): Promise<string> => {
      const sessionInfo = await send(address)
      const options = { autoCreate: true, origin: { address } }
      return await reasonOf(phones.signIn(world.project, { kind: 'code', sessionInfo, code }, options))
    }
    return { world, send, bring }
  }

  it('has its code and gets no message, in its own project alone', async () => {
    const { world } = await startWithNumber()
    await using _ = world
    for (let n = 0; n < 7; n++) {
      const { sessionInfo } = (await world.call('accounts:sendVerificationCode', { phoneNumber: testNumber })).body
      expect(await signIn(world, { sessionInfo, code: '654321' })).toMatchObject({ error: 'INVALID_CODE' })
      const right = await signIn(world, { sessionInfo, code: rightCode })
      expect(right).toMatchObject({ phoneNumber: testNumber, isNewUser: n === 0 })
    }
    expect(world.textMessages.list(world.project)).toEqual([])
  })

  it('is guessed ten times from a network, then after a wait, whatever the sessions', async () => {
    const { world, bring } = await startWithNumber()
    await using _ = world
    for (let guess = 0; guess < 10; guess++) expect(await bring('654321', '192.0.2.1')).toBe('INVALID_CODE')
    expect(await bring('654321', '192.0.2.1')).toBe(LIMITED)
    expect(await bring(rightCode, '192.0.2.1')).toBe(LIMITED)
    expect(await bring(rightCode, '198.51.100.7')).toBe('none')
    world.clock.advance(MINUTE_MS)
    expect(await bring(rightCode, '192.0.2.1')).toBe('none')
  })

  it('is guessed a hundred times a day by all, and signs in where it did before', async () => {
    const { world, bring } = await startWithNumber()
    await using _ = world
    expect(await bring(rightCode, '198.51.100.7')).toBe('none')
    let judged = 0
    for (let guess = 0; guess < 200; guess++) {
      if ((await bring('654321', `192.0.2.${guess % 50}`)) === 'INVALID_CODE') judged++
    }
    expect(judged).toBeGreaterThan(75)
    expect(judged).toBeLessThanOrEqual(100)
    expect(await bring(rightCode, '198.51.100.7')).toBe('none')
  })

  it('signs in as often as its code is right, and leaves no more than 300 codes that nobody brings', async () => {
    const { world, send, bring } = await startWithNumber()
    await using _ = world
    for (let round = 0; round < 8; round++) {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => bring(rightCode, '192.0.2.1')))
      expect(new Set(outcomes)).toEqual(new Set(['none']))
    }
    const reasons = await Promise.all(Array.from({ length: 310 }, () => reasonOf(send('192.0.2.2'))))
    expect(reasons.filter((reason) => reason === LIMITED)).toHaveLength(10)
  })
})

it.each([
  ['no number', { '555': '123456' }, /^INVALID_PHONE_NUMBER/],
  ['no code', { '+15555550100': '12' }, /^INVALID_CODE/],
  [
    'too many',
    Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`+155555501${10 + n}`, '123456'])),
    /at most 10/,
  ],
])('phone numbers for tests are refused that are %s', async (_what, testPhoneNumbers, message) => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const body = { signIn: { phoneNumber: { testPhoneNumbers } } }
  const path = '/v2/projects/demo-app/config?updateMask=signIn.phoneNumber.testPhoneNumbers'
  const refused = await world.send('PATCH', path, body, { authorization: 'Bearer owner' })
  expect(refused.body).toMatchObject({ error: { message: expect.stringMatching(message) as string } })
  const right = { signIn: { phoneNumber: { testPhoneNumbers: { '+15555550100': '123456' } } } }
  const taken = await world.send('PATCH', path, right, { authorization: 'Bearer owner' })
  expect(taken.body).toMatchObject({ signIn: { phoneNumber: { testPhoneNumbers: { '+15555550100': '123456' } } } })
})

it('text messages go to the regions that the configuration names, and to numbers for tests', async () => {
  await using world = await IdentityWorld.start({ mode: 'dev' })
  const configure = async (smsRegionConfig: object) => {
    const path = '/v2/projects/demo-app/config?updateMask=smsRegionConfig'
    return (await world.send('PATCH', path, { smsRegionConfig }, { authorization: 'Bearer owner' })).body
  }
  const send = async (phoneNumber: string) =>
    (await world.call('accounts:sendVerificationCode', { phoneNumber })).body['error'] as object | undefined
  const refusal = {
    code: 400,
    message: 'OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer',
  }
  expect(await configure({ allowlistOnly: { allowedRegions: ['DE'] } })).toMatchObject({
    smsRegionConfig: { allowlistOnly: { allowedRegions: ['DE'] } },
  })
  expect(await send('+4915112345678')).toBeUndefined()
  expect(await send('+14155550123')).toMatchObject(refusal)
  await configure({ allowByDefault: { disallowedRegions: ['DE'] } })
  expect(await send('+4915112345678')).toMatchObject(refusal)
  expect(await send('+14155550123')).toBeUndefined()
  await world.identity.settings.update('demo-app', () => ({ testPhoneNumbers: { '+4915112345678': '123456' } }))
  expect(await send('+4915112345678')).toBeUndefined()
  await configure({})
  expect(await send('+4366412345678')).toBeUndefined()
  expect(world.textMessages.list('demo-app')).toHaveLength(3)
  for (const wrong of [
    { allowlistOnly: { allowedRegions: ['Germany'] } },
    { allowlistOnly: { allowedRegions: ['DE'] }, allowByDefault: { disallowedRegions: ['AQ'] } },
    { allowByDefault: { regions: ['AQ'] } },
  ]) {
    expect(await configure(wrong)).toMatchObject({
      error: { message: expect.stringMatching(/^INVALID_CONFIG/) as string },
    })
  }
})

it('a second factor is added and asked for in the allowed regions alone', async () => {
  await using world = await start('dev')
  const credential = { email: 'ada@example.com', password: 'correct horse' }
  const { localId } = (await world.call('accounts:signUp', credential)).body as unknown as Tokens
  const mfa = { enrollments: [{ phoneInfo: '+14155550123' }] }
  const changes = { localId, emailVerified: true, mfa }
  await world.send('POST', '/v1/projects/demo-app/accounts:update', changes, { authorization: 'Bearer owner' })
  await world.identity.settings.update(world.project, () => ({
    smsRegions: { allowsByDefault: true, regions: ['US'] },
  }))
  const first = (await world.call('accounts:signInWithPassword', credential)).body as Record<string, unknown>
  const [{ mfaEnrollmentId }] = first['mfaInfo'] as [{ mfaEnrollmentId: string }]
  const { mfaPendingCredential } = first
  const sent = await world.call('v2/accounts/mfaSignIn:start', { mfaPendingCredential, mfaEnrollmentId })
  expect(sent.body['error']).toMatchObject({ message: expect.stringContaining('this region') as string })
})
