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
  ])('%s saying %j: %s', (providerId, claims, expected) => {
    expect(isAuthority(providerId, claims)).toBe(expected)
  })
})

describe('validateProviderConfig', () => {
  const config = { providerId: 'oidc.acme', enabled: true, issuer: 'https://id.example.com/tenant', clientId: 'hearth' }

  it('takes an https issuer, and http on loopback', () => {
    validateProviderConfig(config)
    validateProviderConfig({ ...config, issuer: 'http://127.0.0.1:9000' })
  })

  it.each([
    [{ providerId: 'facebook.com' }, 'INVALID_CONFIG_ID'],
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
