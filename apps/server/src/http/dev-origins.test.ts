import { expect, it } from 'vitest'
import { assertDevOrigin } from './dev-origins.ts'

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
