import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Auth, getAuth } from 'firebase-admin/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthWorld, codeOf } from './auth-world.ts'

/** `firebase-admin` in its emulator mode. */
async function withAdmin(use: (auth: Auth) => Promise<void>): Promise<void> {
  await using world = await AuthWorld.start({ mode: 'dev' })
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', world.server.host)
  const app = initializeApp({ projectId: world.server.project }, 'provider-configs')
  try {
    await use(getAuth(app))
  } finally {
    await deleteApp(app)
  }
}

const acme = {
  providerId: 'oidc.acme',
  displayName: 'Acme',
  enabled: true,
  clientId: 'hearth',
  clientSecret: 'a secret',
  issuer: 'https://id.example.com',
  responseType: { code: true },
}

beforeEach(() => vi.unstubAllEnvs())
afterEach(() => vi.unstubAllEnvs())

it('makes, changes, lists and deletes an OpenID provider, and never gives its secret back', async () => {
  await withAdmin(async (auth) => {
    const made = await auth.createProviderConfig(acme)
    expect(made).toMatchObject({ providerId: 'oidc.acme', clientId: 'hearth', issuer: acme.issuer, enabled: true })
    expect(JSON.stringify(made)).not.toContain('a secret')
    await auth.updateProviderConfig('oidc.acme', { enabled: false, displayName: 'Acme Inc.' })
    expect(await auth.getProviderConfig('oidc.acme')).toMatchObject({ enabled: false, displayName: 'Acme Inc.' })
    const { providerConfigs } = await auth.listProviderConfigs({ type: 'oidc' })
    expect(providerConfigs.map(({ providerId }) => providerId)).toEqual(['oidc.acme'])
    await auth.deleteProviderConfig('oidc.acme')
    expect(await codeOf(auth.getProviderConfig('oidc.acme'))).toBe('auth/configuration-not-found')
  })
})

it('keeps the providers of a tenant apart from those of the project', async () => {
  await withAdmin(async (auth) => {
    const { tenantId } = await auth.tenantManager().createTenant({ displayName: 'Acme' })
    const tenant = auth.tenantManager().authForTenant(tenantId)
    await tenant.createProviderConfig(acme)
    expect(await tenant.getProviderConfig('oidc.acme')).toMatchObject({ clientId: 'hearth' })
    expect(await codeOf(auth.getProviderConfig('oidc.acme'))).toBe('auth/configuration-not-found')
  })
})

it('refuses tokens by way of the browser, an issuer without https and a second one of the same id', async () => {
  await withAdmin(async (auth) => {
    const implicit = { ...acme, responseType: { code: false, idToken: true } }
    expect(await codeOf(auth.createProviderConfig(implicit))).toBe('auth/operation-not-allowed')
    const plain = { ...acme, issuer: 'http://id.example.com' }
    expect(await codeOf(auth.createProviderConfig(plain))).toBe('auth/invalid-config')
    await auth.createProviderConfig(acme)
    expect(await codeOf(auth.createProviderConfig(acme))).toBe('auth/configuration-exists')
  })
})
