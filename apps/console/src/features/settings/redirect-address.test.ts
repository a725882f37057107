import { expect, test } from 'vitest'
import { kindOf, providerFields, type ProviderField } from './provider-kinds.ts'
import { redirectAddress } from './redirect-address.ts'

const shared = 'https://backend.example.com/__/auth/callback'
const own = `${shared}/shop-app`

test.each<[what: string, id: string, address: string, values?: Partial<Record<ProviderField, string>>, more?: object]>([
  ['a built-in provider', 'github.com', shared],
  ['a server of one’s own', 'github.com', own, { userInfoEndpoint: 'https://git.example.com/api/v3/user' }],
  ['a client without a secret', 'facebook.com', own, {}, { isPublicClient: true }],
  ['a client that is given a secret', 'facebook.com', shared, { clientSecret: 'hush' }, { isPublicClient: true }],
  ['an OpenID Connect provider', 'oidc.acme', own],
  ['an OAuth 2.0 provider', 'oauth.acme', own],
  ['a SAML provider', 'saml.acme', shared],
])('the redirect address of %s (%s) is %s', (_what, id, address, values = {}, more = {}) => {
  const all = {
    ...(Object.fromEntries(providerFields.map((one) => [one, ''])) as Record<ProviderField, string>),
    ...values,
  }
  const of = { origin: 'https://backend.example.com', project: 'shop-app', isPublicClient: false, ...more }
  expect(redirectAddress(kindOf(id), all, of)).toBe(address)
})
