import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DescribedRequest, RequestCounts, RequestGroups } from '@hearth/api'
import { expect, test } from 'vitest'
import { ConsoleAccount } from '../../testing/console-account.ts'
import { TestServer } from '../../testing/test-server.ts'

const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /open/{id} { allow get; }
    match /orders/{id} {
      allow get: if resource.data.secret == 'nobody knows';
      allow create: if int(request.resource.data.secret) > 3;
    }
    match /guarded/{id} { allow get: if exists(/databases/$(database)/documents/open/$(id)) || true; }
  }
}`

interface ListedRequest {
  readonly id: string
  readonly operation: string
  readonly path: string
  readonly verdict: string
  readonly caller: { readonly kind: string; readonly uid?: string }
  readonly rule?: { readonly fileName: string; readonly line: number }
  readonly reason?: string
  readonly stages?: { readonly beforeMs?: number; readonly rulesMs: number; readonly lookupsMs: number }
  readonly lookedUp?: readonly string[]
  readonly from?: { readonly address: string; readonly origin?: string; readonly requestId: string }
  readonly written?: { readonly count: number; readonly paths: readonly string[] }
}

async function publish(server: TestServer, owner: ConsoleAccount): Promise<void> {
  const token = await owner.operatorToken('shop-app')
  const post = async (path: string, body: unknown): Promise<{ name: string }> => {
    const answer = await fetch(`${server.origin}/v1/projects/shop-app/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { name: string }
  }
  const { name: rulesetName } = await post('rulesets', {
    source: { files: [{ name: 'firestore.rules', content: RULES }] },
  })
  await post('releases', { name: 'projects/shop-app/releases/cloud.firestore', rulesetName })
}

const DOCUMENTS = 'v1/projects/shop-app/databases/(default)/documents'

async function get(server: TestServer, path: string): Promise<number> {
  return (await fetch(`${server.origin}/${DOCUMENTS}/${path}`)).status
}

async function create(server: TestServer, collection: string, secret: string): Promise<number> {
  const answer = await fetch(`${server.origin}/${DOCUMENTS}/${collection}?documentId=made`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fields: { secret: { stringValue: secret } } }),
  })
  return answer.status
}

async function listRequests(
  account: ConsoleAccount,
  query = '',
): Promise<{ requests: ListedRequest[]; nextPageToken?: string }> {
  const answer = await account.call('GET', `/projects/shop-app/requests${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { requests: ListedRequest[]; nextPageToken?: string }
}

test('a decision says how long its rules took and which documents were read for them', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  await get(server, 'open/one')
  await publish(server, owner)
  await get(server, 'open/one')
  await get(server, 'guarded/two')
  const [guarded, open, unruled] = (await listRequests(owner)).requests
  expect(guarded?.lookedUp).toEqual(['open/two'])
  expect(guarded?.stages?.lookupsMs).toBeGreaterThan(0)
  expect(guarded?.stages?.rulesMs).toBeGreaterThan(0)
  expect(open?.stages).toMatchObject({ lookupsMs: 0 })
  expect(open?.stages?.beforeMs).toBeGreaterThan(0)
  expect(open).not.toHaveProperty('lookedUp')
  expect(unruled).not.toHaveProperty('stages')
})

test('a decision says where its request came from and what the commit writes together', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  await publish(server, owner)
  const origin = 'https://shop.example'
  const asked = await fetch(`${server.origin}/${DOCUMENTS}/open/one`, { headers: { origin } })
  const name = (id: number): string => `projects/shop-app/databases/(default)/documents/orders/${id}`
  const fields = { secret: { stringValue: '4' } }
  const writes = [
    ...Array.from({ length: 12 }, (_, n) => ({ update: { name: name(n), fields } })),
    { verify: name(99), currentDocument: { exists: false } },
  ]
  const body = JSON.stringify({ writes })
  const committed = await fetch(`${server.origin}/${DOCUMENTS}:commit`, { method: 'POST', body })
  expect(committed.status).toBe(403)

  const { requests } = await listRequests(owner)
  const read = requests.find(({ path }) => path === 'open/one')
  expect(read?.from).toEqual({ address: '127.0.0.1', origin, requestId: asked.headers.get('x-request-id') })
  expect(read).not.toHaveProperty('written')
  const write = requests.find(({ path }) => path === 'orders/0')
  expect(write?.from).toEqual({ address: '127.0.0.1', requestId: committed.headers.get('x-request-id') })
  expect(write?.written?.count).toBe(12)
  expect(write?.written?.paths).toHaveLength(10)
  expect(write?.written?.paths).not.toContain('orders/99')
})

test('what the gate decided is counted over time, by the filters of the list', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  await publish(server, owner)
  for (const path of ['open/one', 'open/two', 'elsewhere/one']) await get(server, path)
  const count = async (query = '') => {
    const answer = await owner.call('GET', `/projects/shop-app/request-counts${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as RequestCounts
  }
  const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

  const hour = await count()
  expect(hour).toMatchObject({ stepSeconds: 60, isCut: false, missed: 0 })
  expect([hour.allowed.length, hour.denied.length]).toEqual([60, 60])
  expect([sum(hour.allowed), sum(hour.denied)]).toEqual([2, 1])
  // They came within the last steps, and the last of these is the one that now is in.
  expect(sum(hour.allowed.slice(-2))).toBe(2)
  expect(Date.parse(hour.begin) + 60 * 60_000).toBeGreaterThan(Date.now())
  expect(Date.parse(hour.begin) % 60_000).toBe(0)

  expect(await count('?minutes=10')).toMatchObject({ stepSeconds: 10 })
  const open = await count('?verdict=allowed&path=open/one')
  expect([sum(open.allowed), sum(open.denied)]).toEqual([1, 0])
  for (const minutes of ['0', '1441', '1.5', '0x10', '1e2', ' 5', 'all']) {
    expect((await owner.call('GET', `/projects/shop-app/request-counts?minutes=${minutes}`)).status).toBe(400)
  }
})

test('what the gate decided is put together by line, kind of path and app, and listed by how long it took', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  await publish(server, owner)
  for (const id of ['one', 'two']) await get(server, `open/${id}`)
  for (const id of ['one', 'two', 'three']) await get(server, `orders/${id}`)
  await fetch(`${server.origin}/${DOCUMENTS}/elsewhere/one`, {
    headers: { 'x-firebase-gmpid': '1:12:web:ab', 'x-goog-api-client': 'gl-js/ fire/12.4.0' },
  })
  const groups = async (query: string): Promise<RequestGroups> => {
    const answer = await owner.call('GET', `/projects/shop-app/request-groups?${query}`)
    expect(answer.status).toBe(200)
    return (await answer.json()) as RequestGroups
  }

  const rules = await groups('by=rule')
  expect(rules.groups).toMatchObject([
    {
      denied: 3,
      allowed: 0,
      people: 0,
      newest: {
        path: 'orders/three',
        rule: { line: 6, text: "allow get: if resource.data.secret == 'nobody knows';" },
      },
    },
    { denied: 1, newest: { path: 'elsewhere/one' } },
    { allowed: 2, denied: 0, newest: { rule: { line: 4 } } },
  ])
  expect(rules.more).toBe(0)
  expect(rules.groups[2]?.first).toBe(rules.oldest)
  expect(rules.groups[0]?.slowestMs).toBeGreaterThan(0)
  const [orders] = rules.groups
  const ofGroup = await listRequests(owner, `?groupBy=rule&group=${encodeURIComponent(orders?.key ?? '')}`)
  expect(ofGroup.requests.map(({ path }) => path)).toEqual(['orders/three', 'orders/two', 'orders/one'])

  // A group of that time began before it.
  const [third] = ofGroup.requests
  const late = await groups(`by=path&verdict=denied&after=${Number(third?.id) - 1}`)
  expect(late.groups.map(({ key, denied }) => [key, denied])).toEqual([
    ['documents/elsewhere/*', 1],
    ['documents/orders/*', 1],
  ])
  expect(Date.parse(late.groups[1]?.first ?? '')).toBeLessThanOrEqual(Date.parse(orders?.first ?? ''))
  const apps = await groups('by=app&path=elsewhere/')
  expect(apps.groups).toMatchObject([{ newest: { from: { app: '1:12:web:ab', sdk: 'js/12.4.0' } } }])

  const { requests: slowest, nextPageToken } = await listRequests(owner, '?order=slowest&pageSize=4')
  expect(nextPageToken).toBeUndefined()
  const times = slowest.map(({ stages }) => (stages?.beforeMs ?? 0) + (stages?.rulesMs ?? 0) + (stages?.lookupsMs ?? 0))
  expect(times).toHaveLength(4)
  expect(times).toEqual(times.toSorted((one, other) => other - one))

  const described = await owner.call('GET', `/projects/shop-app/requests/${third?.id}`)
  const { excerpt } = (await described.json()) as DescribedRequest
  expect(excerpt).toMatchObject({ fileName: 'firestore.rules', begin: 1 })
  expect(excerpt?.lines[6 - (excerpt.begin ?? 0)]?.trim()).toBe("allow get: if resource.data.secret == 'nobody knows';")
  for (const query of ['?by=uid', '?by=rule&after=soon']) {
    expect((await owner.call('GET', `/projects/shop-app/request-groups${query}`)).status, query).toBe(400)
  }
})

test('what the gate decided is listed with the line that decided, and without what documents hold', async () => {
  await using server = await TestServer.start()
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  expect(await get(server, 'open/one')).toBe(403)
  await publish(server, owner)
  expect(await get(server, 'open/one')).toBe(404)
  expect(await create(server, 'orders', 'the plan of the heist')).toBe(403)
  expect(await get(server, 'elsewhere/one')).toBe(403)

  const { requests } = await listRequests(owner)
  expect(requests).toMatchObject([
    { operation: 'get', path: 'elsewhere/one', verdict: 'denied', reason: 'No allow covers the request.' },
    {
      operation: 'create',
      path: 'orders/made',
      database: '(default)',
      caller: { kind: 'visitor' },
      verdict: 'denied',
      rule: { fileName: 'firestore.rules', line: 7 },
      reason: 'The condition has no value.',
    },
    { operation: 'get', path: 'open/one', verdict: 'allowed', rule: { line: 4 } },
    { operation: 'get', path: 'open/one', verdict: 'denied', reason: 'No rules are published.' },
  ])
  expect(JSON.stringify(requests)).not.toContain('heist')

  const denied = await listRequests(owner, '?verdict=denied&pageSize=2')
  expect(denied.requests.map(({ path }) => path)).toEqual(['elsewhere/one', 'orders/made'])
  const rest = await listRequests(owner, `?verdict=denied&pageSize=2&pageToken=${denied.nextPageToken}`)
  expect(rest.requests.map(({ path }) => path)).toEqual(['open/one'])
  expect(rest.nextPageToken).toBeUndefined()
  expect((await listRequests(owner, '?path=open/')).requests.map(({ path }) => path)).toContain('open/one')
  expect((await listRequests(owner, '?path=open/&wholePath=true')).requests).toEqual([])
  expect((await listRequests(owner, '?path=orders/made&wholePath=true')).requests).toHaveLength(1)
  expect((await listRequests(owner, '?path=orders/&operation=create&service=documents')).requests).toHaveLength(1)
  expect((await listRequests(owner, '?operation=write')).requests.map(({ path }) => path)).toEqual(['orders/made'])
  expect((await listRequests(owner, '?operation=read')).requests).toHaveLength(3)
  expect((await listRequests(owner, '?uid=ada')).requests).toEqual([])
  expect((await listRequests(owner, `?after=${requests[2]?.id}`)).requests.map(({ id }) => id)).toEqual(
    requests.slice(0, 2).map(({ id }) => id),
  )
  // What came since, page by page.
  const came = await listRequests(owner, `?after=${requests[3]?.id}&pageSize=2`)
  expect(came.requests.map(({ id }) => id)).toEqual(requests.slice(0, 2).map(({ id }) => id))
  const older = await listRequests(owner, `?after=${requests[3]?.id}&pageSize=2&pageToken=${came.nextPageToken}`)
  expect(older.requests.map(({ id }) => id)).toEqual([requests[2]?.id])
  expect(older.nextPageToken).toBeUndefined()
})

test('the list outlives the server', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-decisions-'))
  try {
    {
      await using server = await TestServer.start({ dataFolder })
      const owner = await ConsoleAccount.claim(server)
      await owner.createProject('shop-app')
      expect(await get(server, 'orders/one')).toBe(403)
    }
    await using server = await TestServer.start({ dataFolder })
    const owner = await ConsoleAccount.signIn(server, 'olga@example.com', 'correct horse')
    expect(await get(server, 'orders/two')).toBe(403)
    expect((await listRequests(owner)).requests.map(({ path }) => path)).toEqual(['orders/two', 'orders/one'])
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})

test('bad questions are refused, and those who do not belong to the project are told nothing', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  for (const query of [
    '?after=soon',
    '?verdict=maybe',
    '?pageToken=-1',
    '?operation=drop',
    '?pageSize=0',
    '?pageSize=0x10',
    '?order=random',
  ]) {
    expect((await owner.call('GET', `/projects/shop-app/requests${query}`)).status, query).toBe(400)
  }
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  expect((await nina.call('GET', '/projects/shop-app/requests')).status).toBe(403)
})
