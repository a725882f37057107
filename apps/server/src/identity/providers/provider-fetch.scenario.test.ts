import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createProviderFetch } from './provider-fetch.ts'

const asked = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const

describe('createProviderFetch', () => {
  it.each(['http://127.0.0.1:9/', 'http://[::1]:9/', 'http://localhost:9/', 'https://169.254.169.254/latest'])(
    'does not ask %s when private networks are not allowed',
    async (url) => {
      await expect(createProviderFetch({ reach: 'public' })(url, asked)).rejects.toThrowError('private network')
    },
  )

  it('follows no redirect and takes no answer without end', async () => {
    const server = createServer((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
      else response.end(Buffer.alloc(1024 * 1024 + 1))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const fetch = createProviderFetch({ reach: 'private' })
    try {
      expect((await fetch(`${origin}/away`, asked)).status).toBe(302)
      await expect(fetch(`${origin}/endless`, asked)).rejects.toThrowError('more than 1 MiB')
    } finally {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})
