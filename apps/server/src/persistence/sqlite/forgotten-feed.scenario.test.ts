import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StatusError } from '@hearth/model'
import { expect, test } from 'vitest'
import { SqlitePersistence } from './sqlite-persistence.ts'

const DAY_MS = 24 * 60 * 60_000

test('the feed goes as far back as history, also where records alone have changed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-feed-'))
  const clock = { ms: 10 * DAY_MS, nowMs: () => clock.ms }
  const persistence = await SqlitePersistence.open({ folder, clock, historyMs: DAY_MS, watchedSpaces: ['watched'] })
  try {
    const store = await persistence.openProject('demo-app')
    const change = (key: string) => store.commit({ records: [{ space: 'watched', key, value: 'v' }] })
    const old = await change('old')
    clock.ms += 2 * DAY_MS
    const kept = await change('kept')
    persistence.keepHouse()
    const feedAfter = (version: number) => store.read((snapshot) => snapshot.feedAfter(version, 10))
    const reasonOf = async () => (await feedAfter(old.version).catch((error: unknown) => error as StatusError)) ?? {}
    await expect.poll(reasonOf).toMatchObject({ code: 'out-of-range', reason: 'VERSION_COLLECTED' })
    const { entries } = await feedAfter(kept.version - 1)
    expect(entries).toMatchObject([{ version: kept.version, records: [{ space: 'watched', key: 'kept' }] }])
    using database = new DatabaseSync(persistence.fileOf('demo-app'), { readOnly: true })
    expect(database.prepare('SELECT key FROM fed_records').all()).toEqual([{ key: 'kept' }])
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true, force: true })
  }
})
