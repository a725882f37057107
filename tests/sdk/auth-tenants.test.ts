import type { Auth as AdminAuth, TenantAwareAuth } from 'firebase-admin/auth'
import {
  applyActionCode,
  type Auth,
  createUserWithEmailAndPassword,
  reload,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  updatePassword,
} from 'firebase/auth'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { realmOf } from '../../apps/server/src/identity/realm.ts'
import { accessToken, adminModes, AdminWorld } from './admin-world.ts'
import { AuthWorld, codeOf } from './auth-world.ts'

const email = 'ada@example.com'
const password = 'correct horse'

/** A project with the tenant `shop`, seen by apps and by the admin SDK. */
class TenantWorld implements AsyncDisposable {
  readonly #admin: AdminWorld
  readonly tenant: string

  private constructor(admin: AdminWorld, tenant: string) {
    this.#admin = admin
    this.tenant = tenant
  }

  static async start(mode: 'dev' | 'start'): Promise<TenantWorld> {
    const world = await AdminWorld.start(mode)
    const emailSignInConfig = { enabled: true, passwordRequired: false }
    const { tenantId } = await world.admin.tenantManager().createTenant({ displayName: 'Shop', emailSignInConfig })
    return new TenantWorld(world, tenantId)
  }

  get world(): AuthWorld {
    return this.#admin.world
  }

  get admin(): AdminAuth {
    return this.#admin.admin
  }

  /** What an administrator's requests carry. */
  get token(): string {
    const { key } = this.#admin
    return key === undefined ? 'owner' : accessToken(key)
  }

  get tenantAdmin(): TenantAwareAuth {
    return this.admin.tenantManager().authForTenant(this.tenant)
  }

  device(tenant: string | null = this.tenant): Auth {
    const auth = this.world.device()
    auth.tenantId = tenant
    return auth
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#admin[Symbol.asyncDispose]()
  }
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe.each(adminModes)('a tenant under %s', (mode) => {
  it('has users of its own, who stay signed in and are none of the project', async () => {
    await using world = await TenantWorld.start(mode)
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    expect(user.tenantId).toBe(world.tenant)
    expect((await user.getIdTokenResult(true)).claims['firebase']).toMatchObject({ tenant: world.tenant })
    await reload(user)
    await updatePassword(user, 'another secret')
    expect(await codeOf(user.getIdToken(true))).toBe('none')
    expect((await signInWithEmailAndPassword(world.device(), email, 'another secret')).user.uid).toBe(user.uid)

    expect(await codeOf(signInWithEmailAndPassword(world.device(null), email, 'another secret'))).toBe(
      'auth/invalid-credential',
    )
    const outside = await createUserWithEmailAndPassword(world.device(null), email, password)
    expect(outside.user.uid).not.toBe(user.uid)
    expect((await world.admin.listUsers()).users.map(({ uid }) => uid)).toEqual([outside.user.uid])
    expect((await world.tenantAdmin.listUsers()).users.map(({ uid }) => uid)).toEqual([user.uid])
    expect(await codeOf(world.admin.getUser(user.uid))).toBe('auth/user-not-found')
  })

  it('is looked after by the admin SDK like a project', async () => {
    await using world = await TenantWorld.start(mode)
    const admin = world.tenantAdmin
    const { uid } = await admin.createUser({ email, password })
    const { user } = await signInWithEmailAndPassword(world.device(), email, password)
    expect(await admin.verifyIdToken(await user.getIdToken(), true)).toMatchObject({ uid })
    await admin.updateUser(uid, { displayName: 'Ada', phoneNumber: '+15555550101' })
    expect((await admin.getUserByPhoneNumber('+15555550101')).displayName).toBe('Ada')
    const cookie = await admin.createSessionCookie(await user.getIdToken(), { expiresIn: 600_000 })
    expect(await admin.verifySessionCookie(cookie, true)).toMatchObject({ uid })
    const link = await admin.generateSignInWithEmailLink(email, { url: 'http://localhost/', handleCodeInApp: true })
    expect(new URL(link).searchParams.get('tenantId')).toBe(world.tenant)
    expect((await signInWithEmailLink(world.device(), email, link)).user.uid).toBe(uid)
    const token = await admin.createCustomToken('bob')
    expect((await signInWithCustomToken(world.device(), token)).user.uid).toBe('bob')
    expect(await codeOf(signInWithCustomToken(world.device(null), token))).toBe('auth/tenant-id-mismatch')
    await admin.setCustomUserClaims(uid, { tier: 'gold' })
    expect((await admin.getUserByEmail(email)).customClaims).toEqual({ tier: 'gold' })
    const { successCount } = await admin.importUsers([{ uid: 'eve', email: 'eve@example.com' }])
    expect(successCount).toBe(1)
    expect((await admin.deleteUsers(['eve'])).failureCount).toBe(0)
    await admin.revokeRefreshTokens(uid)
    expect(await codeOf(admin.verifySessionCookie(cookie, true))).toBe('auth/session-cookie-revoked')
    await admin.deleteUser(uid)
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired')
  })

  it('takes a change of address back in the realm of the account, whichever one the request named', async () => {
    await using world = await TenantWorld.start(mode)
    const { server } = world.world
    const { mailbox, project, identity } = server
    const uid = 'same'
    await world.admin.createUser({ uid, email: 'victim@example.com', password, emailVerified: true })
    await world.tenantAdmin.createUser({ uid, email, password, emailVerified: true })
    const realm = realmOf(project, world.tenant)
    await identity.settings.update(realm, () => ({ emailPrivacy: false }))
    const { user } = await signInWithEmailAndPassword(world.device(), email, password)
    const idToken = await user.getIdToken()
    const changed = await server.call('accounts:update', { idToken, email: 'other@example.com' })
    expect(changed.status).toBe(200)
    expect(mailbox.list(project)).toEqual([])
    const mail = mailbox.list(realm).findLast(({ to }) => to === email)
    expect(new URL(mail?.link ?? '').searchParams.get('tenantId')).toBe(world.tenant)
    const recovery = { kind: 'RECOVER_EMAIL', email, newEmail: 'other@example.com', uid } as const
    const { code } = await identity.mails.write(project, { ...recovery, origin: server.origin, apiKey: server.apiKey })
    expect(await codeOf(applyActionCode(world.device(null), code))).toBe('auth/invalid-action-code')
    expect((await world.admin.getUser(uid)).email).toBe('victim@example.com')
    await applyActionCode(world.device(), mail?.code ?? '')
    expect((await world.tenantAdmin.getUser(uid)).email).toBe(email)
  })

  it('that is switched off lets nobody in, up or on, and nobody look after its users, until it is on again', async () => {
    await using world = await TenantWorld.start(mode)
    const { server } = world.world
    const path = `/identitytoolkit.googleapis.com/v2/projects/${server.project}/tenants/${world.tenant}`
    const headers = { authorization: `Bearer ${world.token}` }
    const switchTo = async (disableAuth: boolean): Promise<object> => {
      const body = { disableAuth, displayName: 'Ignored' }
      return (await server.send('PATCH', `${path}?updateMask=disableAuth`, body, headers)).body
    }
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    const idToken = await user.getIdToken()
    const before = await server.send('GET', path, undefined, headers)
    expect(before.body).toMatchObject({ tenantId: world.tenant, displayName: 'Shop', disableAuth: false })

    expect(await switchTo(true)).toMatchObject({ disableAuth: true, displayName: 'Shop' })
    expect(await codeOf(signInWithEmailAndPassword(world.device(), email, password))).toBe('auth/project-disabled')
    const newcomer = createUserWithEmailAndPassword(world.device(), 'b@example.com', password)
    expect(await codeOf(newcomer)).toBe('auth/project-disabled')
    expect(await codeOf(user.getIdToken(true))).toBe('auth/project-disabled')
    expect(await codeOf(reload(user))).toBe('auth/project-disabled')
    // A token says by itself whose it is.
    const unnamed = await server.call('accounts:lookup', { idToken })
    expect(unnamed.body['error']).toMatchObject({ message: 'PROJECT_DISABLED' })
    const users = await server.send('GET', `${path.replace('/v2/', '/v1/')}/accounts:batchGet`, undefined, headers)
    expect([users.status, users.body['error']]).toMatchObject([400, { message: 'PROJECT_DISABLED' }])
    expect(await codeOf(createUserWithEmailAndPassword(world.device(null), email, password))).toBe('none')

    expect(await switchTo(false)).toMatchObject({ disableAuth: false })
    expect(await codeOf(user.getIdToken(true))).toBe('none')
    expect((await world.tenantAdmin.listUsers()).users.map(({ uid }) => uid)).toEqual([user.uid])
  })

  it('has settings of its own, and is listed, changed and deleted with its users', async () => {
    await using world = await TenantWorld.start(mode)
    const tenants = world.admin.tenantManager()
    const { user } = await createUserWithEmailAndPassword(world.device(), email, password)
    const updated = await tenants.updateTenant(world.tenant, {
      displayName: 'Corner-Shop',
      emailSignInConfig: { enabled: false },
      anonymousSignInEnabled: true,
    })
    expect(updated).toMatchObject({ displayName: 'Corner-Shop', anonymousSignInEnabled: true })
    expect(await codeOf(signInWithEmailAndPassword(world.device(), email, password))).toBe('auth/operation-not-allowed')
    expect(await codeOf(createUserWithEmailAndPassword(world.device(null), email, password))).toBe('none')
    expect((await tenants.listTenants()).tenants.map(({ tenantId }) => tenantId)).toEqual([world.tenant])
    expect((await tenants.getTenant(world.tenant)).displayName).toBe('Corner-Shop')
    const provider = { providerId: 'oidc.corner', clientId: 'a', issuer: 'https://issuer.example.com', enabled: true }
    await world.tenantAdmin.createProviderConfig(provider)
    await tenants.deleteTenant(world.tenant)
    // Under dev an unknown tenant is made when it is first named.
    if (mode === 'start') expect(await codeOf(tenants.getTenant(world.tenant))).toBe('auth/tenant-not-found')
    expect((await tenants.listTenants()).tenants).toEqual([])
    expect(await codeOf(reload(user))).toBe('auth/user-token-expired')
    // There it is made anew by this.
    if (mode === 'dev') {
      expect((await world.tenantAdmin.listProviderConfigs({ type: 'oidc' })).providerConfigs).toEqual([])
      expect(await codeOf(createUserWithEmailAndPassword(world.device(), email, password))).toBe('none')
    }
  })
})

it('a tenant that there is not lets nobody in, under start', async () => {
  await using world = await AuthWorld.start({ mode: 'start' })
  const auth = world.device()
  auth.tenantId = 'nobody'
  expect(await codeOf(createUserWithEmailAndPassword(auth, email, password))).toBe('auth/tenant-not-found')
})
