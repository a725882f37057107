import { expect, test } from 'vitest'
import { callbackPathOf } from './callback-path.ts'
import { googleIssuer, type ProviderConfig } from './provider-config.ts'

const shared = '/__/auth/callback'
const own = `${shared}/shop-app`
const client = { enabled: true, clientId: 'hearth', clientSecret: 'hush' }
const appleKey = { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: 'PEM' }
const saml = { idpEntityId: 'idp', ssoUrl: 'https://id.example/sso', certificates: ['x'], spEntityId: 'sp' }

test.each<[what: string, provider: ProviderConfig, path: string]>([
  ['Google', { ...client, providerId: 'google.com', issuer: googleIssuer }, shared],
  [
    'Apple',
    { enabled: true, clientId: 'x', providerId: 'apple.com', issuer: 'https://appleid.apple.com', appleKey },
    shared,
  ],
  ['GitHub', { ...client, providerId: 'github.com', endpoints: {} }, shared],
  ['Google at another issuer', { ...client, providerId: 'google.com', issuer: 'https://id.example' }, own],
  [
    'GitHub Enterprise',
    { ...client, providerId: 'github.com', endpoints: { tokenEndpoint: 'https://id.example' } },
    own,
  ],
  ['Facebook without a secret', { ...client, clientSecret: undefined, providerId: 'facebook.com' }, own],
  ['any OpenID Connect provider', { ...client, providerId: 'oidc.acme', issuer: googleIssuer }, own],
  ['any OAuth 2.0 provider', { ...client, providerId: 'oauth.acme' }, own],
  ['SAML', { enabled: true, providerId: 'saml.acme', saml }, shared],
])('%s sends browsers back to the address of its kind', (_what, provider, path) => {
  expect(callbackPathOf('shop-app', provider)).toBe(path)
  expect(callbackPathOf('shop-app/tenant-1', provider)).toBe(path)
})
