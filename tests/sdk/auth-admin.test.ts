import {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  getIdTokenResult,
  reload,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
} from 'firebase/auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { adminModes, AdminWorld } from './admin-world.ts'
import { codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(adminModes)('firebase-admin under %s', (mode) => {
  it('creates users and finds them by everything they have', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const made = await admin.createUser({
      uid: 'ada',
      email: 'Ada@example.com',
      emailVerified: true,
      password,
      displayName: 'Ada',
      photoURL: 'https://example.com/ada.png',
      phoneNumber: '+14155550123',
    })
    expect(made).toMatchObject({ uid: 'ada', email, emailVerified: true, disabled: false, displayName: 'Ada' })
    expect(made.metadata.creationTime).toBeTruthy()
    expect(made.passwordHash).toBeUndefined()
    for (const found of [
      admin.getUser('ada'),
      admin.getUserByEmail(email),
      admin.getUserByPhoneNumber('+14155550123'),
    ]) {
      expect((await found).uid).toBe('ada')
    }
    expect(await codeOf(admin.getUser('bob'))).toBe('auth/user-not-found')
    expect(await codeOf(admin.createUser({ uid: 'ada' }))).toBe('auth/uid-already-exists')
    expect(await codeOf(admin.createUser({ email }))).toBe('auth/email-already-exists')
    expect(await codeOf(admin.createUser({ phoneNumber: '+14155550123' }))).toBe('auth/phone-number-already-exists')
    await admin.updateUser('ada', { providerToLink: { providerId: 'google.com', uid: 'google-1' } })
    expect((await admin.getUsers([{ providerId: 'google.com', providerUid: 'google-1' }])).users).toHaveLength(1)
    const several = await admin.getUsers([{ uid: 'ada' }, { email: 'b@example.com' }, { phoneNumber: '+14155550123' }])
    expect(several.users).toHaveLength(1)
    expect(several.notFound).toEqual([{ email: 'b@example.com' }])
    const { user } = await signInWithEmailAndPassword(world.world.device(), email, password)
    expect(user).toMatchObject({ uid: 'ada', phoneNumber: '+14155550123', emailVerified: true })
  })

  it('updates users and takes fields away', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    await admin.createUser({ uid: 'ada', email, password, displayName: 'Ada', phoneNumber: '+14155550123' })
    const updated = await admin.updateUser('ada', {
      email: 'lovelace@example.com',
      displayName: null,
      photoURL: 'https://example.com/ada.png',
      phoneNumber: null,
    })
    expect(updated).toMatchObject({ email: 'lovelace@example.com', photoURL: 'https://example.com/ada.png' })
    expect([updated.displayName, updated.phoneNumber]).toEqual([undefined, undefined])
    expect(await codeOf(admin.getUserByEmail(email))).toBe('auth/user-not-found')
    expect(await codeOf(admin.updateUser('bob', { displayName: 'Bob' }))).toBe('auth/user-not-found')

    await admin.updateUser('ada', {
      providerToLink: { providerId: 'google.com', uid: 'google-1', email: 'lovelace@example.com' },
    })
    expect((await admin.getUserByProviderUid('google.com', 'google-1')).uid).toBe('ada')
    await admin.updateUser('ada', { providersToUnlink: ['google.com'] })
    expect(await codeOf(admin.getUserByProviderUid('google.com', 'google-1'))).toBe('auth/user-not-found')
  })

  it('verifies ID tokens and notices revoked, disabled and deleted users', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    const token = await user.getIdToken()
    expect(await admin.verifyIdToken(token, true)).toMatchObject({ uid: user.uid, email, aud: 'demo-app' })
    await admin.revokeRefreshTokens(user.uid)
    expect(await codeOf(admin.verifyIdToken(token, true))).toBe('auth/id-token-revoked')
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
    const again = (await signInWithEmailAndPassword(world.world.device(), email, password)).user
    const newToken = await again.getIdToken()
    expect((await admin.verifyIdToken(newToken, true)).uid).toBe(user.uid)
    await admin.updateUser(user.uid, { disabled: true })
    expect(await codeOf(admin.verifyIdToken(newToken, true))).toBe('auth/user-disabled')
    expect(await codeOf(reload(again))).toBe('auth/user-disabled')
    await admin.deleteUser(user.uid)
    expect(await codeOf(admin.verifyIdToken(newToken, true))).toBe('auth/user-not-found')
    expect(await codeOf(admin.deleteUser(user.uid))).toBe('auth/user-not-found')
  })

  it('sets custom claims, which the next ID token has', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    await admin.setCustomUserClaims(user.uid, { tier: 'gold' })
    expect((await admin.getUser(user.uid)).customClaims).toEqual({ tier: 'gold' })
    expect((await getIdTokenResult(user)).claims).not.toHaveProperty('tier')
    expect((await getIdTokenResult(user, true)).claims).toMatchObject({ tier: 'gold' })
    await admin.setCustomUserClaims(user.uid, null)
    expect((await getIdTokenResult(user, true)).claims).not.toHaveProperty('tier')
  })

  it('mints custom tokens that are signed in with', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const token = await admin.createCustomToken('member-7', { tier: 'gold' })
    const { user } = await signInWithCustomToken(world.world.device(), token)
    expect((await getIdTokenResult(user)).claims).toMatchObject({ sub: 'member-7', tier: 'gold' })
    const posing = await admin.createCustomToken('olga', { hearth_role: 'owner' })
    expect(await codeOf(signInWithCustomToken(world.world.device(), posing))).toBe('auth/forbidden-claim')
  })

  it('pages through all users', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const uids = Array.from({ length: 25 }, (_, index) => `user-${String(index).padStart(2, '0')}`)
    for (const uid of uids) await admin.createUser({ uid })
    const seen: string[] = []
    let pageToken: string | undefined
    do {
      const page = await admin.listUsers(10, pageToken)
      seen.push(...page.users.map((user) => user.uid))
      pageToken = page.pageToken
    } while (pageToken !== undefined)
    expect(seen).toEqual(uids)
    expect(await codeOf(admin.listUsers(10, 'no token!'))).toBe('auth/invalid-page-token')
    expect(await admin.deleteUsers([...uids.slice(0, 20), 'nobody'])).toMatchObject({
      successCount: 21,
      failureCount: 0,
    })
    expect((await admin.listUsers()).users).toHaveLength(5)
  })

  it('makes session cookies and verifies them', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const { user } = await createUserWithEmailAndPassword(world.world.device(), email, password)
    const cookie = await admin.createSessionCookie(await user.getIdToken(), { expiresIn: 24 * 60 * 60 * 1000 })
    expect(await admin.verifySessionCookie(cookie, true)).toMatchObject({ uid: user.uid, email })
    expect(await codeOf(admin.createSessionCookie('nonsense', { expiresIn: 600_000 }))).toBe('auth/invalid-id-token')
    await admin.revokeRefreshTokens(user.uid)
    expect(await codeOf(admin.verifySessionCookie(cookie, true))).toBe('auth/session-cookie-revoked')
  })

  it('reads and changes the password policy and e-mail privacy', async () => {
    await using world = await AdminWorld.start(mode)
    const config = world.admin.projectConfigManager()
    expect((await config.getProjectConfig()).emailPrivacyConfig).toEqual({ enableImprovedEmailPrivacy: true })
    const updated = await config.updateProjectConfig({
      emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
      passwordPolicyConfig: { enforcementState: 'ENFORCE', constraints: { minLength: 12, requireNumeric: true } },
    })
    expect(updated.passwordPolicyConfig?.constraints).toMatchObject({ minLength: 12, requireNumeric: true })
    expect(await codeOf(world.admin.createUser({ email, password: 'short 1' }))).toBe(
      'auth/password-does-not-meet-requirements',
    )
    expect(await codeOf(signInWithEmailAndPassword(world.world.device(), email, 'wrong'))).toBe('auth/user-not-found')
    const changed = await config.updateProjectConfig({
      multiFactorConfig: {
        state: 'ENABLED',
        factorIds: ['phone'],
        providerConfigs: [{ state: 'DISABLED', totpProviderConfig: {} }],
      },
    })
    expect(changed.multiFactorConfig).toMatchObject({ state: 'ENABLED', factorIds: ['phone'] })
    expect((await world.world.server.identity.settings.get(world.world.server.project)).secondFactors).toEqual([
      'phone',
    ])
    const unsupported = config.updateProjectConfig({ mobileLinksConfig: { domain: 'HOSTING_DOMAIN' } })
    expect(await codeOf(unsupported)).toBe('auth/operation-not-allowed')
  })

  it('reads and changes the regions that text messages go to, of the project and of a tenant', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const config = admin.projectConfigManager()
    expect((await config.getProjectConfig()).smsRegionConfig).toEqual({ allowByDefault: { disallowedRegions: [] } })
    const smsRegionConfig = { allowlistOnly: { allowedRegions: ['DE', 'AT'] } }
    expect((await config.updateProjectConfig({ smsRegionConfig })).smsRegionConfig).toEqual(smsRegionConfig)
    expect((await config.getProjectConfig()).smsRegionConfig).toEqual(smsRegionConfig)
    const everywhereElse = { allowByDefault: { disallowedRegions: ['AQ'] } }
    const tenants = admin.tenantManager()
    const { tenantId } = await tenants.createTenant({ displayName: 'Shop', smsRegionConfig: everywhereElse })
    expect((await tenants.getTenant(tenantId)).smsRegionConfig).toEqual(everywhereElse)
    await tenants.updateTenant(tenantId, { smsRegionConfig })
    expect((await tenants.getTenant(tenantId)).smsRegionConfig).toEqual(smsRegionConfig)
  })

  it('makes links for every purpose, which work like those in mails', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const { uid } = await admin.createUser({ email, password })
    const codeIn = (link: string): string => new URL(link).searchParams.get('oobCode') ?? ''
    const auth = world.world.device()
    await applyActionCode(auth, codeIn(await admin.generateEmailVerificationLink(email)))
    expect((await admin.getUser(uid)).emailVerified).toBe(true)
    const settings = { url: 'http://localhost/after', handleCodeInApp: true }
    const reset = await admin.generatePasswordResetLink(email, settings)
    expect(new URL(reset).origin).toBe(world.world.server.origin)
    expect(new URL(reset).searchParams.get('continueUrl')).toBe(settings.url)
    await confirmPasswordReset(auth, codeIn(reset), 'another secret')
    expect(await codeOf(signInWithEmailAndPassword(auth, email, 'another secret'))).toBe('none')
    const { user } = await signInWithEmailLink(auth, email, await admin.generateSignInWithEmailLink(email, settings))
    expect(user.uid).toBe(uid)
    const change = await admin.generateVerifyAndChangeEmailLink(email, 'lovelace@example.com')
    await applyActionCode(auth, codeIn(change))
    expect((await admin.getUser(uid)).email).toBe('lovelace@example.com')
    expect(await codeOf(admin.generatePasswordResetLink(email))).toBe('auth/email-not-found')
    const foreign = { url: 'https://evil.example/after' }
    const refused = await codeOf(admin.generatePasswordResetLink('lovelace@example.com', foreign))
    expect(refused).toBe('auth/unauthorized-continue-uri')
    expect(world.world.server.mailbox.list('demo-app').map(({ kind }) => kind)).toEqual(['RECOVER_EMAIL'])
  })

  it('gives users second factors and takes them away', async () => {
    await using world = await AdminWorld.start(mode)
    const { admin } = world
    const enrolledFactors = [{ factorId: 'phone' as const, phoneNumber: '+15555550101', displayName: 'Work' }]
    const { uid } = await admin.createUser({ email, password, emailVerified: true, multiFactor: { enrolledFactors } })
    expect((await admin.getUser(uid)).multiFactor?.enrolledFactors).toMatchObject(enrolledFactors)
    const auth = world.world.device()
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('auth/multi-factor-auth-required')
    await admin.updateUser(uid, { multiFactor: { enrolledFactors: null } })
    expect(await codeOf(signInWithEmailAndPassword(auth, email, password))).toBe('none')
  })
})
