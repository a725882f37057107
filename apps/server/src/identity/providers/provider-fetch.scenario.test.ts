import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createProviderFetch, isPrivateAddress } from './provider-fetch.ts'

const asked = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::7f00:1',
  ])('is true of %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true)
  })

  it.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'is false of %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false)
    },
  )
})

describe('createProviderFetch', () => {
  it.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/', 'https://169.254.169.254/latest'])(
    'does not ask %s when private networks are not allowed',
    async (url) => {
      await expect(createProviderFetch({ allowsPrivate: false })(url, asked)).rejects.toThrowError('private network')
    },
  )

  it('follows no redirect and takes no answer without end', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else response.end(Buffer.alloc(1024 * 1024 + 1))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fetch = createProviderFetch({ allowsPrivate: true })
    try {
      expect((await fetch(`${origin}/away`, asked)).status).toBe(302)
      await expect(fetch(`${origin}/endless`, asked)).rejects.toThrowError('more than 1 MiB')
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
