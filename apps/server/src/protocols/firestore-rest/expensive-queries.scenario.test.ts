import { beforeAll, expect, test, afterAll } from 'vitest'
import { TestServer } from '../../testing/test-server.ts'

const DOCUMENTS = 6_000
const ROOT = 'projects/demo-app/databases/(default)/documents'
const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** Filled once: every test only reads, each with an index of its own. */
let server: TestServer
/** Time that passed for the server beyond the real one. */
let aheadMs = 0

beforeAll(async () => {
  server = await TestServer.start({ mode: 'dev', clock: { nowMs: () => Date.now() + aheadMs } })
  for (let first = 0; first < DOCUMENTS; first += 500) {
    const writes = Array.from({ length: 500 }, (_, i) => {
      const n = first + i
      const third = integer(n % 3)
      const fields = { n: integer(n), status: third, kind: third, tier: third, rare: integer(n === 17 ? 1 : 0) }
      return { update: { name: `${ROOT}/c/${String(n).padStart(6, '0')}`, fields } }
    })
    await call(`${ROOT}:commit`, { writes })
  }
}, 120_000)

afterAll(() => server[Symbol.asyncDispose]())

function integer(value: number) {
  return { integerValue: String(value) }
}

function field(fieldPath: string, op: string, value: number) {
  return { fieldFilter: { field: { fieldPath }, op, value: integer(value) } }
}

function order(...names: string[]) {
  return names.map((name) => ({
    field: { fieldPath: name.replace('-', '') },
    direction: name.startsWith('-') ? 'DESCENDING' : 'ASCENDING',
  }))
}

async function call(path: string, body?: unknown): Promise<unknown> {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${server.origin}/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return answer
}

interface Row {
  readonly document?: { readonly fields: { readonly n: { readonly integerValue: string } } }
  readonly explainMetrics?: { readonly executionStats: { readonly debugStats: Readonly<Record<string, string>> } }
}

/** The numbers of the documents that were found, and the entries of the index that were read for them. */
async function run(query: object): Promise<{ found: number[]; read: number }> {
  const structuredQuery = { from: [{ collectionId: 'c' }], ...query }
  const rows = (await call(`${ROOT}:runQuery`, { structuredQuery, explainOptions: { analyze: true } })) as Row[]
  const found = rows.flatMap(({ document }) => (document ? [Number(document.fields.n.integerValue)] : []))
  return { found, read: Number(rows.at(-1)?.explainMetrics?.executionStats.debugStats['indexes_entries_scanned']) }
}

/** Asks as an app does, which wants no explanation, a few times some seconds apart. */
async function askAgainAndAgain(query: object): Promise<void> {
  for (let i = 0; i < 4; i++) {
    await call(`${ROOT}:runQuery`, { structuredQuery: { from: [{ collectionId: 'c' }], ...query } })
    aheadMs += 10_000
  }
}

test('an equality that nothing has, ordered by something else, is answered without walking the order', async () => {
  const { found, read } = await run({ where: field('rare', 'EQUAL', 77), orderBy: order('n'), limit: 10 })
  expect(found).toEqual([])
  expect(read).toBeLessThan(500)
})

test('an equality that one document has far along the order is found from the equality', async () => {
  const { found, read } = await run({ where: field('rare', 'EQUAL', 1), orderBy: order('-n'), limit: 10 })
  expect(found).toEqual([17])
  expect(read).toBeLessThan(500)
})

test.each<[string, object, number[]]>([
  ['an order by two fields', { orderBy: order('status', '-n'), limit: 3 }, [5997, 5994, 5991]],
  [
    'an order by two fields from a cursor on',
    { orderBy: order('status', 'n'), startAt: { values: [integer(1), integer(3000)], before: true }, limit: 3 },
    [3001, 3004, 3007],
  ],
  [
    'everything but one value, ordered by a further field',
    { where: field('kind', 'NOT_EQUAL', 0), orderBy: order('kind', 'n'), limit: 3 },
    [1, 4, 7],
  ],
  [
    'a range, ordered by a further field in the other direction',
    { where: field('tier', 'GREATER_THAN', 0), orderBy: order('-tier', 'n'), limit: 3 },
    [2, 5, 8],
  ],
])('%s gets an index by itself, and then takes what it returns', async (_, query, expected) => {
  const before = await run(query)
  expect(before.found).toEqual(expected)
  expect(before.read).toBeGreaterThan(1000)
  await askAgainAndAgain(query)
  await expect.poll(async () => (await run(query)).read, { timeout: 30_000 }).toBeLessThanOrEqual(expected.length)
  expect((await run(query)).found).toEqual(expected)
})
