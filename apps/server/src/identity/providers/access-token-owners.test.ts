import { expect, test } from 'vitest'
import { AccessTokenOwners } from './access-token-owners.ts'

const provider = { providerId: 'github.com', enabled: true, clientId: 'app', clientSecret: 'hush' }
const endpoint = 'https://api.github.com/user'

test('a network has so many questions under way, and others go on', async () => {
  const held: ((answer: Response) => void)[] = []
  const owners = new AccessTokenOwners({ fetch: () => new Promise((resolve) => held.push(resolve)) })
  const ask = (address: string) => owners.find(provider, endpoint, { token: 'a-token', address })
  const first = Array.from({ length: 20 }, () => ask('192.0.2.1'))
  await expect(ask('192.0.2.1')).rejects.toMatchObject({ reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
  const other = ask('198.51.100.1')
  const answer = { app: { client_id: 'app' }, user: { id: 7 } }
  for (const give of held) give(Response.json(answer))
  const found = await Promise.all([...first, other])
  expect(found).toHaveLength(21)
  expect(found[0]).toMatchObject({ rawId: '7' })
  const again = ask('192.0.2.1')
  held.at(-1)?.(new Response('', { status: 503 }))
  await expect(again).rejects.toMatchObject({ reason: 'PROVIDER_UNREACHABLE' })
})

test.each([
  ['https://api.github.com/user', 'https://api.github.com/applications/app/token'],
  ['https://git.example.com/api/v3/user', 'https://git.example.com/api/v3/applications/app/token'],
])('the question to the API of %s is at %s, with the client’s secret', async (userInfo, address) => {
  const asked: unknown[] = []
  const owners = new AccessTokenOwners({
    fetch: async (url, { method, headers, body }) => {
      asked.push([url, method, new Headers(headers).get('authorization'), body])
      return Response.json({ app: { client_id: 'another' }, user: { id: 7 } })
    },
  })
  const found = owners.find(provider, userInfo, { token: 'a-token', address: '192.0.2.1' })
  await expect(found).rejects.toMatchObject({ reason: 'INVALID_IDP_RESPONSE' })
  expect(asked).toEqual([[address, 'POST', `Basic ${btoa('app:hush')}`, '{"access_token":"a-token"}']])
})

test('Facebook is asked about the token beside its userinfo endpoint, by the app’s own token', async () => {
  const asked: string[] = []
  const owners = new AccessTokenOwners({
    fetch: async (url) => {
      asked.push(url)
      const data = {
        app_id: 'app',
        type: 'USER',
        is_valid: true,
        user_id: '12',
        issued_at: 1_700_000_000,
        expires_at: 0,
      }
      return Response.json({ data })
    },
  })
  const facebook = { ...provider, providerId: 'facebook.com' }
  const userInfo = 'https://graph.facebook.com/v24.0/me?fields=id,name'
  const owner = await owners.find(facebook, userInfo, { token: 'a-token', address: '192.0.2.1' })
  expect(owner).toEqual({ rawId: '12', issuedAt: 1_700_000_000, expiresAt: undefined })
  expect(asked).toEqual(['https://graph.facebook.com/v24.0/debug_token?input_token=a-token&access_token=app%7Chush'])
})
