import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Decision } from '../access/decision.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { DecisionLog } from './decision-log.ts'

let recorded = 0
const clock = { nowMs: () => 1_800_000_000_000 }

/** Every 50th is another caller's: no share is used up, unless `who` is told. */
function record(log: DecisionLog, path: string, who = `${recorded++ % 50}`): void {
  log.record('demo-app', () => decisionOf(path), true, who)
}

function decisionOf(path: string): Decision {
  return { service: 'documents', operation: 'get', path, caller: { kind: 'visitor' }, isAllowed: true }
}

interface World {
  readonly log: DecisionLog
  /** What was logged. */
  readonly warnings: unknown[]
  /** The list as another process finds it. */
  readonly again: () => DecisionLog
}

async function inWorld(work: (world: World) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-decision-log-'))
  const persistence = await SqlitePersistence.open({ folder, clock })
  const warnings: unknown[] = []
  const note = (fields: unknown): void => void warnings.push(fields)
  const log = { info() {}, warn: note, error: note }
  const open = () => new DecisionLog({ storeOf: async (project) => await persistence.openProject(project), clock, log })
  try {
    await work({ log: open(), warnings, again: open })
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function listAll(log: DecisionLog): Promise<string[]> {
  const paths: string[] = []
  let before: number | undefined
  do {
    const page = await log.list('demo-app', { pageSize: 500, before })
    paths.push(...page.decisions.map(({ path }) => path))
    before = page.next
  } while (before !== undefined)
  return paths
}

test('the last 10,000 stay, the newest first, also for the process after', async () => {
  await inWorld(async ({ log, again }) => {
    for (let count = 0; count < 12_345; count++) {
      record(log, `orders/${count}`)
      if (count % 1_100 === 0) await log.write()
    }
    const paths = await listAll(log)
    expect(paths.length).toBeGreaterThanOrEqual(10_000)
    expect(paths.length).toBeLessThan(10_200)
    expect(paths).toEqual(Array.from(paths, (_, at) => `orders/${12_344 - at}`))
    const next = again()
    record(next, 'orders/next')
    expect((await listAll(next)).slice(0, 2)).toEqual(['orders/next', 'orders/12344'])
  })
})

test('what comes faster than it can be written is counted and left out', async () => {
  await inWorld(async ({ log, warnings, again }) => {
    for (let count = 0; count < 2_100; count++) record(log, `orders/${count}`)
    expect(await listAll(log)).toHaveLength(2_000)
    expect(warnings).toEqual([{ lost: 100 }])
    // Whoever counts is told of them, in the process after, too, and of none of another time.
    const begin = clock.nowMs() * 1000
    const span = { begin, stepLength: 60_000_000, steps: 1 }
    expect(await again().count('demo-app', span)).toMatchObject({ allowed: [2_000], missed: 100 })
    expect(await log.count('demo-app', { ...span, begin: begin - 120_000_000 })).toMatchObject({ missed: 0 })
  })
})

test('who asks much keeps neither others nor its own refusals out', async () => {
  await inWorld(async ({ log, warnings }) => {
    for (let count = 0; count < 3_000; count++) record(log, `much/${count}`, 'ada')
    record(log, 'little/one', 'bob')
    log.record('demo-app', () => ({ ...decisionOf('denied/one'), isAllowed: false }), false, 'ada')
    const paths = await listAll(log)
    expect(paths.slice(0, 3)).toEqual(['denied/one', 'little/one', 'much/99'])
    expect([paths.length, warnings]).toEqual([102, [{ lost: 2_900 }]])
  })
})

test('counts over time say when the oldest of that time are gone', async () => {
  await inWorld(async ({ log }) => {
    const begin = clock.nowMs() * 1000
    const span = { begin, stepLength: 5_000, steps: 4 }
    for (let count = 0; count < 9_000; count++) {
      record(log, `orders/${count}`)
      if (count % 1_100 === 0) await log.write()
    }
    // Ids go up by one where the clock stands still.
    expect(await log.count('demo-app', span)).toEqual({
      allowed: [5_000, 4_000, 0, 0],
      denied: [0, 0, 0, 0],
      isCut: false,
      missed: 0,
    })
    expect(await log.count('demo-app', span, { path: 'orders/8', isWholePath: true })).toMatchObject({
      allowed: [1, 0, 0, 0],
    })
    for (let count = 0; count < 4_000; count++) {
      record(log, `orders/${count}`)
      if (count % 1_100 === 0) await log.write()
    }
    const { allowed, isCut } = await log.count('demo-app', span)
    expect(isCut).toBe(true)
    expect(allowed.slice(1)).toEqual([5_000, 3_000, 0])
    // What was before a later time is of no interest to it.
    expect((await log.count('demo-app', { ...span, begin: begin + 10_000 })).isCut).toBe(false)
  })
})
