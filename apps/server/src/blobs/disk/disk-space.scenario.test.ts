import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiskBlobs } from './disk-blobs.ts'
import type { DiskSpace } from './disk-reserve.ts'

const mebibyte = 1024 * 1024
const gibibyte = 1024 * mebibyte
const blob = { project: 'demo-app', id: 'a'.repeat(32) }

async function* blocks(count: number): AsyncIterable<Buffer> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(mebibyte)
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
  ['a twentieth of a small disk', { total: 10 * gibibyte, free: 400 * mebibyte }],
  ['64 MiB at least', { total: gibibyte, free: 60 * mebibyte }],
  ['a quarter of a tiny disk', { total: 40 * mebibyte, free: 9 * mebibyte }],
  ['a gibibyte of a large one', { total: 1_000 * gibibyte, free: gibibyte - 1 }],
])('files leave %s to documents', async (_, space) => {
  await withDisk(
    async () => space,
    async (blobs) => {
      await expect(blobs.append(blob, 0, blocks(1), gibibyte)).rejects.toMatchObject({ reason: 'DISK_FULL' })
      expect(await blobs.size(blob)).toBe(0)
      // An empty file has records.
      await expect(blobs.store(blob, blocks(0), gibibyte)).rejects.toMatchObject({ reason: 'DISK_FULL' })
    },
  )
})

test('a disk that fills during an upload ends it, and what arrived can be continued when there is room again', async () => {
  let asked = 0
  const spaceOf = async (): Promise<DiskSpace> => ({ total: 10 * gibibyte, free: asked++ === 1 ? 0 : 9 * gibibyte })
  await withDisk(spaceOf, async (blobs) => {
    await expect(blobs.append(blob, 0, blocks(80), gibibyte)).rejects.toMatchObject({ reason: 'DISK_FULL' })
    const kept = await blobs.size(blob)
    expect(kept).toBeGreaterThan(0)
    expect(await blobs.append(blob, kept, blocks(1), gibibyte)).toBe(kept + mebibyte)
    expect((await blobs.seal(blob)).sizeBytes).toBe(kept + mebibyte)
  })
})

test('the less is left, the more often it is asked: uploads at once end where the reserve begins', async () => {
  const total = 400 * mebibyte
  let written = 0
  const folder = await mkdtemp(join(tmpdir(), 'hearth-space-'))
  const blobs = new DiskBlobs(folder, async () => ({ total, free: total - written }))
  async function* counted(): AsyncIterable<Buffer> {
    for (let index = 0; index < 400; index++) {
      yield Buffer.alloc(mebibyte)
      written += mebibyte
    }
  }
  try {
    const ends = Array.from({ length: 8 }, async (_, index) => {
      const { reason } = await blobs.append({ ...blob, id: String(index).repeat(32) }, 0, counted(), gibibyte).then(
        () => ({ reason: 'none' }),
        (error: { reason: string }) => error,
      )
      return reason
    })
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['DISK_FULL']))
    expect(total - written).toBeGreaterThanOrEqual(64 * mebibyte - 8 * mebibyte)
    expect(total - written).toBeLessThan(80 * mebibyte)
  } finally {
    await blobs.close()
    await rm(folder, { recursive: true })
  }
})
