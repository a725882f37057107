import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { describeBlobs } from '../contract/blobs.contract.ts'
import { DiskBlobs } from './disk-blobs.ts'

const folders: string[] = []

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

describeBlobs('disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-blobs-'))
  folders.push(folder)
  return new DiskBlobs(folder)
})
