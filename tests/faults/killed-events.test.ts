import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SpawnedServer } from '../../apps/server/src/testing/spawned-server.ts'

/** More for a night: `npm run test:long`. */
const kills = Number(process.env['HEARTH_KILLS'] ?? 3)
const timeout = 60_000 + kills * 20_000
const clients = 8
const owner = { authorization: 'Bearer owner' }

/** What became of the batches of one client: each has one event, whose parameter `n` is its number. */
interface Sent {
  attempted: number
  acknowledged: number
}

it('a server killed amid events has each that it acknowledged, and counts none twice', { timeout }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'hearth-killed-events-'))
  const sent: Sent[] = Array.from({ length: clients }, () => ({ attempted: 0, acknowledged: 0 }))
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
      const measurementId = await measurementIdOf(server.origin)
      // What was under way at the kill may have been kept or not; it is sent again, as clients do.
      for (const [client, state] of sent.entries()) {
        for (let n = state.acknowledged + 1; n <= state.attempted; n += 1)
          await collect(server.origin, measurementId, client, n)
        state.acknowledged = state.attempted
      }
      await expectCounts(server.origin, sent)
      await loadUntil(server, measurementId, sent, 1 + Math.floor(Math.random() * 300))
      await server.kill('SIGKILL')
    }
    await using server = await SpawnedServer.start({ mode: 'dev', dataFolder })
    const counts = await countsOf(server.origin)
    for (const [client, { attempted, acknowledged }] of sent.entries()) {
      expect(counts.get(`client-${client}`)).toBeGreaterThanOrEqual(acknowledged)
      expect(counts.get(`client-${client}`)).toBeLessThanOrEqual(attempted)
    }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
})

/** Events from all clients at once; resolves after so many acknowledgements, with the others still under way. */
async function loadUntil(server: SpawnedServer, measurementId: string, sent: Sent[], acknowledgements: number) {
  let left = acknowledgements
  const reached = Promise.withResolvers<void>()
  for (const [client, state] of sent.entries()) {
    void (async () => {
      for (;;) {
        state.attempted += 1
        try {
          await collect(server.origin, measurementId, client, state.attempted)
        } catch {
          // The kill cut the connection: whether this one was kept is unknown.
          return
        }
        state.acknowledged = state.attempted
        left -= 1
        if (left === 0) reached.resolve()
      }
    })()
    // Roll-ups are made in between, so that the kill meets them too.
    if (client === 0) void countsOf(server.origin).catch(() => undefined)
  }
  await reached.promise
}

async function collect(origin: string, measurementId: string, client: number, n: number): Promise<void> {
  const response = await fetch(`${origin}/hearth/v1/collect`, {
    method: 'POST',
    body: JSON.stringify({
      measurementId,
      clientId: `client-${client}`,
      userProperties: { client: `client-${client}` },
      events: [{ id: `n${n}`, name: 'tick', params: { n } }],
    }),
  })
  if (response.status !== 204) throw new Error(`collect answered ${response.status}: ${await response.text()}`)
}

async function expectCounts(origin: string, sent: readonly Sent[]): Promise<void> {
  const counts = await countsOf(origin)
  expect(sent.map((_state, client) => counts.get(`client-${client}`) ?? 0)).toEqual(
    sent.map(({ acknowledged }) => acknowledged),
  )
}

/** Events by client, from the roll-ups. */
async function countsOf(origin: string): Promise<Map<string, number>> {
  const response = await fetch(`${origin}/v1beta/properties/demo-app:runReport`, {
    method: 'POST',
    headers: owner,
    body: JSON.stringify({
      dateRanges: [{ startDate: 'yesterday', endDate: 'today' }],
      dimensions: [{ name: 'customUser:client' }],
      metrics: [{ name: 'eventCount' }],
    }),
  })
  expect(response.status).toBe(200)
  const { rows } = (await response.json()) as {
    rows: { dimensionValues: [{ value: string }]; metricValues: [{ value: string }] }[]
  }
  return new Map(rows.map((row) => [row.dimensionValues[0].value, Number(row.metricValues[0].value)]))
}

async function measurementIdOf(origin: string): Promise<string> {
  const address = `${origin}/v1alpha/projects/-/apps/1:1:web:any/webConfig`
  const response = await fetch(address, { headers: { 'x-goog-api-key': 'demo-app' } })
  return ((await response.json()) as { measurementId: string }).measurementId
}
