import { createHmac, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { IdentityWorld } from '../../testing/identity-world.ts'
import { encodeSignedJwt, encodeUnsignedJwt } from './jwt.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'correct horse'

async function userOf(
  world: IdentityWorld,
): Promise<{ uid: string; idToken: string; payload: Record<string, unknown> }> {
  const { body } = await world.call('accounts:signUp', { email: EMAIL, password: PASSWORD })
  const idToken = String(body['idToken'])
  const payload = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >
  return { uid: String(body['localId']), idToken, payload }
}

async function reasonOf(call: unknown): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    expect(error).toMatchObject({ code: 'unauthenticated' })
    return (error as { reason: string }).reason
  }
}

describe('the authenticator under start', () => {
  it('knows visitors, users and operators', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { authenticator, customTokens } = world.identity
    const { uid, idToken } = await userOf(world)
    expect(await authenticator.authenticate(world.project, undefined)).toEqual({ kind: 'visitor' })
    for (const scheme of ['Bearer', 'Firebase', 'bearer']) {
      expect(await authenticator.authenticate(world.project, `${scheme} ${idToken}`)).toMatchObject({
        kind: 'user',
        project: world.project,
        uid,
        claims: { email: EMAIL, firebase: { sign_in_provider: 'password' } },
        authTime: expect.any(Number) as number,
        expiresAt: expect.any(Number) as number,
      })
    }
    const signedInAt = Math.floor(Date.now() / 1000) - 600
    const token = await customTokens.mint(world.project, 'olga', { hearth_role: 'viewer', auth_time: signedInAt })
    const operator = await world.call('accounts:signInWithCustomToken', { token })
    expect(await authenticator.authenticate(world.project, `Bearer ${String(operator.body['idToken'])}`)).toMatchObject(
      {
        kind: 'operator',
        project: world.project,
        uid: 'olga',
        role: 'viewer',
        authTime: signedInAt,
      },
    )
  })

  it('refuses every forged, foreign or confused token', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { authenticator, keys, customTokens } = world.identity
    await world.projects.create({ id: 'other-app', name: 'Other' })
    const { uid, idToken, payload } = await userOf(world)
    const key = await keys.current(world.project)
    const otherKey = await keys.current('other-app')
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const hmac = (header: object): string => {
      const signed = `${part(header)}.${part(payload)}`
      const publicPem = key.publicKey.export({ type: 'spki', format: 'pem' })
      return `${signed}.${createHmac('sha256', publicPem).update(signed).digest('base64url')}`
    }
    const [header = '', body = '', signature = ''] = idToken.split('.')
    const forged: Record<string, string> = {
      'an unsigned one': encodeUnsignedJwt(payload),
      'one whose signature was taken off': `${header}.${body}.`,
      'one with another payload': `${header}.${part({ ...payload, sub: 'eve' })}.${signature}`,
      'HS256 with the public key': hmac({ alg: 'HS256', typ: 'JWT', kid: key.kid }),
      'RS256 in name with an HMAC': hmac({ alg: 'RS256', typ: 'JWT', kid: key.kid }),
      'the key of a stranger under our id': await encodeSignedJwt(payload, { kid: key.kid, privateKey: stranger }),
      'the key of a stranger': await encodeSignedJwt(payload, { kid: 'stranger', privateKey: stranger }),
      'the key of another project': await encodeSignedJwt(payload, otherKey),
      'another audience': await encodeSignedJwt({ ...payload, aud: 'other-app' }, key),
      'another issuer': await encodeSignedJwt({ ...payload, iss: 'https://securetoken.google.com/other-app' }, key),
      'a session cookie': await encodeSignedJwt(
        { ...payload, iss: 'https://session.firebase.google.com/demo-app' },
        key,
      ),
      'a custom token': await customTokens.mint(world.project, uid),
      'no user': await encodeSignedJwt({ ...payload, sub: '' }, key),
      'an endless user': await encodeSignedJwt({ ...payload, sub: 'x'.repeat(129) }, key),
      'a user that is a number': await encodeSignedJwt({ ...payload, sub: 7 }, key),
      'the future': await encodeSignedJwt({ ...payload, iat: Number(payload['iat']) + 1000 }, key),
      'no times': await encodeSignedJwt({ ...payload, exp: 'never' }, key),
      'a role that there is not': await encodeSignedJwt({ ...payload, hearth_role: 'king' }, key),
    }
    for (const [title, token] of Object.entries(forged)) {
      expect([title, await reasonOf(authenticator.authenticate(world.project, `Bearer ${token}`))]).toEqual([
        title,
        expect.stringMatching(/^(INVALID_ID_TOKEN|UNSIGNED_TOKEN|SERVICE_ACCOUNT_UNKNOWN)$/) as string,
      ])
    }
    expect(await reasonOf(authenticator.authenticate('other-app', `Bearer ${idToken}`))).toBe('INVALID_ID_TOKEN')
    expect(await reasonOf(authenticator.authenticate('console', `Bearer ${idToken}`))).toBe('INVALID_ID_TOKEN')
    expect(await reasonOf(authenticator.authenticate('no-such-app', `Bearer ${idToken}`))).toBe('INVALID_ID_TOKEN')
    expect(await reasonOf(authenticator.authenticate(world.project, 'Bearer owner'))).toBe('OWNER_TOKEN_IN_DEV_ONLY')
    expect(await reasonOf(authenticator.authenticate(world.project, 'Firebase owner'))).toBe('OWNER_TOKEN_IN_DEV_ONLY')
    expect(await reasonOf(authenticator.authenticate(world.project, 'Bearer'))).toBe('CREDENTIAL_INVALID')
    expect(await reasonOf(authenticator.authenticate(world.project, `Bearer ${idToken} ${idToken}`))).toBe(
      'CREDENTIAL_INVALID',
    )
    // A role needs a session of this server behind it.
    const posing = await encodeSignedJwt({ ...payload, hearth_role: 'owner' }, key)
    expect(await reasonOf(authenticator.authenticate(world.project, `Bearer ${posing}`))).toBe('TOKEN_EXPIRED')
  })

  it('tells a service account that its key is not known', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const account = 'robot@demo-app.iam.gserviceaccount.com'
    const token = await encodeSignedJwt({ iss: account, sub: account, aud: 'x' }, { kid: 'k', privateKey })
    expect(await reasonOf(world.identity.authenticator.authenticate(world.project, `Bearer ${token}`))).toBe(
      'SERVICE_ACCOUNT_UNKNOWN',
    )
  })

  it('remembers no standing of an account that was disabled while its token was looked at', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { authenticator, administration, accounts } = world.identity
    const { uid, idToken } = await userOf(world)
    const find = accounts.find.bind(accounts)
    vi.spyOn(accounts, 'find').mockImplementationOnce(async (realm, wanted) => {
      const before = await find(realm, wanted)
      await administration.update(world.project, uid, { disabled: true })
      return before
    })
    const reason = (): Promise<string> => reasonOf(authenticator.authenticate(world.project, `Bearer ${idToken}`))
    expect(await reason()).toBe('none')
    expect(await reason()).toBe('USER_DISABLED')
  })

  it('notices at once that a user was disabled, deleted or signed out, and that a token is over', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { authenticator, administration, accounts, changes } = world.identity
    const heard: string[] = []
    const unsubscribe = changes.subscribe(({ kind }) => heard.push(kind))
    const { uid, idToken } = await userOf(world)
    const reason = (token: string): Promise<string> =>
      reasonOf(authenticator.authenticate(world.project, `Bearer ${token}`))
    expect(await reason(idToken)).toBe('none')
    await administration.update(world.project, uid, { disabled: true })
    expect(await reason(idToken)).toBe('USER_DISABLED')
    await administration.update(world.project, uid, { disabled: false })
    expect(await reason(idToken)).toBe('TOKEN_EXPIRED')
    const signIn = await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })
    const newToken = String(signIn.body['idToken'])
    expect(await reason(newToken)).toBe('none')
    world.clock.advance(60 * 60_000 - 5000)
    expect(await reason(newToken)).toBe('none')
    world.clock.advance(6000)
    expect(await reason(newToken)).toBe('TOKEN_EXPIRED')
    const last = String(
      (await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })).body['idToken'],
    )
    expect(await reason(last)).toBe('none')
    await accounts.delete(world.project, uid)
    expect(await reason(last)).toBe('USER_NOT_FOUND')
    unsubscribe()
    expect(heard.filter((kind) => kind !== 'updated')).toEqual(['created', 'revoked', 'revoked', 'deleted'])
  })

  it('ends an operator session with the console account behind it', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const { authenticator, accounts, administration, customTokens } = world.identity
    const enter = async (uid: string): Promise<string> => {
      const token = await customTokens.mint(world.project, uid, { hearth_role: 'editor' })
      return String((await world.call('accounts:signInWithCustomToken', { token })).body['idToken'])
    }
    for (const end of [
      (uid: string) => administration.update('console', uid, { disabled: true }),
      (uid: string) => accounts.delete('console', uid),
      (uid: string) => administration.update('console', uid, { password: 'another secret' }),
    ]) {
      const { uid } = await accounts.create({ project: 'console' })
      const idToken = await enter(uid)
      expect(await reasonOf(authenticator.authenticate(world.project, `Bearer ${idToken}`))).toBe('none')
      await end(uid)
      expect(await reasonOf(authenticator.authenticate(world.project, `Bearer ${idToken}`))).toBe('TOKEN_EXPIRED')
    }
  })
})

describe('an operator session', () => {
  const minuteMs = 60_000

  async function enter(world: IdentityWorld, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { customTokens } = world.identity
    const token = await customTokens.mint(world.project, 'olga', { hearth_role: 'owner', ...claims })
    return String((await world.call('accounts:signInWithCustomToken', { token })).body['idToken'])
  }

  /** A request from a page where nobody has been for so many seconds. */
  async function ask(world: IdentityWorld, idToken: string, idle?: string): Promise<string> {
    const from = { id: 'r', clientAddress: '127.0.0.1', headers: idle === undefined ? {} : { 'hearth-idle': idle } }
    return await reasonOf(world.identity.authenticator.authenticate(world.project, `Bearer ${idToken}`, from))
  }

  it('ends 15 minutes after somebody was last there, whatever a page asks by itself meanwhile', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const idToken = await enter(world)
    world.clock.advance(5 * minuteMs)
    expect(await ask(world, idToken, '0')).toBe('none')
    for (let minute = 1; minute < 15; minute++) {
      world.clock.advance(minuteMs)
      expect(await ask(world, idToken, String(minute * 60))).toBe('none')
    }
    world.clock.advance(minuteMs)
    expect(await ask(world, idToken, '900')).toBe('TOKEN_EXPIRED')
    expect(await ask(world, idToken, '0')).toBe('TOKEN_EXPIRED')
  })

  it('counts each request as a use that says nothing of it, or nothing that makes sense', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const idToken = await enter(world)
    for (const idle of [undefined, '-600', '1.5', 'long', '', '99999999999999999999']) {
      world.clock.advance(8 * minuteMs)
      expect([idle, await ask(world, idToken, idle)]).toEqual([idle, 'none'])
    }
  })

  it('forgets no use of before for a later request that nobody was there for', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const idToken = await enter(world)
    world.clock.advance(10 * minuteMs)
    expect(await ask(world, idToken)).toBe('none')
    world.clock.advance(minuteMs)
    expect(await ask(world, idToken, '800')).toBe('none')
    world.clock.advance(13 * minuteMs)
    expect(await ask(world, idToken, '5000')).toBe('none')
    world.clock.advance(minuteMs)
    expect(await ask(world, idToken, '5000')).toBe('TOKEN_EXPIRED')
  })

  it('begins as long ago as somebody was at the page that wanted it', async () => {
    await using world = await IdentityWorld.start({ mode: 'start' })
    const now = Math.floor(world.clock.nowMs() / 1000)
    const idToken = await enter(world, { hearth_used_at: now - 600 })
    world.clock.advance(4 * minuteMs)
    expect(await ask(world, idToken, '840')).toBe('none')
    world.clock.advance(minuteMs)
    expect(await ask(world, idToken)).toBe('TOKEN_EXPIRED')
    // A clock that is ahead prolongs nothing.
    const later = await enter(world, { hearth_used_at: Math.floor(world.clock.nowMs() / 1000) + 3600 })
    world.clock.advance(15 * minuteMs)
    expect(await ask(world, later)).toBe('TOKEN_EXPIRED')
  })
})

describe('the authenticator under dev', () => {
  const mock = { iss: 'https://securetoken.google.com/demo-app', aud: 'demo-app', iat: 0, exp: 3600, auth_time: 0 }

  it('takes the owner and the mock tokens of the test library', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const { authenticator } = world.identity
    expect(await authenticator.authenticate(world.project, 'Bearer owner')).toEqual({
      kind: 'admin',
      project: world.project,
    })
    expect(await authenticator.authenticate(world.project, 'Firebase owner')).toEqual({
      kind: 'admin',
      project: world.project,
    })
    const token = encodeUnsignedJwt({ ...mock, sub: 'alice', user_id: 'alice', tier: 'gold' })
    expect(await authenticator.authenticate(world.project, `Bearer ${token}`)).toMatchObject({
      kind: 'user',
      project: world.project,
      uid: 'alice',
      claims: { tier: 'gold' },
    })
    // The SDK asks with the project of its configuration, the token has that of its key: the emulators don't mind either.
    expect(await authenticator.authenticate('my-tutorial-app', `Bearer ${token}`)).toMatchObject({ uid: 'alice' })
  })

  it('takes no mock token for the console, whose users have roles', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const token = encodeUnsignedJwt({ ...mock, sub: 'eve', serverRole: 'owner' })
    expect(await reasonOf(world.identity.authenticator.authenticate('console', `Bearer ${token}`))).toBe(
      'INVALID_ID_TOKEN',
    )
  })

  it('makes no operator of who only says so', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const token = encodeUnsignedJwt({ ...mock, sub: 'eve', hearth_role: 'owner' })
    expect(await reasonOf(world.identity.authenticator.authenticate(world.project, `Bearer ${token}`))).toBe(
      'TOKEN_EXPIRED',
    )
  })

  it('notices disabled, deleted and signed-out users', async () => {
    await using world = await IdentityWorld.start({ mode: 'dev' })
    const { authenticator, administration, accounts } = world.identity
    const { uid, idToken } = await userOf(world)
    const reason = (token: string): Promise<string> =>
      reasonOf(authenticator.authenticate(world.project, `Bearer ${token}`))
    expect(await reason(idToken)).toBe('none')
    await administration.update(world.project, uid, { validSince: Math.floor(world.clock.nowMs() / 1000) })
    expect(await reason(idToken)).toBe('TOKEN_EXPIRED')
    const again = String(
      (await world.call('accounts:signInWithPassword', { email: EMAIL, password: PASSWORD })).body['idToken'],
    )
    expect(await reason(again)).toBe('none')
    await accounts.delete(world.project, uid)
    expect(await reason(again)).toBe('USER_NOT_FOUND')
  })
})
