import { expect, test } from 'vitest'
import { isTrustedHost } from './host-check.ts'

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
