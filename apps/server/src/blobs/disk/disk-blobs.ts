import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StatusError } from '@hearth/model'
import type { BlobRef, Blobs, ByteRange, SealedBlob } from '../blobs.ts'
import { type DiskSpace, isReserveReached, readDiskSpace } from './disk-reserve.ts'
import { RunningDigest } from './running-digest.ts'
import { UploadTurns } from './upload-turns.ts'

/** Large enough that a download is bound by the socket, small enough for hundreds of them at once. */
const READ_CHUNK_BYTES = 256 * 1024

/** Digests kept between the chunks of a resumable upload; one that fell out is taken again from the file. */
const DIGESTS_KEPT = 1_000

const DURABLE_FOLDERS_KNOWN = 10_000

/** How much all uploads together write before the free space is asked again. */
const SPACE_CHECK_BYTES = 64 * 1024 * 1024

/**
 * Blobs as files: `<folder>/<project>/<first two digits>/<id>`. A file is written in place: whether it counts as a stored file is said by the
 * record that names it, never by its presence here.
 */
export class DiskBlobs implements Blobs {
  readonly #folder: string
  readonly #digests = new Map<string, RunningDigest>()
  readonly #busy = new Set<string>()
  readonly #turns = new UploadTurns()
  /** Folders whose parents were synced since this process runs. */
  readonly #durableFolders = new Set<string>()

  /** Written since the free space was asked; at first, and after a full disk, as much as makes the next one ask. */
  #uncheckedBytes = SPACE_CHECK_BYTES
  readonly #spaceOf: (folder: string) => Promise<DiskSpace>

  constructor(folder: string, spaceOf = readDiskSpace) {
    this.#folder = folder
    this.#spaceOf = spaceOf
  }

  async append(blob: BlobRef, offset: number, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<number> {
    const path = this.pathOf(blob)
    return await this.#alone(path, async () => {
      const file = offset === 0 ? await createFile(path) : await openForAppend(path, offset)
      try {
        return await this.#write(file, path, offset, source, limitBytes, this.#digestAt(path, offset))
      } finally {
        await file.close()
      }
    })
  }

  async store(blob: BlobRef, source: AsyncIterable<Uint8Array>, limitBytes: number): Promise<SealedBlob> {
    const path = this.pathOf(blob)
    return await this.#alone(path, async () => {
      const file = await createFile(path)
      try {
        const digest = new RunningDigest()
        const sizeBytes = await this.#write(file, path, 0, source, limitBytes, digest)
        await Promise.all([file.sync(), this.#syncFoldersOf(path)])
        return { sizeBytes, ...digest.finish() }
      } finally {
        await file.close()
      }
    })
  }

  async #alone<T>(path: string, work: () => Promise<T>): Promise<T> {
    if (this.#busy.has(path)) {
      throw new StatusError('aborted', 'UPLOAD_BUSY', 'Another request is writing to this upload.')
    }
    this.#busy.add(path)
    try {
      return await work()
    } catch (error) {
      throw asStatusError(error)
    } finally {
      this.#busy.delete(path)
    }
  }

  async #write(
    file: FileHandle,
    path: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
    digest: RunningDigest | undefined,
  ): Promise<number> {
    let size = offset
    // While one chunk is written the next one is received and taken into the digest.
    let writing = Promise.resolve()
    try {
      for await (const chunk of this.#turns.share(source)) {
        if (size + chunk.byteLength > limitBytes) throw fileTooLarge(limitBytes)
        this.#uncheckedBytes += chunk.byteLength
        if (this.#uncheckedBytes >= SPACE_CHECK_BYTES) await this.#assertSpace(path)
        await writing
        writing = writeWhole(file, chunk, size)
        writing.catch(ignoreUntilAwaited)
        // Where the write fails the digest is ahead of the file, which the next append notices.
        digest?.update(chunk)
        size += chunk.byteLength
      }
    } finally {
      await writing
    }
    return size
  }

  async has(blob: BlobRef): Promise<boolean> {
    try {
      await stat(this.pathOf(blob))
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw asStatusError(error)
    }
  }

  async #assertSpace(path: string): Promise<void> {
    if (isReserveReached(await this.#spaceOf(dirname(path)))) throw diskFull()
    this.#uncheckedBytes = 0
  }

  async size(blob: BlobRef): Promise<number> {
    try {
      return (await stat(this.pathOf(blob))).size
    } catch (error) {
      if (isMissing(error)) return 0
      throw asStatusError(error)
    }
  }

  async seal(blob: BlobRef): Promise<SealedBlob> {
    const path = this.pathOf(blob)
    return await this.#alone(path, async () => {
      const file = await open(path, 'r+')
      try {
        await file.sync()
        await this.#syncFoldersOf(path)
        const sizeBytes = (await file.stat()).size
        const running = this.#digests.get(path)
        const digest = running?.sizeBytes === sizeBytes ? running : await digestOfFile(path)
        return { sizeBytes, ...digest.finish() }
      } finally {
        this.#digests.delete(path)
        await file.close()
      }
    })
  }

  /** A new file is durable only when the folder that names it is, and that one only when its own parents are. */
  async #syncFoldersOf(path: string): Promise<void> {
    const folder = dirname(path)
    await syncFolder(folder)
    if (this.#durableFolders.has(folder)) return
    for (const parent of [dirname(folder), this.#folder, dirname(this.#folder)]) await syncFolder(parent)
    if (this.#durableFolders.size >= DURABLE_FOLDERS_KNOWN) this.#durableFolders.clear()
    this.#durableFolders.add(folder)
  }

  async read(blob: BlobRef, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.pathOf(blob), 'r')
      return createReadStream('', {
        fd: file,
        autoClose: true,
        highWaterMark: READ_CHUNK_BYTES,
        ...(range && { start: range.first, end: range.last }),
      })
    } catch (error) {
      if (isMissing(error)) {
        throw new StatusError('data-loss', 'BLOB_MISSING', 'The content of this file is missing on the server.')
      }
      throw asStatusError(error)
    }
  }

  async remove(blob: BlobRef): Promise<void> {
    const path = this.pathOf(blob)
    this.#digests.delete(path)
    await rm(path, { force: true })
  }

  async close(): Promise<void> {
    this.#digests.clear()
  }

  /** Where the content is, or would be. */
  pathOf(blob: BlobRef): string {
    if (!/^[0-9a-f]{32}$/.test(blob.id)) throw new Error(`not a blob id: ${JSON.stringify(blob.id)}`)
    if (!/^[a-z][a-z0-9-]{3,29}$/.test(blob.project))
      throw new Error(`not a project id: ${JSON.stringify(blob.project)}`)
    return join(this.#folder, blob.project, blob.id.slice(0, 2), blob.id)
  }

  /** The digest that goes on at `offset`, undefined when it was dropped and will be taken from the file at the end. */
  #digestAt(path: string, offset: number): RunningDigest | undefined {
    if (offset === 0) {
      const oldest = this.#digests.keys().next()
      if (this.#digests.size >= DIGESTS_KEPT && !oldest.done) this.#digests.delete(oldest.value)
      const digest = new RunningDigest()
      this.#digests.set(path, digest)
      return digest
    }
    const digest = this.#digests.get(path)
    if (digest?.sizeBytes === offset) return digest
    this.#digests.delete(path)
    return undefined
  }
}

/** A file that is not there yet, or is still empty. */
async function createFile(path: string): Promise<FileHandle> {
  const create = (): Promise<FileHandle> => open(path, 'wx', 0o600)
  try {
    return await create()
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return await openForAppend(path, 0)
    if (!isMissing(error)) throw error
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return await create()
  }
}

async function openForAppend(path: string, offset: number): Promise<FileHandle> {
  const file = await open(path, 'r+').catch((error: unknown) => {
    if (isMissing(error)) throw offsetMismatch(0)
    throw error
  })
  const { size } = await file.stat()
  if (size === offset) return file
  await file.close()
  throw offsetMismatch(size)
}

function fileTooLarge(limitBytes: number): StatusError {
  const message = `A file may hold at most ${limitBytes.toLocaleString('en')} bytes.`
  return new StatusError('resource-exhausted', 'FILE_TOO_LARGE', message, { details: { limitBytes } })
}

function ignoreUntilAwaited(): void {
  // The next chunk, or the end, awaits the write and hears of its failure.
}

function offsetMismatch(sizeBytes: number): StatusError {
  return new StatusError('failed-precondition', 'OFFSET_MISMATCH', `The upload continues at byte ${sizeBytes}.`, {
    details: { sizeBytes },
  })
}

async function writeWhole(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < chunk.byteLength) {
    const result = await file.write(chunk, written, chunk.byteLength - written, position + written)
    written += result.bytesWritten
  }
}

async function digestOfFile(path: string): Promise<RunningDigest> {
  const digest = new RunningDigest()
  for await (const chunk of createReadStream(path, { highWaterMark: READ_CHUNK_BYTES })) {
    digest.update(chunk as Buffer)
  }
  return digest
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT'
}

function asStatusError(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return diskFull(error)
  }
  return error
}

function diskFull(cause?: unknown): StatusError {
  return new StatusError('resource-exhausted', 'DISK_FULL', 'The server has no space left for this file.', { cause })
}
