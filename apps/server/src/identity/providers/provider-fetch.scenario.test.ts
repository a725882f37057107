import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createSelfSignedCertificate } from '../../testing/self-signed-certificate.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { ProviderRefusals } from './provider-refusals.ts'

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

  it('whoever reads the log learns in a word why no answer came, and nothing of the address', async () => {
    const problemAt = async (reach: 'public' | 'private', url: string): Promise<unknown> => {
      const cause: unknown = await createProviderFetch({ reach })(url, asked).catch((error: unknown) => error)
      const { message, details } = new ProviderRefusals().unreachable(cause)
      expect(message).toBe('The sign-in provider could not be reached.')
      return details?.['problem']
    }
    const { certificate: cert, key } = createSelfSignedCertificate()
    await using server = createTlsServer({ cert, key })
    const open = createServer((request, response) => {
      if (request.url === '/cut') request.socket.destroy()
      else response.end(Buffer.alloc(1024 * 1024 + 1))
    })
    for (const one of [server, open]) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    const [tls, plain] = [server, open].map((one) => (one.address() as AddressInfo).port)
    expect(await problemAt('public', `http://127.0.0.1:${plain}/`)).toBe('private_address')
    expect(await problemAt('private', `https://127.0.0.1:${tls}/`)).toBe('tls')
    expect(await problemAt('private', `https://127.0.0.1:${plain}/`)).toBe('tls')
    expect(await problemAt('private', `http://127.0.0.1:${plain}/cut`)).toBe('connection_lost')
    expect(await problemAt('private', `http://127.0.0.1:${plain}/`)).toBe('answer_too_large')
    open.closeAllConnections()
    await new Promise((resolve) => open.close(resolve))
    expect(await problemAt('private', `http://127.0.0.1:${plain}/`)).toBe('refused')
  })
})
