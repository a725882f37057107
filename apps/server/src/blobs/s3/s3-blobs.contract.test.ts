import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { S3Server } from '../../testing/s3-server.ts'
import type { Blobs } from '../blobs.ts'
import { describeBlobs } from '../contract/blobs.contract.ts'
import { DiskBlobs } from '../disk/disk-blobs.ts'
import { openS3Blobs } from './open-s3-blobs.ts'

const MEBIBYTE = 1024 * 1024

let store: S3Server
const opened: Blobs[] = []
const folders: string[] = []

beforeAll(async () => {
  store = await S3Server.start()
})
afterAll(async () => {
  for (const blobs of opened) await blobs.close()
  for (const folder of folders) await rm(folder, { recursive: true })
  await store[Symbol.asyncDispose]()
})

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hearth-staging-'))
  folders.push(folder)
  return folder
}

async function open(folder?: string): Promise<Blobs> {
  const blobs = await openS3Blobs(
    { ...store.settings, prefix: 'files/' },
    new DiskBlobs(folder ?? (await openFolder())),
  )
  opened.push(blobs)
  return blobs
}

async function* chunksOf(content: Buffer, size = MEBIBYTE): AsyncIterable<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

async function bytesOf(blobs: Blobs, blob: { project: string; id: string }, range?: { first: number; last: number }) {
  const chunks: Buffer[] = []
  for await (const chunk of await blobs.read(blob, range)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function filesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

describeBlobs('an S3-compatible store', () => open())

describe('blobs on an S3-compatible store, beyond the contract', () => {
  const newBlob = () => ({ project: 'demo-app', id: randomBytes(16).toString('hex') })

  it('sends a large content in parts, reads it back in ranges, and keeps nothing of it on this machine', async () => {
    const folder = await openFolder()
    const blobs = await open(folder)
    const blob = newBlob()
    const content = randomBytes(35 * MEBIBYTE)
    await blobs.append(blob, 0, chunksOf(content), content.length)
    const sealed = await blobs.seal(blob)
    expect(await filesIn(folder)).toBe(0)
    expect(await blobs.size(blob)).toBe(content.length)
    expect((await bytesOf(blobs, blob)).equals(content)).toBe(true)
    const range = { first: 16 * MEBIBYTE - 5, last: 16 * MEBIBYTE + 5 }
    expect((await bytesOf(blobs, blob, range)).equals(content.subarray(range.first, range.last + 1))).toBe(true)
    expect(await blobs.seal(blob)).toEqual(sealed)
  }, 60_000)

  it('is read by a server on another machine', async () => {
    const blob = newBlob()
    const here = await open()
    await here.append(blob, 0, chunksOf(Buffer.from('shared')), 100)
    await here.seal(blob)
    expect((await bytesOf(await open(), blob)).toString()).toBe('shared')
  })

  it('goes on with what gathered before a restart, and serves what the disk held before the store came', async () => {
    const folder = await openFolder()
    const [gathering, older] = [newBlob(), newBlob()]
    const disk = new DiskBlobs(folder)
    await disk.append(older, 0, chunksOf(Buffer.from('older')), 100)
    await disk.seal(older)
    const before = await open(folder)
    await before.append(gathering, 0, chunksOf(Buffer.from('half ')), 100)
    const after = await open(folder)
    expect(await after.append(gathering, 5, chunksOf(Buffer.from('whole')), 100)).toBe(10)
    await after.seal(gathering)
    expect((await bytesOf(after, gathering)).toString()).toBe('half whole')
    expect((await bytesOf(after, older)).toString()).toBe('older')
  })

  it('says plainly that the bucket is not there or the store is away', async () => {
    const staging = new DiskBlobs(await openFolder())
    const absent = openS3Blobs({ ...store.settings, bucket: 'absent' }, staging)
    await expect(absent).rejects.toThrow(/absent of HEARTH_BLOBS .* none of that name/)
    const away = openS3Blobs({ ...store.settings, endpoint: 'http://127.0.0.1:9' }, staging)
    await expect(away).rejects.toThrow(/can't be reached/)
  }, 30_000)

  it('is unavailable while the store is away, keeps what was sent, and finishes afterwards', async () => {
    const own = await S3Server.start()
    const folder = await openFolder()
    const blobs = await openS3Blobs({ ...own.settings, prefix: '' }, new DiskBlobs(folder))
    const blob = newBlob()
    await blobs.append(blob, 0, chunksOf(Buffer.from('patient')), 100)
    await own.pause()
    await expect(blobs.seal(blob)).rejects.toMatchObject({ code: 'unavailable', reason: 'BLOB_STORE_UNAVAILABLE' })
    expect(await blobs.size(blob)).toBe(7)
    await own.resume()
    expect((await blobs.seal(blob)).sizeBytes).toBe(7)
    expect((await bytesOf(blobs, blob)).toString()).toBe('patient')
    await blobs.close()
    await own[Symbol.asyncDispose]()
  }, 30_000)
})
