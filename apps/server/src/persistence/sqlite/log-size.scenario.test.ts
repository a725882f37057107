import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '../../lib/ambient.ts'
import type { DocumentChange, ProjectStore } from '../persistence.ts'
import { SqlitePersistence } from './sqlite-persistence.ts'

const LOG_BYTES_MAX = 64 * 1024 * 1024
const BATCHES = 60
const PER_BATCH = 100
const KEYS_PER_DOCUMENT = 12

async function withStore(work: (store: ProjectStore, logBytes: () => number) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-log-size-'))
  const persistence = await SqlitePersistence.open({ folder, clock: systemClock })
  try {
    const store = await persistence.openProject('demo-app')
    const log = `${persistence.fileOf('demo-app')}-wal`
    await work(store, () => statSync(log).size)
  } finally {
    await persistence.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Keys far apart, as those of values are: nearly each changes a page of its own. */
function documentOf(batch: number, index: number): DocumentChange {
  const addedEntries = Array.from({ length: KEYS_PER_DOCUMENT }, () => randomBytes(24))
  const path = `orders/${batch}-${index}`
  return { database: '(default)', path, json: '{}', isCreated: true, addedEntries, removedEntries: [] }
}

/** One commit after the other; returns the largest size that the log had after one. */
async function fill(store: ProjectStore, logBytes: () => number): Promise<number> {
  let largest = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const documents = Array.from({ length: PER_BATCH }, (_, index) => documentOf(batch, index))
    await store.commit({ documents })
    largest = Math.max(largest, logBytes())
  }
  return largest
}

test('the write-ahead log stays below its limit in a fill, while others read turn by turn', async () => {
  await withStore(async (store, logBytes) => {
    const over = new AbortController()
    const reading = (async () => {
      while (!over.signal.aborted) {
        await store.read((snapshot) => snapshot.listRecords('s', {}, { limit: 1, reverse: false }))
        await new Promise((resolve) => setImmediate(resolve))
      }
    })()
    const largest = await fill(store, logBytes)
    over.abort()
    await reading
    expect(largest).toBeLessThanOrEqual(LOG_BYTES_MAX)
    expect(await store.documentCount()).toBe(BATCHES * PER_BATCH)
  })
})

test('a read that can go on elsewhere is asked to give way to the log', async () => {
  await withStore(async (store, logBytes) => {
    const reading = store.read(async (snapshot) => {
      while (!snapshot.shouldGiveWay) await new Promise((resolve) => setImmediate(resolve))
    })
    const largest = await fill(store, logBytes)
    await reading
    expect(largest).toBeLessThanOrEqual(LOG_BYTES_MAX)
  })
})
