import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

/** More for a night: `npm run test:long`. */
const kills = Number(process.env['HEARTH_KILLS'] ?? 6)
const timeout = 60_000 + kills * 20_000
const clients = 8
const root = 'projects/demo-app/databases/(default)/documents'

/** What was acknowledged, kept outside the process that dies: the last number each client was told is written. */
type Ledger = Map<number, { acknowledged: number; attempted: number }>

describe('a server killed with SIGKILL under load', () => {
  it('has every acknowledged commit after each kill, whole, and never half of one', { timeout }, async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-kill-'))
    const ledger: Ledger = new Map(
      Array.from({ length: clients }, (_, client) => [client, { acknowledged: 0, attempted: 0 }]),
    )
    try {
      for (let kill = 0; kill < kills; kill += 1) {
        await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
        await compare(server.origin, ledger)
        // Another moment each time: in the first commits, in the middle of groups, after hundreds.
        await loadUntil(server, ledger, 1 + Math.floor(Math.random() * 400))
        await server.kill('SIGKILL')
      }
      await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
      await compare(server.origin, ledger)
      expect([...ledger.values()].every(({ acknowledged }) => acknowledged > 0)).toBe(true)
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  })
})

/** Commits from all clients at once; resolves after so many acknowledgements, with the others still under way. */
async function loadUntil(server: SpawnedServer, ledger: Ledger, acknowledgements: number): Promise<void> {
  let left = acknowledgements
  const reached = Promise.withResolvers<void>()
  for (const [client, state] of ledger) {
    void (async () => {
      for (;;) {
        const n = state.attempted + 1
        state.attempted = n
        try {
          await commitPair(server.origin, client, n)
        } catch {
          // The kill cut the connection: the outcome of this commit is unknown, and may be either.
          return
        }
        state.acknowledged = n
        left -= 1
        if (left === 0) reached.resolve()
      }
    })()
  }
  await reached.promise
}

/** One commit of three writes: two documents that must always agree, and a new one whose number says that it is there. */
async function commitPair(origin: string, client: number, n: number): Promise<void> {
  const fields = { n: { integerValue: String(n) } }
  const writes = [`pairs/${client}-left`, `pairs/${client}-right`, `log/${client}-${n}`].map((path) => ({
    update: { name: `${root}/${path}`, fields },
  }))
  const response = await fetch(`${origin}/v1/projects/demo-app/databases/(default)/documents:commit`, {
    method: 'POST',
    body: JSON.stringify({ writes }),
  })
  if (!response.ok) throw new Error(`commit answered ${response.status}: ${await response.text()}`)
  await response.text()
}

async function compare(origin: string, ledger: Ledger): Promise<void> {
  for (const [client, state] of ledger) {
    const [left, right] = await Promise.all([
      numberAt(origin, `pairs/${client}-left`),
      numberAt(origin, `pairs/${client}-right`),
    ])
    expect(right, `client ${client}: half of a commit is visible`).toBe(left)
    expect(left, `client ${client}: an acknowledged commit is missing`).toBeGreaterThanOrEqual(state.acknowledged)
    expect(left, `client ${client}: a commit nobody sent`).toBeLessThanOrEqual(state.attempted)
    expect(await countLog(origin, client), `client ${client}: the index disagrees with the documents`).toBe(left)
    // What the last kill left open is settled now, one way or the other.
    state.acknowledged = left
    state.attempted = left
  }
}

async function numberAt(origin: string, path: string): Promise<number> {
  const response = await fetch(`${origin}/v1/${root}/${path}`)
  if (response.status === 404) return 0
  const document = (await response.json()) as { fields: { n: { integerValue: string } } }
  return Number(document.fields.n.integerValue)
}

/** How many log documents of a client the index finds, by a range over their names. */
async function countLog(origin: string, client: number): Promise<number> {
  const bound = (id: string) => ({ values: [{ referenceValue: `${root}/log/${id}` }], before: true })
  const structuredAggregationQuery = {
    structuredQuery: {
      from: [{ collectionId: 'log' }],
      orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
      startAt: bound(`${client}-`),
      endAt: bound(`${client}.`),
    },
    aggregations: [{ alias: 'count', count: {} }],
  }
  const response = await fetch(`${origin}/v1/${root}:runAggregationQuery`, {
    method: 'POST',
    body: JSON.stringify({ structuredAggregationQuery }),
  })
  const [answer] = (await response.json()) as [{ result: { aggregateFields: { count: { integerValue: string } } } }]
  return Number(answer.result.aggregateFields.count.integerValue)
}
