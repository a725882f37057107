import { StatusError } from '@hearth/model/status-error'
import { expect, test } from 'vitest'
import {
  type ProviderConfig,
  validateProviderConfig,
} from '../../../../server/src/identity/providers/provider-config.ts'
import { kindOf, providerFields, type ProviderField, refusedField, redirectAddress } from './provider-kinds.ts'

type Values = Partial<Record<ProviderField, string>>

const long = 'x'.repeat(3_000)
const address = 'https://login.example.com'
const client = { enabled: true, clientId: 'hearth', clientSecret: 'hush' }
const oidc = { ...client, providerId: 'oidc.acme', issuer: address }
const endpoints = { authorizationEndpoint: address, tokenEndpoint: address, userInfoEndpoint: address }
const oauth = { ...client, providerId: 'oauth.acme', endpoints }
const key = { teamId: 'ABCDE12345', keyId: 'KEY1234567', privateKey: 'no key' }
const apple = { ...client, providerId: 'apple.com', issuer: address }
const settings = { idpEntityId: 'acme', ssoUrl: address, certificates: ['no certificate'], spEntityId: 'shop' }
const saml = { enabled: true, providerId: 'saml.acme', saml: settings }

/** What the server refuses, and which field of the form it is about. */
const refusedConfigs: readonly [field: ProviderField, config: ProviderConfig, values: Values][] = [
  ['clientId', { ...oidc, clientId: '' }, {}],
  ['clientSecret', { ...oidc, clientSecret: '' }, {}],
  ['issuer', { ...oidc, issuer: 'acme' }, {}],
  ['issuer', { ...oidc, issuer: 'http://login.example.com' }, {}],
  ['otherIds', { ...oidc, acceptedClientIds: [''] }, {}],
  ['displayName', { ...oidc, displayName: long }, { displayName: long, clientId: 'hearth' }],
  ['tokenEndpoint', { ...oauth, endpoints: { ...endpoints, tokenEndpoint: `${address}#token` } }, {}],
  ['userInfoEndpoint', { ...oauth, endpoints: { authorizationEndpoint: address, tokenEndpoint: address } }, {}],
  ['privateKey', { ...apple, appleKey: key }, {}],
  ['teamId', { ...apple, appleKey: { ...key, teamId: 'ABC' } }, { teamId: 'ABC', keyId: key.keyId }],
  ['keyId', { ...apple, appleKey: { ...key, keyId: 'KEY' } }, { teamId: key.teamId, keyId: 'KEY' }],
  ['certificates', saml, {}],
  ['certificates', { ...saml, saml: { ...settings, certificates: [] } }, {}],
  ['idpEntityId', { ...saml, saml: { ...settings, idpEntityId: '' } }, {}],
  ['ssoUrl', { ...saml, saml: { ...settings, ssoUrl: 'acme' } }, {}],
]

test.each(refusedConfigs)('finds %s in what the server refuses', (field, config, written) => {
  const values = { ...(Object.fromEntries(providerFields.map((name) => [name, ''])) as Values), ...written }
  const found = refusedField(kindOf(config.providerId), refusalOf(config), values as Record<ProviderField, string>)
  expect(found).toBe(field)
})

test('finds no field in a sentence that names none', () => {
  const values = Object.fromEntries(providerFields.map((name) => [name, ''])) as Record<ProviderField, string>
  expect(refusedField(kindOf('oidc.acme'), 'The configuration of the provider is not valid.', values)).toBeUndefined()
})

function refusalOf(config: ProviderConfig): string {
  try {
    validateProviderConfig(config)
  } catch (error) {
    if (error instanceof StatusError) return error.message
    throw error
  }
  throw new Error('It was not refused.')
}

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
