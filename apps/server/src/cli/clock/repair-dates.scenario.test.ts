import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { composeRedating } from '../../compose/compose-stores.ts'
import { TestServer } from '../../testing/test-server.ts'
import { runCommand } from '../../testing/run-command.ts'
import { acceptClock, repairDates } from './repair-dates.ts'

const HOUR_MS = 60 * 60_000
const YEAR_MS = 365 * 24 * HOUR_MS
const DOCUMENTS = '/v1/projects/demo-app/databases/(default)/documents'

let folder: string
let aheadMs: number
const clock = { nowMs: () => Date.now() + aheadMs, steadyMs: () => performance.now() }

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-clock-'))
  aheadMs = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Written {
  readonly name: string
  readonly createTime: string
  readonly updateTime: string
}

const start = (): Promise<TestServer> => TestServer.start({ mode: 'dev', dataFolder: folder, clock })

async function call<T>(server: TestServer, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}

function write(server: TestServer, name: string, text: string): Promise<Written> {
  return call(server, 'PATCH', `${DOCUMENTS}/notes/${name}`, { fields: { text: { stringValue: text } } })
}

async function repair(apply: boolean): Promise<string[]> {
  const told: string[] = []
  const around = { engine: composeRedating(), clock }
  await repairDates({ dataFolder: folder, apply }, around, (line) => told.push(line))
  return told
}

test('what was dated a year ahead is dated anew, in the order it was, and nothing is lost', async () => {
  {
    await using server = await start()
    await write(server, 'early', 'one')
  }
  aheadMs = YEAR_MS
  const signUp = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any'
  {
    await using server = await start()
    for (const text of ['two', 'three']) await write(server, 'early', text)
    await write(server, 'late', 'only')
    await call(server, 'POST', signUp, { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true })
  }
  aheadMs = 0

  // Three of documents, and the last one, of the account.
  const looked = await repair(false)
  expect(looked.join('\n')).toMatch(/demo-app: 4 commits, 2 documents, [1-9]\d* other records/)
  expect(looked.at(-1)).toContain('--apply')
  expect(await readdir(folder)).not.toContain('before-clock-repair')

  await repair(true)
  const [copies = ''] = await readdir(join(folder, 'before-clock-repair'))
  expect(await readdir(join(folder, 'before-clock-repair', copies))).toContain('demo-app.sqlite')
  expect(await repair(true)).toContain('Nothing is dated after the present.')

  await using server = await start()
  const listed = await call<{ documents: Written[] }>(server, 'GET', `${DOCUMENTS}/notes`)
  const times = listed.documents.flatMap(({ createTime, updateTime }) => [createTime, updateTime].map(Date.parse))
  expect(times).toHaveLength(4)
  for (const time of times) expect(Math.abs(time - Date.now())).toBeLessThan(HOUR_MS)
  const [early, late] = listed.documents
  expect(Date.parse(early?.updateTime ?? '')).toBeLessThanOrEqual(Date.parse(late?.updateTime ?? ''))
  const next = await write(server, 'early', 'four')
  expect(Math.abs(Date.parse(next.updateTime) - Date.now())).toBeLessThan(HOUR_MS)
  expect(next.updateTime > (late?.updateTime ?? '')).toBe(true)
  const signIn = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any'
  await call(server, 'POST', signIn, { email: 'ada@example.com', password: 'correct horse', returnSecureToken: true })
})

function accept(): string {
  const told: string[] = []
  acceptClock(folder, clock, (line) => told.push(line))
  return told.join('\n')
}

test('a clock that nobody doubts is accepted, and that it was right is said', async () => {
  {
    await using _ = await start()
    expect(accept()).toContain('nothing was in doubt')
  }
  for (const ms of [8 * 24 * HOUR_MS, -HOUR_MS]) {
    aheadMs = ms
    await using _ = await start()
    const told = accept()
    expect(told).toContain('A running server follows its clock within a minute')
    expect(told).not.toContain('nothing was in doubt')
  }
})

test('a folder that a server has is left alone', async () => {
  await using _ = await start()
  const { status, told } = await runCommand(['clock', 'repair', '--apply', '--data', folder])
  expect(status).toBe(3)
  expect(told.join('')).toContain('in use')
})

test('a folder that is no server’s is named, and an action is due', async () => {
  const { status, told } = await runCommand(['clock', 'accept', '--data', join(folder, 'none')])
  expect(status).toBe(3)
  expect(told.join('')).toContain('is not the data folder of a server')
  expect(await runCommand(['clock', '--data', folder])).toMatchObject({ status: 2 })
})
