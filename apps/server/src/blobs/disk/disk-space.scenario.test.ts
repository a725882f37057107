import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiskBlobs } from './disk-blobs.ts'
import type { DiskSpace } from './disk-reserve.ts'

const MEBIBYTE = 1024 * 1024
const GIBIBYTE = 1024 * MEBIBYTE
const blob = { project: 'demo-app', id: 'a'.repeat(32) }

async function* blocks(count: number): AsyncIterable<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(MEBIBYTE)
}

async function withDisk(spaceOf: () => Promise<DiskSpace>, work: (blobs: DiskBlobs) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-space-'))
  try {
    await work(new DiskBlobs(folder, spaceOf))
  } finally {
    await rm(folder, { recursive: true })
  }
}

test.each([
  ['a twentieth of a small disk', { total: 10 * GIBIBYTE, free: 400 * MEBIBYTE }],
  ['64 MiB at least', { total: GIBIBYTE, free: 60 * MEBIBYTE }],
  ['a quarter of a tiny disk', { total: 40 * MEBIBYTE, free: 9 * MEBIBYTE }],
  ['a gibibyte of a large one', { total: 1_000 * GIBIBYTE, free: GIBIBYTE - 1 }],
])('files leave %s to documents', async (_, space) => {
  await withDisk(
    async () => space,
    async (blobs) => {
      await expect(blobs.append(blob, 0, blocks(1), GIBIBYTE)).rejects.toMatchObject({ reason: 'DISK_FULL' })
      expect(await blobs.size(blob)).toBe(0)
      // An empty file has records.
      await expect(blobs.store(blob, blocks(0), GIBIBYTE)).rejects.toMatchObject({ reason: 'DISK_FULL' })
    },
  )
})

test('a disk that fills during an upload ends it, and what arrived can be continued when there is room again', async () => {
  let asked = 0
  const spaceOf = async (): Promise<DiskSpace> => ({ total: 10 * GIBIBYTE, free: asked++ === 1 ? 0 : 9 * GIBIBYTE })
  await withDisk(spaceOf, async (blobs) => {
    await expect(blobs.append(blob, 0, blocks(80), GIBIBYTE)).rejects.toMatchObject({ reason: 'DISK_FULL' })
    const kept = await blobs.size(blob)
    expect(kept).toBeGreaterThan(0)
    expect(await blobs.append(blob, kept, blocks(1), GIBIBYTE)).toBe(kept + MEBIBYTE)
    expect((await blobs.seal(blob)).sizeBytes).toBe(kept + MEBIBYTE)
  })
})

test('the less is left, the more often it is asked: uploads at once end where the reserve begins', async () => {
  const total = 400 * MEBIBYTE
  let written = 0
  const folder = await mkdtemp(join(tmpdir(), 'hearth-space-'))
  const blobs = new DiskBlobs(folder, async () => ({ total, free: total - written }))
  async function* counted(): AsyncIterable<Buffer> {
    for (let index = 0; index < 400; index++) {
      yield Buffer.alloc(MEBIBYTE)
      written += MEBIBYTE
    }
  }
  try {
    const ends = Array.from({ length: 8 }, async (_, index) => {
      const { reason } = await blobs.append({ ...blob, id: String(index).repeat(32) }, 0, counted(), GIBIBYTE).then(
        () => ({ reason: 'none' }),
        (error: { reason: string }) => error,
      )
      return reason
    })
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['DISK_FULL']))
    expect(total - written).toBeGreaterThanOrEqual(64 * MEBIBYTE - 8 * MEBIBYTE)
    expect(total - written).toBeLessThan(80 * MEBIBYTE)
  } finally {
    await blobs.close()
    await rm(folder, { recursive: true })
  }
})
