import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Log } from '../lib/ambient.ts'
import { TestServer } from '../testing/test-server.ts'

const HOUR_MS = 60 * 60_000
const YEAR_MS = 365 * 24 * HOUR_MS
const DOCUMENTS = '/v1/projects/demo-app/databases/(default)/documents/notes'

let folder: string
/** What the machine's clock is wrong by; both clocks go on by themselves. */
let wrongMs: number
let offMs: number
let told: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-clock-'))
  wrongMs = 0
  offMs = 0
  told = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const trueMs = (): number => Date.now() + offMs

async function start(): Promise<TestServer> {
  const clock = { nowMs: () => trueMs() + wrongMs, steadyMs: () => performance.now() + offMs }
  const note = (_: unknown, message: string): void => void told.push(message)
  const log: Log = { info() {}, warn: note, error: note }
  return await TestServer.start({ mode: 'dev', dataFolder: folder, clock, log })
}

/** Milliseconds since the epoch: when the server says that it wrote a document. */
async function write(server: TestServer, name: string): Promise<number> {
  const body = JSON.stringify({ fields: { text: { stringValue: name } } })
  const answer = await fetch(`${server.origin}${DOCUMENTS}/${name}`, { method: 'PATCH', body })
  if (!answer.ok) throw new Error(await answer.text())
  const { updateTime } = (await answer.json()) as { updateTime: string }
  return Date.parse(updateTime)
}

const apartMs = (at: number): number => Math.abs(at - trueMs())

test('commits are dated by the time that the server had when the clock is set a year ahead, and back', async () => {
  await using server = await start()
  await write(server, 'before')
  wrongMs = YEAR_MS
  expect(apartMs(await write(server, 'during'))).toBeLessThan(HOUR_MS)
  wrongMs = 0
  expect(apartMs(await write(server, 'after'))).toBeLessThan(HOUR_MS)
  expect(told.join('\n')).toContain('the clock of the machine was set by more than a week')
  expect(told.join('\n')).toContain('the clock is right again')
})

test('a server that was off for a year dates by the clock, and says that it deletes nothing', async () => {
  {
    await using server = await start()
    await write(server, 'before')
  }
  offMs = YEAR_MS
  await using server = await start()
  expect(apartMs(await write(server, 'after'))).toBeLessThan(HOUR_MS)
  expect(told.join('\n')).toContain('the server was off for more than a week, or the clock is wrong')
})

test('commits go on from the last version when a start was a year ahead, and the server says how to repair that', async () => {
  {
    await using server = await start()
    await write(server, 'before')
  }
  wrongMs = YEAR_MS
  let last: number
  {
    await using server = await start()
    last = await write(server, 'ahead')
  }
  wrongMs = 0
  told = []
  await using server = await start()
  expect(await write(server, 'after')).toBeGreaterThanOrEqual(last)
  expect(told.join('\n')).toContain('hearth clock repair')
})
