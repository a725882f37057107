import { expect, test } from 'vitest'
import { ConsoleAccount } from '../testing/console-account.ts'
import { setTeam } from '../testing/set-team.ts'
import { TestServer } from '../testing/test-server.ts'

const BATCHES = 3
const WRITES_IN_BATCH = 400

interface Row {
  readonly document?: { readonly fields: { readonly target: { readonly stringValue: string } } }
  readonly explainMetrics?: { readonly executionStats: { readonly debugStats: Readonly<Record<string, string>> } }
}

const newestFirst = [{ field: { fieldPath: 'at' }, direction: 'DESCENDING' }]

/** As the console's pages ask, and what was read for it. */
async function newestActs(server: TestServer, reader: ConsoleAccount, field: string, values: readonly string[]) {
  const oneOf = { arrayValue: { values: values.map((stringValue) => ({ stringValue })) } }
  const answer = await fetch(
    `${server.origin}/v1/projects/console/databases/(default)/documents/projects/shop-app:runQuery`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${reader.idToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        structuredQuery: {
          from: [{ collectionId: 'activity' }],
          where: { fieldFilter: { field: { fieldPath: field }, op: 'IN', value: oneOf } },
          orderBy: newestFirst,
          limit: 50,
        },
        explainOptions: { analyze: true },
      }),
    },
  )
  expect(answer.status).toBe(200)
  const rows = (await answer.json()) as Row[]
  const stats = rows.at(-1)?.explainMetrics?.executionStats.debugStats
  return {
    targets: rows.flatMap(({ document }) => (document ? [document.fields.target.stringValue] : [])),
    read: Math.max(Number(stats?.['indexes_entries_scanned']), Number(stats?.['documents_scanned'])),
  }
}

test('what others did is found without reading the thousands of acts of one person', async () => {
  await using server = await TestServer.start({ settings: { HEARTH_SIGN_UP: 'anyone' } })
  const owner = await ConsoleAccount.claim(server)
  await owner.createProject('shop-app')
  const nina = await ConsoleAccount.signUp(server, 'nina@example.com')
  await setTeam(server, 'shop-app', owner, { [nina.uid]: 'editor' })
  const write = async (who: ConsoleAccount, names: readonly string[]): Promise<void> => {
    const root = 'projects/shop-app/databases/(default)/documents'
    const answer = await fetch(`${server.origin}/v1/${root}:commit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await who.operatorToken('shop-app')}` },
      body: JSON.stringify({ writes: names.map((name) => ({ update: { name: `${root}/${name}`, fields: {} } })) }),
    })
    expect(answer.status).toBe(200)
  }
  await write(nina, ['orders/of-nina'])
  await expect
    .poll(async () => (await newestActs(server, owner, 'actor', [nina.uid])).targets)
    .toContainEqual(expect.stringContaining('orders/of-nina'))
  for (let batch = 0; batch < BATCHES; batch++) {
    await write(
      owner,
      Array.from({ length: WRITES_IN_BATCH }, (_, at) => `orders/${batch}-${at}`),
    )
    // They are written shortly after, and at most 1,000 wait.
    await expect
      .poll(async () => (await newestActs(server, owner, 'actor', [owner.uid])).targets)
      .toContainEqual(expect.stringContaining(`orders/${batch}-`))
  }
  const others = await newestActs(server, owner, 'actor', [nina.uid])
  expect(others.targets).toContainEqual(expect.stringContaining('orders/of-nina'))
  expect(others.read).toBeLessThan(20)
  expect((await newestActs(server, owner, 'actor', [owner.uid, nina.uid])).read).toBeLessThan(200)
  expect(await newestActs(server, owner, 'action', ['rules.create', 'rules.update'])).toEqual({ targets: [], read: 0 })
})
