import { expect, test } from 'vitest'
import { callbackPathOf } from './callback-path.ts'
import { GOOGLE_ISSUER, type ProviderConfig } from './provider-config.ts'

const SHARED = '/__/auth/callback'
const OWN = `${SHARED}/shop-app`
const client = { enabled: true, clientId: 'hearth', clientSecret: 'hush' }
const appleKey = { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: 'PEM' }
const saml = { idpEntityId: 'idp', ssoUrl: 'https://id.example/sso', certificates: ['x'], spEntityId: 'sp' }

test.each<[what: string, provider: ProviderConfig, path: string]>([
  ['Google', { ...client, providerId: 'google.com', issuer: GOOGLE_ISSUER }, SHARED],
  [
    'Apple',
    { enabled: true, clientId: 'x', providerId: 'apple.com', issuer: 'https://appleid.apple.com', appleKey },
    SHARED,
  ],
  ['GitHub', { ...client, providerId: 'github.com', endpoints: {} }, SHARED],
  ['Google at another issuer', { ...client, providerId: 'google.com', issuer: 'https://id.example' }, OWN],
  [
    'GitHub Enterprise',
    { ...client, providerId: 'github.com', endpoints: { tokenEndpoint: 'https://id.example' } },
    OWN,
  ],
  ['Facebook without a secret', { ...client, clientSecret: undefined, providerId: 'facebook.com' }, OWN],
  ['any OpenID Connect provider', { ...client, providerId: 'oidc.acme', issuer: GOOGLE_ISSUER }, OWN],
  ['any OAuth 2.0 provider', { ...client, providerId: 'oauth.acme' }, OWN],
  ['SAML', { enabled: true, providerId: 'saml.acme', saml }, SHARED],
])('%s sends browsers back to the address of its kind', (_what, provider, path) => {
  expect(callbackPathOf('shop-app', provider)).toBe(path)
  expect(callbackPathOf('shop-app/tenant-1', provider)).toBe(path)
})
