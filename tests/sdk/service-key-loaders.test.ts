import { GoogleAuth, type JWTInput } from 'google-auth-library'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../apps/server/src/testing/console-account.ts'
import { TestServer } from '../../apps/server/src/testing/test-server.ts'

test('google-auth-library reads a key file, and gets a token for what it signs', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const made = await owner.call('POST', '/projects/shop-app/service-keys', { name: 'Tools' })
  const credentials = (await made.json()) as JWTInput
  const asked: string[] = []
  /** The library knows one token endpoint, whatever the file names. */
  const fetchImplementation: typeof fetch = async (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input)
    asked.push(host)
    return await fetch(server.origin + pathname, init)
  }
  const auth = new GoogleAuth({
    credentials,
    scopes: ['https://www.googleapis.com/auth/cloud-platform'],
    clientOptions: { transporterOptions: { fetchImplementation } },
  })
  const token = await auth.getAccessToken()
  expect(asked).toEqual(['oauth2.googleapis.com'])
  const headers = { authorization: `Bearer ${token ?? ''}` }
  const listed = await fetch(`${server.origin}/v1beta1/projects`, { headers })
  expect(await listed.json()).toMatchObject({ results: [{ projectId: 'shop-app' }] })
  await owner.call('DELETE', `/projects/shop-app/service-keys/${credentials.private_key_id ?? ''}`)
  expect((await fetch(`${server.origin}/v1beta1/projects`, { headers })).status).toBe(401)
})
