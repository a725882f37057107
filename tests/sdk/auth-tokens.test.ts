import { createPublicKey, type JsonWebKey, verify, X509Certificate } from 'node:crypto'
import {
  createUserWithEmailAndPassword,
  getIdTokenResult,
  reload,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  updateProfile,
} from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'

const minuteMs = 60_000
const email = 'ada@example.com'
const password = 'correct horse'

describe.each(['dev', 'start'] as const)('ID tokens under %s', (mode) => {
  it('have every field that the SDK reads', async () => {
    await using world = await AuthWorld.start({ mode })
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    const result = await getIdTokenResult(user)
    const now = Date.now()
    expect(result.signInProvider).toBe('password')
    expect(result.signInSecondFactor).toBeNull()
    expect(Math.abs(Date.parse(result.authTime) - now)).toBeLessThan(minuteMs)
    expect(Math.abs(Date.parse(result.issuedAtTime) - now)).toBeLessThan(minuteMs)
    expect(Date.parse(result.expirationTime) - Date.parse(result.issuedAtTime)).toBe(60 * minuteMs)
    expect(result.claims).toMatchObject({
      iss: 'https://securetoken.google.com/demo-app',
      aud: 'demo-app',
      sub: user.uid,
      user_id: user.uid,
      email,
      email_verified: false,
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    })
  })

  it('keep the time of the sign-in when they are refreshed', async () => {
    await using world = await AuthWorld.start({ mode })
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    const before = await getIdTokenResult(user)
    world.server.clock.advance(30 * minuteMs)
    const after = await getIdTokenResult(user, true)
    expect(after.token).not.toBe(before.token)
    expect(after.authTime).toBe(before.authTime)
    expect(Date.parse(after.issuedAtTime) - Date.parse(before.issuedAtTime)).toBeGreaterThanOrEqual(30 * minuteMs)
  })

  it('carry custom claims after the next refresh, and no reserved ones', async () => {
    await using world = await AuthWorld.start({ mode })
    const { identity, project } = world.server
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    await updateProfile(user, { displayName: 'Ada' })
    const claims = { tier: 'gold', limits: { projects: 3 }, phone_number: '+14155550123' }
    await identity.administration.update(project, user.uid, { claims: { value: claims } })
    const result = await getIdTokenResult(user, true)
    expect(result.claims).toMatchObject({ tier: 'gold', limits: { projects: 3 }, name: 'Ada', sub: user.uid })
    expect(result.claims).not.toHaveProperty('phone_number')
  })

  it('are refused by the server when they are over', async () => {
    await using world = await AuthWorld.start({ mode })
    const auth = world.device()
    const { user } = await createUserWithEmailAndPassword(auth, email, password)
    world.server.clock.advance(61 * minuteMs)
    expect(await codeOf(reload(user))).toBe('auth/user-token-expired')
  })

  it('come from a session that half a year without use ends', async () => {
    await using world = await AuthWorld.start({ mode })
    const [one, other] = [world.device(), world.device()]
    const { user } = await createUserWithEmailAndPassword(one, email, password)
    const elsewhere = (await signInWithEmailAndPassword(other, email, password)).user
    world.server.clock.advance(100 * 24 * 60 * minuteMs)
    expect(await codeOf(user.getIdToken(true))).toBe('none')
    world.server.clock.advance(100 * 24 * 60 * minuteMs)
    expect(await codeOf(user.getIdToken(true))).toBe('none')
    expect(await codeOf(elsewhere.getIdToken(true))).toBe('auth/user-token-expired')
  })

  it('are given for a custom token, whose claims stay for the session', async () => {
    await using world = await AuthWorld.start({ mode })
    const { identity, project } = world.server
    const auth = world.device()
    const token = await identity.customTokens.mint(project, 'member-7', { tier: 'gold' })
    const { user } = await signInWithCustomToken(auth, token)
    expect(user).toMatchObject({ uid: 'member-7', email: null, isAnonymous: false })
    const result = await getIdTokenResult(user)
    expect(result).toMatchObject({ signInProvider: 'custom', claims: { tier: 'gold' } })
    expect((await getIdTokenResult(user, true)).claims).toMatchObject({ tier: 'gold' })
    await updateProfile(user, { displayName: 'Seven' })
    expect((await getIdTokenResult(user, true)).claims).toMatchObject({ tier: 'gold', name: 'Seven' })
    expect(await identity.accounts.count(project)).toBe(1)
    await signInWithCustomToken(world.device(), token)
    expect(await identity.accounts.count(project)).toBe(1)
  })

  it('make an operator session without an account, which ends after an hour', async () => {
    await using world = await AuthWorld.start({ mode })
    const { identity, project, clock } = world.server
    const token = await identity.customTokens.mint(project, 'olga', { hearth_role: 'editor' })
    const { user } = await signInWithCustomToken(world.device(), token)
    expect((await getIdTokenResult(user)).claims).toMatchObject({ hearth_role: 'editor', sub: 'olga' })
    expect(await identity.accounts.find(project, 'olga')).toBeUndefined()
    expect(await identity.accounts.count(project)).toBe(0)
    for (const minutes of [14, 14, 14, 14]) {
      clock.advance(minutes * minuteMs)
      expect(await codeOf(user.getIdToken(true))).toBe('none')
    }
    const last = await getIdTokenResult(user)
    expect(Date.parse(last.expirationTime) - Date.parse(last.issuedAtTime)).toBeLessThanOrEqual(4 * minuteMs)
    clock.advance(4 * minuteMs)
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
  })

  it('make an operator session that 15 idle minutes end', async () => {
    await using world = await AuthWorld.start({ mode })
    const { identity, project, clock } = world.server
    const token = await identity.customTokens.mint(project, 'olga', { hearth_role: 'viewer' })
    const { user } = await signInWithCustomToken(world.device(), token)
    clock.advance(14 * minuteMs)
    await identity.authenticator.authenticate(project, `Bearer ${await user.getIdToken()}`)
    clock.advance(14 * minuteMs)
    // A look-up is no use: the SDK does it by itself after a sign-in.
    expect(await codeOf(reload(user))).toBe('none')
    clock.advance(minuteMs)
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
  })
})

describe('the published keys', () => {
  it('verify an ID token, as a key set and as certificates', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    const [header = '', payload = '', signature = ''] = (await user.getIdToken()).split('.')
    const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string; alg: string }
    expect(alg).toBe('RS256')
    const isSignedBy = (key: ReturnType<typeof createPublicKey>): boolean =>
      verify('RSA-SHA256', Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'))

    const keySet = (await world.server.send('GET', '/.well-known/jwks.json')).body as unknown as {
      keys: (JsonWebKey & { kid: string })[]
    }
    const jwk = keySet.keys.find((key) => key.kid === kid)
    expect(jwk).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
    expect(jwk).not.toHaveProperty('d')
    expect(isSignedBy(createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }))).toBe(true)

    for (const path of [
      '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
      '/identitytoolkit/v3/relyingparty/publicKeys',
    ]) {
      const answer = await world.server.send('GET', path)
      expect(answer.headers.get('cache-control')).toMatch(/max-age=\d+/)
      const certificate = new X509Certificate((answer.body as unknown as Record<string, string>)[kid] ?? '')
      expect(certificate.verify(certificate.publicKey)).toBe(true)
      expect(certificate.validToDate.getTime()).toBeGreaterThan(Date.now())
      expect(isSignedBy(certificate.publicKey)).toBe(true)
    }
  })

  it('overlap when a new key takes over', async () => {
    await using world = await AuthWorld.start({ mode: 'start' })
    const { clock, identity, project } = world.server
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    const kidOf = async (): Promise<unknown> =>
      (
        JSON.parse(Buffer.from((await user.getIdToken(true)).split('.')[0] ?? '', 'base64url').toString()) as {
          kid: string
        }
      ).kid
    const published = async (): Promise<string[]> => (await identity.keys.published(project)).map((key) => key.kid)
    const first = await kidOf()
    clock.advance(29 * 24 * 60 * minuteMs)
    expect(await kidOf()).toBe(first)
    clock.advance(24 * 60 * minuteMs)
    // The next key is published before it signs.
    expect(await kidOf()).toBe(first)
    expect(await published()).toHaveLength(2)
    clock.advance(121 * minuteMs)
    const oldToken = await user.getIdToken()
    const second = await kidOf()
    expect(second).not.toBe(first)
    expect(await published()).toEqual([first, second])
    await expect(identity.tokens.verifyIdToken(project, oldToken)).rejects.toThrow('The session has ended')
    clock.advance(16 * 24 * 60 * minuteMs)
    expect(await published()).toEqual([second])
  })
})
