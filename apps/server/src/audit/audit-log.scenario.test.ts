import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProjectStore } from '../persistence/persistence.ts'
import { SqlitePersistence } from '../persistence/sqlite/sqlite-persistence.ts'
import { type ChainBreak, ChainVerifier } from './audit-chain.ts'
import { type AuditedAct, type AuditEntry, chainStart } from './audit-entry.ts'
import { AuditLog } from './audit-log.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const act: AuditedAct = {
  project: 'shop-app',
  actor: { kind: 'person', uid: 'olga' },
  action: 'apps.create',
  target: 'an app',
}

let folder: string
let nowMs: number
let persistence: SqlitePersistence
let store: ProjectStore
let audit: AuditLog

const clock = { nowMs: () => nowMs }
const log = { info() {}, warn() {}, error() {} }
let isClockBelieved = true
const newLog = (): AuditLog =>
  new AuditLog({ storeOf: async () => store, clock, log, sweepsMayRun: () => isClockBelieved })

beforeEach(async () => {
  nowMs = 1_700_000_000_000
  isClockBelieved = true
  folder = await mkdtemp(join(tmpdir(), 'hearth-audit-'))
  persistence = await SqlitePersistence.open({ folder, clock })
  store = await persistence.openProject('shop-app')
  audit = newLog()
})

afterEach(async () => {
  await persistence.close()
  await rm(folder, { recursive: true })
})

async function entries(): Promise<AuditEntry[]> {
  const all: AuditEntry[] = []
  let pageToken: string | undefined
  do {
    const page = await audit.list('shop-app', { pageSize: 7, pageToken })
    all.push(...page.entries)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return all
}

async function verify(): Promise<readonly ChainBreak[]> {
  const { head, anchor } = await audit.list('shop-app', { pageSize: 1, pageToken: undefined })
  const verifier = new ChainVerifier(head)
  for (const entry of await entries()) verifier.take(entry)
  return verifier.end(anchor)
}

test('acts are in the order they were recorded in, durable when that is answered, and chained', async () => {
  await Promise.all(Array.from({ length: 250 }, (_, index) => audit.record({ ...act, target: `app ${index}` })))
  const all = await entries()
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 250 }, (_, index) => 250 - index))
  expect(all.at(-1)).toMatchObject({ target: 'app 0', previous: chainStart.hash, at: nowMs })
  expect(await verify()).toEqual([])
})

test('two processes on one store make one chain', async () => {
  const other = newLog()
  const targets = Array.from({ length: 20 }, (_, index) => index)
  await Promise.all(targets.map((index) => (index % 2 ? other : audit).record({ ...act, target: `app ${index}` })))
  expect(await entries()).toHaveLength(20)
  expect(await verify()).toEqual([])
})

test('long texts are cut', async () => {
  await audit.record({ ...act, target: 'x'.repeat(100_000), detail: { fields: 'y'.repeat(100_000) } })
  const [entry] = await entries()
  expect(entry?.target).toHaveLength(1_501)
  expect(entry?.detail['fields']).toHaveLength(1_501)
  expect(await verify()).toEqual([])
})

test('what was changed, taken out or put in afterwards is noticed', async () => {
  for (let index = 1; index <= 5; index++) await audit.record({ ...act, target: `app ${index}` })
  const third = await store.getRecord('audit', '0000000000000003')
  const write = (value: string | undefined) =>
    store.commit({ records: [{ space: 'audit', key: '0000000000000003', value }] })
  await write(third?.value.replace('app 3', 'app 9'))
  expect(await verify()).toEqual([{ number: 3, problem: 'changed' }])
  await write(undefined)
  expect(await verify()).toEqual([{ number: 3, problem: 'missing' }])
  await write(third?.value)
  expect(await verify()).toEqual([])
  await store.commit({ records: [{ space: 'audit', key: '0000000000000005', value: undefined }] })
  expect(await verify()).toEqual([{ number: 5, problem: 'missing' }])
})

test('entries are kept for 90 days; what is left can still be checked', async () => {
  for (let day = 0; day < 100; day++) {
    await audit.record({ ...act, target: `day ${day}` })
    nowMs += DAY_MS
  }
  const all = await entries()
  expect(all.at(-1)?.target).toBe('day 9')
  expect(all[0]?.target).toBe('day 99')
  expect(await verify()).toEqual([])
  const { anchor } = await audit.list('shop-app', { pageSize: 1, pageToken: undefined })
  expect(anchor.number).toBe(9)
  expect(anchor.hash).toBe(all.at(-1)?.previous)
  await store.commit({ records: [{ space: 'audit', key: '0000000000000010', value: undefined }] })
  expect(await verify()).toEqual([{ number: 10, problem: 'missing' }])
})

test('entries of a stretch of time are found without looking through all that came since', async () => {
  // One each second, and one that a clock behind the others wrote.
  for (let day = 0; day < 40; day += 1) {
    await audit.record({ ...act, target: `day ${day}` })
    nowMs += 1_000
  }
  nowMs -= 30_000
  await audit.record({ ...act, target: 'behind' })
  nowMs += 3_600_000
  await audit.record({ ...act, target: 'late' })
  const targetsOf = async (span: { since?: number; until?: number }): Promise<string[]> => {
    const all: string[] = []
    let pageToken: string | undefined
    do {
      const page = await audit.list('shop-app', { ...span, pageSize: 3, pageToken })
      all.push(...page.entries.map(({ target }) => target))
      pageToken = page.nextPageToken
    } while (pageToken !== undefined)
    return all
  }
  const start = 1_700_000_000_000
  expect(await targetsOf({ since: start + 9_000, until: start + 12_000 })).toEqual([
    'behind',
    'day 11',
    'day 10',
    'day 9',
  ])
  expect(await targetsOf({ until: start + 2_000 })).toEqual(['day 1', 'day 0'])
  expect(await targetsOf({ since: start + 100_000 })).toEqual(['late'])
  expect(await targetsOf({ until: start })).toEqual([])
  expect(await targetsOf({ since: start + 4_000_000 })).toEqual([])
  expect(await targetsOf({})).toHaveLength(42)
})

test('an act that can’t be written down is not answered', async () => {
  await persistence.close()
  await expect(audit.record(act)).rejects.toThrow()
  persistence = await SqlitePersistence.open({ folder, clock })
  store = await persistence.openProject('shop-app')
  await audit.record(act)
  expect(await entries()).toHaveLength(1)
})
