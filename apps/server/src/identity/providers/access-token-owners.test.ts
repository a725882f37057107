import { describe, expect, test } from 'vitest'
import type { CustomFetch } from 'openid-client'
import { AccessTokenOwners } from './access-token-owners.ts'
import { ProviderRefusals } from './provider-refusals.ts'

const provider = { providerId: 'github.com', enabled: true, clientId: 'app', clientSecret: 'hush' }
const ENDPOINT = 'https://api.github.com/user'
const TOKEN = 'gho_0123456789abcdef'
const PROJECT = 'shop-app'
const ADDRESS = '192.0.2.1'
const found = { app: { client_id: 'app' }, user: { id: 7 } }

function ownersAt(fetch: CustomFetch, nowMs = () => 0): AccessTokenOwners {
  return new AccessTokenOwners({ fetch, refusals: new ProviderRefusals(), clock: { nowMs } })
}

describe('questions under way', () => {
  function slow() {
    const held: ((answer: Response) => void)[] = []
    const owners = ownersAt(() => new Promise((resolve) => held.push(resolve)))
    const ask = (from: string, of = PROJECT) =>
      owners.find(provider, ENDPOINT, { token: TOKEN, address: from, project: of })
    const giveAll = (): void => held.splice(0).forEach((give) => give(Response.json(found)))
    return { ask, held, giveAll }
  }

  test('a network has so many, and others go on', async () => {
    const { ask, held, giveAll } = slow()
    const first = Array.from({ length: 20 }, () => ask(ADDRESS))
    await expect(ask(ADDRESS)).rejects.toMatchObject({ reason: 'TOO_MANY_ATTEMPTS_TRY_LATER' })
    const other = ask('198.51.100.1')
    giveAll()
    const answers = await Promise.all([...first, other])
    expect(answers).toHaveLength(21)
    expect(answers[0]).toMatchObject({ rawId: '7' })
    const again = ask(ADDRESS)
    held.at(-1)?.(new Response('', { status: 503 }))
    await expect(again).rejects.toMatchObject({ reason: 'PROVIDER_UNREACHABLE', details: { problem: 'status_503' } })
  })

  test('the slow provider of a project leaves those of others their places', async () => {
    const { ask, held, giveAll } = slow()
    const asked = Array.from({ length: 100 }, (_, n) => ask(`203.0.113.${n}`, 'slow-app').catch(() => undefined))
    expect(held).toHaveLength(50)
    const others = Array.from({ length: 30 }, (_, n) => ask(`198.51.100.${n}`))
    giveAll()
    expect(await Promise.all(others)).toHaveLength(30)
    await Promise.all(asked)
    const again = ask('203.0.113.1', 'slow-app')
    giveAll()
    expect(await again).toMatchObject({ rawId: '7' })
  })
})

describe('failed questions', () => {
  function refusing(answer = () => new Response('{}', { status: 404 })) {
    const counted = { asked: 0, now: 0 }
    const owners = ownersAt(
      async () => {
        counted.asked++
        return answer()
      },
      () => counted.now,
    )
    const ask = async (from: string, of = PROJECT): Promise<unknown> =>
      await owners.find(provider, ENDPOINT, { token: TOKEN, address: from, project: of }).then(
        () => 'found',
        ({ reason }: { reason: string }) => reason,
      )
    return { counted, ask }
  }

  test('a network has so many, at once or one after another, and waits then', async () => {
    const { counted, ask } = refusing()
    for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 15 }, () => ask(ADDRESS)))
    expect(counted.asked).toBe(100)
    expect(await ask(ADDRESS)).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(await ask('198.51.100.1')).toBe('INVALID_IDP_RESPONSE')
    counted.now += 15 * 60_000
    expect(await ask(ADDRESS)).toBe('INVALID_IDP_RESPONSE')
  })

  test('a project has so many from wherever, and some are kept for sites that had none', async () => {
    const { counted, ask } = refusing()
    for (let n = 0; n < 40; n++) for (let times = 0; times < 100; times++) await ask(`203.0.113.${n}`)
    expect(counted.asked).toBeLessThan(3_000)
    expect(await ask('203.0.113.39')).toBe('TOO_MANY_ATTEMPTS_TRY_LATER')
    expect(await ask('198.51.100.1')).toBe('INVALID_IDP_RESPONSE')
    expect(await ask('203.0.113.200', 'other-app')).toBe('INVALID_IDP_RESPONSE')
  })

  test.each([
    ['tells whose the token is', () => Response.json(found), 'found'],
    ['is out of order', () => new Response('', { status: 502 }), 'PROVIDER_UNREACHABLE'],
  ])('where the provider %s nothing is counted', async (_, answer, outcome) => {
    const { ask } = refusing(answer)
    for (let times = 0; times < 150; times++) expect(await ask(ADDRESS)).toBe(outcome)
  })

  test('what no token of a provider looks like is asked about nowhere', async () => {
    const asked: string[] = []
    const owners = ownersAt(async (url) => {
      asked.push(url)
      return Response.json(found)
    })
    for (const made of ['short', 'x'.repeat(5_000), `${TOKEN} ${TOKEN}`, `${TOKEN}\r\nb: c`, 'ü'.repeat(40)]) {
      const asking = owners.find(provider, ENDPOINT, { token: made, address: ADDRESS, project: PROJECT })
      await expect(asking).rejects.toMatchObject({ reason: 'INVALID_IDP_RESPONSE' })
    }
    expect(asked).toEqual([])
  })
})

const facebook = { ...provider, providerId: 'facebook.com' }
const refused = { reason: 'INVALID_IDP_RESPONSE' }
const busy = { reason: 'PROVIDER_UNREACHABLE', details: { problem: 'rate_limited' } }
const ofClient = { ...refused, details: { problem: 'client_refused' } }
test.each([
  [provider, 404, {}, { ...refused, details: undefined }],
  [provider, 422, {}, { ...refused, details: undefined }],
  [facebook, 200, { data: { is_valid: false } }, { ...refused, details: undefined }],
  [facebook, 200, { data: { is_valid: true, type: 'USER', app_id: 'other' } }, { ...refused, details: undefined }],
  [provider, 401, {}, ofClient],
  [facebook, 400, { error: { code: 190 } }, ofClient],
  [facebook, 400, { error: { code: 4 } }, busy],
  [provider, 403, {}, busy],
  [facebook, 429, {}, busy],
  [provider, 302, {}, { ...refused, details: { problem: 'status_302' } }],
  [facebook, 404, {}, { ...refused, details: { problem: 'status_404' } }],
  [provider, 500, {}, { reason: 'PROVIDER_UNREACHABLE', details: { problem: 'status_500' } }],
])('$providerId that answers %i %j is told apart', async (asked, status, body, error) => {
  const owners = ownersAt(async () => Response.json(body, { status }))
  await expect(
    owners.find(asked, ENDPOINT, { token: TOKEN, address: ADDRESS, project: PROJECT }),
  ).rejects.toMatchObject(error)
})

test.each([
  ['https://api.github.com/user', 'https://api.github.com/applications/app/token'],
  ['https://api.github.com/user/', 'https://api.github.com/applications/app/token'],
  ['https://git.example.com/api/v3/user', 'https://git.example.com/api/v3/applications/app/token'],
])('the question to the API of %s is at %s, with the client’s secret', async (userInfo, beside) => {
  const asked: unknown[] = []
  const owners = ownersAt(async (url, { method, headers, body }) => {
    asked.push([url, method, new Headers(headers).get('authorization'), body])
    return Response.json({ app: { client_id: 'another' }, user: { id: 7 } })
  })
  const finding = owners.find(provider, userInfo, { token: TOKEN, address: ADDRESS, project: PROJECT })
  await expect(finding).rejects.toMatchObject({ reason: 'INVALID_IDP_RESPONSE' })
  expect(asked).toEqual([[beside, 'POST', `Basic ${btoa('app:hush')}`, `{"access_token":"${TOKEN}"}`]])
})

test('Facebook is asked about the token beside its userinfo endpoint, by the app’s own token', async () => {
  const asked: string[] = []
  const owners = ownersAt(async (url) => {
    asked.push(url)
    const about = { app_id: 'app', type: 'USER', is_valid: true, user_id: '12' }
    return Response.json({ data: { ...about, issued_at: 1_700_000_000, expires_at: 0 } })
  })
  const userInfo = 'https://graph.facebook.com/v24.0/me?fields=id,name'
  const owner = await owners.find(facebook, userInfo, { token: TOKEN, address: ADDRESS, project: PROJECT })
  expect(owner).toEqual({ rawId: '12', issuedAt: 1_700_000_000, expiresAt: undefined })
  expect(asked).toEqual([
    'https://graph.facebook.com/v24.0/debug_token?input_token=gho_0123456789abcdef&access_token=app%7Chush',
  ])
})
