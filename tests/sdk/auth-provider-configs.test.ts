import type { Auth } from 'firebase-admin/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { adminModes, AdminWorld } from './admin-world.ts'
import { codeOf } from './auth-world.ts'
import { SamlProvider } from './saml-provider.ts'

async function withAdmin(mode: 'dev' | 'start', use: (auth: Auth) => Promise<void>): Promise<void> {
  await using world = await AdminWorld.start(mode)
  await use(world.admin)
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

it.each(adminModes)(
  'makes, changes, lists and deletes an OpenID provider, and never gives its secret back, under %s',
  async (mode) => {
    await withAdmin(mode, async (auth) => {
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
  },
)

it.each(adminModes)('keeps the providers of a tenant apart from those of the project, under %s', async (mode) => {
  await withAdmin(mode, async (auth) => {
    const { tenantId } = await auth.tenantManager().createTenant({ displayName: 'Acme' })
    const tenant = auth.tenantManager().authForTenant(tenantId)
    await tenant.createProviderConfig(acme)
    expect(await tenant.getProviderConfig('oidc.acme')).toMatchObject({ clientId: 'hearth' })
    expect(await codeOf(auth.getProviderConfig('oidc.acme'))).toBe('auth/configuration-not-found')
  })
})

it.each(adminModes)(
  'refuses tokens by way of the browser, an issuer without https and a second one of the same id, under %s',
  async (mode) => {
    await withAdmin(mode, async (auth) => {
      const implicit = { ...acme, responseType: { code: false, idToken: true } }
      expect(await codeOf(auth.createProviderConfig(implicit))).toBe('auth/operation-not-allowed')
      const plain = { ...acme, issuer: 'http://id.example.com' }
      expect(await codeOf(auth.createProviderConfig(plain))).toBe('auth/invalid-config')
      await auth.createProviderConfig(acme)
      expect(await codeOf(auth.createProviderConfig(acme))).toBe('auth/configuration-exists')
    })
  },
)

it.each(adminModes)(
  'makes, changes, lists and deletes a SAML provider, for a tenant as well, under %s',
  async (mode) => {
    await using provider = await SamlProvider.start()
    await using world = await AdminWorld.start(mode)
    const auth = world.admin
    const acme = {
      providerId: 'saml.acme',
      displayName: 'Acme',
      enabled: true,
      idpEntityId: provider.entityId,
      ssoURL: 'https://id.example.com/sso',
      x509Certificates: [provider.certificate],
      rpEntityId: 'https://shop.example.com/saml',
    }
    const callbackURL = 'https://backend.example.com/__/auth/callback'
    const elsewhere = { ...acme, callbackURL: 'https://shop-app.firebaseapp.com/__/auth/handler' }
    expect(await codeOf(auth.createProviderConfig(elsewhere))).toBe('auth/invalid-config')
    expect(await codeOf(auth.createProviderConfig({ ...acme, callbackURL, x509Certificates: ['none'] }))).toBe(
      'auth/invalid-config',
    )
    const made = await auth.createProviderConfig({ ...acme, callbackURL })
    expect(made).toMatchObject({ ...acme, callbackURL })
    const changed = await auth.updateProviderConfig('saml.acme', { enabled: false, rpEntityId: 'shop' })
    expect(changed).toMatchObject({ ...acme, callbackURL, enabled: false, rpEntityId: 'shop' })
    expect(await auth.getProviderConfig('saml.acme')).toEqual(changed)
    const { providerConfigs } = await auth.listProviderConfigs({ type: 'saml' })
    expect(providerConfigs.map(({ providerId }) => providerId)).toEqual(['saml.acme'])
    expect((await auth.listProviderConfigs({ type: 'oidc' })).providerConfigs).toEqual([])
    const { tenantId } = await auth.tenantManager().createTenant({ displayName: 'Acme' })
    const tenant = auth.tenantManager().authForTenant(tenantId)
    await tenant.createProviderConfig({ ...acme, callbackURL })
    expect(await tenant.getProviderConfig('saml.acme')).toMatchObject({ rpEntityId: acme.rpEntityId })
    await auth.deleteProviderConfig('saml.acme')
    expect(await codeOf(auth.getProviderConfig('saml.acme'))).toBe('auth/configuration-not-found')
  },
)
