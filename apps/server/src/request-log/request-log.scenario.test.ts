import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RequestLine } from '../http/request-line.ts'
import { RequestLog } from './request-log.ts'

const quiet = { info() {}, warn() {}, error() {} }
let nowMs = 1_800_000_000_000
const clock = { nowMs: () => nowMs }

function lineOf(id: string, changes: Partial<RequestLine> = {}): RequestLine {
  return {
    id,
    method: 'GET',
    path: `/v1/${id}`,
    status: 200,
    ms: 1.5,
    isCut: false,
    notes: { project: 'demo-app', uid: 'ada' },
    ...changes,
  }
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-request-log-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const idsOf = (page: { readonly entries: readonly { readonly id: string }[] }): string[] =>
  page.entries.map(({ id }) => id)

test('what was recorded is listed page by page, the newest first, also by the process after, and a half line is passed over', async () => {
  await inFolder(async (folder) => {
    const first = new RequestLog({ folder, clock, log: quiet })
    for (let at = 0; at < 5_000; at++) {
      first.record(lineOf(`a${at}`, at % 2 === 0 ? {} : { notes: { project: 'other-app' } }))
    }
    await first.close()
    const [segment = ''] = await readdir(folder)
    await appendFile(join(folder, segment), '{"level":"info","project":"demo-app","id":"half')

    const log = new RequestLog({ folder, clock, log: quiet })
    log.record(lineOf('b0'))
    const ids: string[] = []
    let before: Awaited<ReturnType<RequestLog['list']>>['next']
    do {
      const page = await log.list('demo-app', { pageSize: 700, before })
      ids.push(...idsOf(page))
      before = page.next
    } while (before !== undefined)
    expect(ids).toEqual(['b0', ...Array.from({ length: 2_500 }, (_, at) => `a${4_998 - 2 * at}`)])

    const { newest } = await log.list('demo-app', { pageSize: 1 })
    expect(await log.list('demo-app', { pageSize: 10, after: newest })).toMatchObject({ entries: [], newest })
    log.record(lineOf('b1'))
    log.record(lineOf('b2', { notes: undefined }))
    expect(idsOf(await log.list('demo-app', { pageSize: 10, after: newest }))).toEqual(['b1'])
    await log.close()
  })
})

test('it is filtered by all that a line says', async () => {
  await inFolder(async (folder) => {
    const log = new RequestLog({ folder, clock, log: quiet })
    log.record(lineOf('one'))
    nowMs += 1_000
    log.record(lineOf('two', { status: 404, method: 'POST', notes: { project: 'demo-app', uid: 'bob' } }))
    log.record(lineOf('three', { status: 503, ms: 250, path: '/hearth/v1/projects/demo-app/apps' }))
    // Who asks for the log would only see themselves.
    log.record(lineOf('self', { path: '/hearth/v1/projects/demo-app/request-log' }))
    // A path can't make its line that of another project.
    log.record(lineOf('liar', { path: '/x","project":"other-app', notes: { project: 'demo-app' } }))
    const ids = async (filter: Omit<Parameters<RequestLog['list']>[1], 'pageSize'>): Promise<string[]> =>
      idsOf(await log.list('demo-app', { pageSize: 10, ...filter }))
    expect(await ids({})).toEqual(['liar', 'three', 'two', 'one'])
    expect(await ids({ status: [400, 499] })).toEqual(['two'])
    expect(await ids({ method: 'POST' })).toEqual(['two'])
    expect(await ids({ uid: 'bob' })).toEqual(['two'])
    expect(await ids({ id: 'one' })).toEqual(['one'])
    expect(await ids({ path: '/v1/t' })).toEqual(['two'])
    expect(await ids({ minMs: 100 })).toEqual(['three'])
    expect(await ids({ source: 'console' })).toEqual(['three'])
    expect(await ids({ source: 'apps', until: nowMs })).toEqual(['one'])
    expect(await ids({ since: nowMs })).toEqual(['liar', 'three', 'two'])
    expect(idsOf(await log.list('other-app', { pageSize: 10 }))).toEqual([])
    await log.close()
  })
})

test('its files stay below their bound, whatever comes, and the oldest lines make room', async () => {
  await inFolder(async (folder) => {
    const segmentBytesMax = 128 * 1024
    const log = new RequestLog({ folder, clock, log: quiet, segmentBytesMax })
    const path = `/${'x'.repeat(500)}`
    for (let round = 0; round < 50; round++) {
      for (let at = 0; at < 50; at++) log.record(lineOf(`${round}-${at}`, { path }))
      // The page is written before it is read.
      await log.list('nobody', { pageSize: 1 })
    }
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
    const bytes = sizes.reduce((sum, one) => sum + one, 0)
    expect(bytes).toBeLessThanOrEqual(8 * segmentBytesMax)
    expect(bytes).toBeGreaterThan(6 * segmentBytesMax)
    expect(idsOf(await log.list('demo-app', { pageSize: 1 }))).toEqual(['49-49'])
    expect(idsOf(await log.list('demo-app', { pageSize: 1, id: '0-0' }))).toEqual([])
    await log.close()

    // Processes that are started again and again keep what the others wrote, but for a bound.
    for (let run = 0; run < 70; run++) {
      const again = new RequestLog({ folder, clock, log: quiet, segmentBytesMax })
      again.record(lineOf(`run-${run}`))
      await again.close()
    }
    expect((await readdir(folder)).length).toBeLessThanOrEqual(64)
  })
})
