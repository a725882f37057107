import { expect, test, it } from 'vitest'
import { isTrustedHost, assertDevOrigin } from './host-check.ts'

test.each([
  'localhost',
  'localhost:4400',
  'LOCALHOST',
  'app.localhost:1',
  '127.0.0.1:4400',
  '127.9.9.9',
  '[::1]:4400',
  undefined,
])('answers to %s', (authority) => {
  expect(isTrustedHost(authority, [])).toBe(true)
})

test.each([
  'evil.test',
  'localhost.evil.test',
  '127.0.0.1.evil.test',
  'evil.test:4400',
  '192.168.0.1',
  'evilgoogleapis.com',
  '[::2]',
])('does not answer to %s', (authority) => {
  expect(isTrustedHost(authority, [])).toBe(false)
})

test('answers to the name the operator set, on any port', () => {
  expect(isTrustedHost('dev.example.com:8080', ['dev.example.com'])).toBe(true)
})

const allowed = ['https://preview.example.com', 'capacitor://localhost']

it.each([
  [{}],
  [{ origin: 'http://localhost:5173' }],
  [{ origin: 'https://127.0.0.1' }],
  [{ origin: 'http://[::1]:3000' }],
  [{ origin: 'http://shop.localhost:8080', 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'https://preview.example.com' }],
  [{ origin: 'capacitor://localhost' }],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
])('lets %j change things under dev', (headers) => {
  expect(() => assertDevOrigin('POST', headers, allowed)).not.toThrow()
})

it.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'http://localhost.evil.example' }],
  [{ origin: 'http://127.0.0.1.evil.example' }],
  [{ origin: 'http://evil.example:80@localhost' }],
  [{ origin: 'http://evil.example/localhost' }],
  [{ origin: 'https://preview.example.com:8443' }],
  [{ origin: 'ftp://localhost' }],
  [{ origin: '' }],
  [{ origin: 'null' }],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'cross-site' }],
])('refuses %j, and names the setting', (headers) => {
  expect(() => assertDevOrigin('POST', headers, allowed)).toThrow(/HEARTH_DEV_ORIGINS/)
})

it('shows an image to a page that cannot read it', () => {
  expect(() => assertDevOrigin('GET', { 'sec-fetch-site': 'cross-site' }, [])).not.toThrow()
})
