import { expect, it } from 'vitest'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { FileCounts } from './file-count.ts'

/** A store with files of 10 bytes. */
function world(files: number) {
  const clock = { now: 1_000, nowMs: () => clock.now }
  const state = { files, reads: 0 }
  const listRecords = async (_space: string, { start = '' }: { start?: string }, { limit }: { limit: number }) => {
    state.reads++
    const from = start === '' ? 0 : Number(start.slice(0, -1)) + 1
    const end = Math.min(state.files, from + limit)
    return Array.from({ length: Math.max(0, end - from) }, (_, at): StoredRecord => ({
      key: String(from + at).padStart(6, '0'),
      value: JSON.stringify({ object: { sizeBytes: 10 }, blobId: '' }),
      revision: 1,
    }))
  }
  const store = { read: (work: (snapshot: unknown) => unknown) => work({ listRecords }) } as unknown as ProjectStore
  return { clock, state, store, counts: new FileCounts(clock) }
}

it('counts files over pages', async () => {
  const { counts, store } = world(2_500)
  expect(await counts.of(store)).toEqual({ files: 2_500, storedBytes: 25_000 })
})

it('counts again at once where there are few, and of many the later the more they are', async () => {
  const few = world(900)
  await few.counts.of(few.store)
  few.state.files = 901
  expect(await few.counts.of(few.store)).toMatchObject({ files: 901 })

  const { clock, state, store, counts } = world(11_000)
  await counts.of(store)
  state.files = 11_001
  clock.now += 1_900
  expect(await counts.of(store)).toMatchObject({ files: 11_000 })
  expect(await counts.of({ ...store })).toMatchObject({ files: 11_001 })
  clock.now += 200
  expect(await counts.of(store)).toMatchObject({ files: 11_001 })
})

it('counts once for all who ask meanwhile', async () => {
  const { state, store, counts } = world(1_500)
  await Promise.all([counts.of(store), counts.of(store), counts.of(store)])
  expect(state.reads).toBe(2)
})
