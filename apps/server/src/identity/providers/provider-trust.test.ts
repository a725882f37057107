import { describe, expect, it } from 'vitest'
import { isAuthority } from './open-id-client.ts'
import { validateProviderConfig } from './provider-config.ts'

describe('whose word on an address is taken', () => {
  it.each([
    ['google.com', { email: 'ada@gmail.com' }, true],
    ['google.com', { email: 'ada@example.com', hd: 'example.com' }, true],
    ['google.com', { email: 'ada@example.com' }, false],
    ['google.com', { email: 'ada@gmail.com.example.com' }, false],
    ['google.com', {}, false],
    ['oidc.acme', { email: 'ada@gmail.com', hd: 'gmail.com' }, false],
    ['apple.com', { email: 'x1@privaterelay.appleid.com' }, true],
    ['apple.com', { email: 'ada@example.com', hd: 'example.com' }, false],
    ['apple.com', { email: 'ada@icloud.com@example.com' }, false],
    ['yahoo.com', { email: 'ada@yahoo.com' }, false],
    ['github.com', { email: 'ada@gmail.com', hd: 'gmail.com' }, false],
  ])('%s saying %j: %s', (providerId, claims, expected) => {
    expect(isAuthority(providerId, claims)).toBe(expected)
  })
})

describe('validateProviderConfig', () => {
  const config = { providerId: 'oidc.acme', enabled: true, issuer: 'https://id.example.com/tenant', clientId: 'hearth' }

  it.each([
    [{}, 'The authorizationEndpoint is missing.'],
    [
      { authorizationEndpoint: 'http://id.example.com/authorize' },
      'The authorizationEndpoint must be an https address.',
    ],
    [
      { authorizationEndpoint: 'https://id.example.com/authorize', tokenEndpoint: 'https://id.example.com/token' },
      'The userInfoEndpoint is missing.',
    ],
  ])('wants three endpoints of an own OAuth provider, not %j', (endpoints, message) => {
    const acme = { providerId: 'oauth.acme', enabled: true, clientId: 'hearth', endpoints }
    expect(() => validateProviderConfig(acme)).toThrowError(expect.objectContaining({ message }))
  })

  it('takes GitHub with a client alone, and with addresses of a server of one’s own', () => {
    const github = { providerId: 'github.com', enabled: true, clientId: 'hearth' }
    validateProviderConfig(github)
    validateProviderConfig({ ...github, endpoints: { userInfoEndpoint: 'https://github.example.com/api/v3/user' } })
  })

  it('takes an https issuer, and http on loopback', () => {
    validateProviderConfig(config)
    validateProviderConfig({ ...config, issuer: 'http://127.0.0.1:9000' })
  })

  it.each([
    [{ providerId: 'myspace.com' }, 'INVALID_CONFIG_ID'],
    [{ providerId: 'constructor' }, 'INVALID_CONFIG_ID'],
    [{ providerId: 'oidc.' }, 'INVALID_CONFIG_ID'],
    [{ issuer: 'http://id.example.com' }, 'INVALID_CONFIG'],
    [{ issuer: 'http://127.0.0.1.example.com' }, 'INVALID_CONFIG'],
    [{ issuer: 'https://user@id.example.com' }, 'INVALID_CONFIG'],
    [{ issuer: 'https://id.example.com?x=1' }, 'INVALID_CONFIG'],
    [{ issuer: 'file:///etc/passwd' }, 'INVALID_CONFIG'],
    [{ issuer: '' }, 'INVALID_CONFIG'],
    [{ clientId: '' }, 'INVALID_CONFIG'],
    [{ clientSecret: '' }, 'INVALID_CONFIG'],
    [{ displayName: 'x'.repeat(3_000) }, 'INVALID_CONFIG'],
  ])('refuses %j', (changes, reason) => {
    expect(() => validateProviderConfig({ ...config, ...changes })).toThrowError(expect.objectContaining({ reason }))
  })
})
