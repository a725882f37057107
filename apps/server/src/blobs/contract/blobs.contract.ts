import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { BlobRef, Blobs } from '../blobs.ts'

const LIMIT = 1 << 20

/** What every blob engine has to do. `open` gives a fresh, empty engine. */
export function describeBlobs(engine: string, open: () => Promise<Blobs>): void {
  describe(`blobs on ${engine}`, () => {
    it('gives back the bytes that were sealed, with their digests', async () => {
      const blobs = await open()
      const blob = newBlob()
      const content = randomBytes(300_000)
      expect(await blobs.append(blob, 0, chunksOf(content, 65_536), LIMIT)).toBe(content.length)
      const sealed = await blobs.seal(blob)
      expect(sealed.sizeBytes).toBe(content.length)
      expect(sealed.md5).toBe(createHash('md5').update(content).digest('base64'))
      expect(await bytesOf(blobs, blob)).toEqual(content)
    })

    it('stores a whole content at once, and refuses one that is too large', async () => {
      const blobs = await open()
      const blob = newBlob()
      const content = randomBytes(300_000)
      const sealed = await blobs.store(blob, chunksOf(content, 65_536), LIMIT)
      expect(sealed).toMatchObject({ sizeBytes: 300_000, md5: createHash('md5').update(content).digest('base64') })
      expect(await bytesOf(blobs, blob)).toEqual(content)
      const refused = newBlob()
      await expect(blobs.store(refused, chunksOf(content, 65_536), 100_000)).rejects.toMatchObject({
        reason: 'FILE_TOO_LARGE',
      })
      await blobs.remove(refused)
      expect(await blobs.size(refused)).toBe(0)
      expect((await blobs.store(newBlob(), chunksOf(Buffer.alloc(0), 1), LIMIT)).sizeBytes).toBe(0)
    })

    it('knows the CRC-32C of the check string', async () => {
      const blobs = await open()
      const blob = newBlob()
      await blobs.append(blob, 0, chunksOf(Buffer.from('123456789'), 4), LIMIT)
      expect((await blobs.seal(blob)).crc32c).toBe(Buffer.from('e3069283', 'hex').toString('base64'))
    })

    it('gives a content out as a file, which survives it, and takes it back', async () => {
      const blobs = await open()
      const blob = newBlob()
      const content = randomBytes(100_000)
      await blobs.store(blob, chunksOf(content, 65_536), LIMIT)
      const folder = await mkdtemp(join(tmpdir(), 'hearth-blobs-'))
      try {
        const file = join(folder, 'copy')
        expect(await blobs.copyOut(blob, file)).toBe(content.length)
        await blobs.remove(blob)
        await expect(blobs.copyOut(blob, join(folder, 'other'))).rejects.toMatchObject({ reason: 'BLOB_MISSING' })
        expect(await readFile(file)).toEqual(content)
        const cut = join(folder, 'cut')
        await writeFile(cut, content.subarray(1))
        const isMissing = { reason: 'BLOB_MISSING' }
        await expect(blobs.bringBack(blob, cut, content.length)).rejects.toMatchObject(isMissing)
        await blobs.bringBack(blob, file, content.length)
        // From here on there is nothing to bring, whatever is in the file.
        for (const other of [file, cut, join(folder, 'absent')]) await blobs.bringBack(blob, other, content.length)
        expect(await bytesOf(blobs, blob)).toEqual(content)
        await expect(blobs.bringBack(newBlob(), join(folder, 'absent'), 1)).rejects.toMatchObject(isMissing)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })

    it('continues where an append ended, and refuses any other offset', async () => {
      const blobs = await open()
      const blob = newBlob()
      await blobs.append(blob, 0, chunksOf(Buffer.from('warm '), 2), LIMIT)
      await expect(blobs.append(blob, 3, chunksOf(Buffer.from('x'), 1), LIMIT)).rejects.toMatchObject({
        reason: 'OFFSET_MISMATCH',
        details: { sizeBytes: 5 },
      })
      await blobs.append(blob, 5, chunksOf(Buffer.from('hearth'), 3), LIMIT)
      const sealed = await blobs.seal(blob)
      expect(sealed.md5).toBe(createHash('md5').update('warm hearth').digest('base64'))
      expect((await bytesOf(blobs, blob)).toString()).toBe('warm hearth')
    })

    it('keeps what arrived when the source fails, and takes the right digest afterwards', async () => {
      const blobs = await open()
      const blob = newBlob()
      await expect(blobs.append(blob, 0, failingAfter(Buffer.from('half')), LIMIT)).rejects.toThrow('connection lost')
      expect(await blobs.size(blob)).toBe(4)
      await blobs.append(blob, 4, chunksOf(Buffer.from(' whole'), 6), LIMIT)
      expect((await blobs.seal(blob)).md5).toBe(createHash('md5').update('half whole').digest('base64'))
    })

    it('refuses to grow beyond the limit', async () => {
      const blobs = await open()
      await expect(blobs.append(newBlob(), 0, chunksOf(randomBytes(100), 10), 50)).rejects.toMatchObject({
        code: 'resource-exhausted',
        reason: 'FILE_TOO_LARGE',
      })
    })

    it('lets one request at a time write', async () => {
      const blobs = await open()
      const blob = newBlob()
      const gate = Promise.withResolvers<void>()
      const first = blobs.append(blob, 0, afterwards(gate.promise, Buffer.from('first')), LIMIT)
      await expect(blobs.append(blob, 0, chunksOf(Buffer.from('second'), 6), LIMIT)).rejects.toMatchObject({
        reason: 'UPLOAD_BUSY',
      })
      gate.resolve()
      await first
      expect(await blobs.size(blob)).toBe(5)
    })

    it('reads a range, both ends included', async () => {
      const blobs = await open()
      const blob = newBlob()
      await blobs.append(blob, 0, chunksOf(Buffer.from('0123456789'), 10), LIMIT)
      await blobs.seal(blob)
      expect((await bytesOf(blobs, blob, { first: 2, last: 4 })).toString()).toBe('234')
    })

    it('stores an empty content', async () => {
      const blobs = await open()
      const blob = newBlob()
      await blobs.append(blob, 0, chunksOf(Buffer.alloc(0), 1), LIMIT)
      expect((await blobs.seal(blob)).sizeBytes).toBe(0)
      expect(await bytesOf(blobs, blob)).toHaveLength(0)
    })

    it('removes a content once and for all, and says so when it is read', async () => {
      const blobs = await open()
      const blob = newBlob()
      await blobs.append(blob, 0, chunksOf(Buffer.from('gone'), 4), LIMIT)
      await blobs.remove(blob)
      await blobs.remove(blob)
      expect(await blobs.size(blob)).toBe(0)
      await expect(blobs.read(blob)).rejects.toMatchObject({ code: 'data-loss', reason: 'BLOB_MISSING' })
    })
  })
}

function newBlob(): BlobRef {
  return { project: 'demo-app', id: randomBytes(16).toString('hex') }
}

async function* chunksOf(content: Buffer, size: number): AsyncIterable<Buffer> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size)
}

async function* failingAfter(content: Buffer): AsyncIterable<Buffer> {
  yield content
  throw new Error('connection lost')
}

async function* afterwards(gate: Promise<void>, content: Buffer): AsyncIterable<Buffer> {
  await gate
  yield content
}

async function bytesOf(blobs: Blobs, blob: BlobRef, range?: { first: number; last: number }): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of await blobs.read(blob, range)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
