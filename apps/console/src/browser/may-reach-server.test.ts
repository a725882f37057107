import { afterEach, expect, it, vi } from 'vitest'
import { isOwnMachine, mayReachServer } from './may-reach-server.ts'

afterEach(() => vi.unstubAllGlobals())

it.each(['localhost', 'shop.localhost', '127.0.0.1', '127.8.0.3', '[::1]'])('%s is this machine', (hostname) => {
  expect(isOwnMachine(hostname)).toBe(true)
})

it.each(['example.com', 'localhost.example.com', 'notlocalhost', '127.0.0.1.example.com', '192.168.0.1', '[::2]'])(
  '%s may be another machine',
  (hostname) => {
    expect(isOwnMachine(hostname)).toBe(false)
  },
)

it.each([
  [true, 'example.com', true],
  [false, 'example.com', false],
  [false, '127.0.0.1', true],
])('with a network %s, a server at %s may be reached: %s', (onLine, hostname, may) => {
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('location', { hostname })
  expect(mayReachServer()).toBe(may)
})
