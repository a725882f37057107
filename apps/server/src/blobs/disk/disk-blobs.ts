import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { StatusError } from '@hearth/model'
import type { BlobRef, Blobs, ByteRange, SealedBlob } from '../blobs.ts'
import { ContentThreads } from './content-threads.ts'
import { type ContentWriter, SmallContentWriter } from './content-writer.ts'
import { type DiskSpace, readDiskSpace, roomBesideReserve } from './disk-reserve.ts'
import { RunningDigest } from '../running-digest.ts'
import { shareFile } from './share-file.ts'
import { UploadTurns } from './upload-turns.ts'

/** Large enough that a download is bound by the socket, small enough for hundreds of them at once. */
const READ_CHUNK_BYTES = 512 * 1024

/** Kept with their digests between the requests of uploads in parts; the digests of one that fell out are taken again from the file. */
const WRITERS_KEPT = 1_000

/** A content whose first chunk is shorter is written and digested on the main thread. */
const LARGE_CHUNK_BYTES = 16 * 1024

const DURABLE_FOLDERS_KNOWN = 10_000

/** How much all uploads together write before the free space is asked again: this share of it, and no more than so much. */
const SPACE_STEP_SHARE = 0.25
const SPACE_STEP_BYTES_MAX = 64 * 1024 * 1024

/** What a content takes beside its bytes: a block of the disk, and the records that name it. */
const RECORD_BYTES = 16 * 1024

/**
 * Blobs as files: `<folder>/<project>/<first two digits>/<id>`. A file is written in place: whether it counts as a stored file is said by the
 * record that names it, never by its presence here.
 */
export class DiskBlobs implements Blobs {
  readonly #folder: string
  readonly #writers = new Map<string, ContentWriter>()
  readonly #threads = new ContentThreads()
  readonly #busy = new Set<string>()
  readonly #turns = new UploadTurns()
  /** Folders whose parents were synced since this process runs. */
  readonly #durableFolders = new Set<string>()

  /** What may be written before the free space is asked again. */
  #allowedBytes = 0
  /** The room there is, while it is asked. */
  #askedRoom: Promise<number> | undefined
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
        if (offset === 0) await this.#takeRoom(path, RECORD_BYTES)
        return await this.#append(file, path, offset, source, limitBytes)
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
        await this.#takeRoom(path, RECORD_BYTES)
        let writer: ContentWriter | undefined
        const open = (firstBytes: number): ContentWriter => (writer = this.#openWriter(firstBytes))
        try {
          const sizeBytes = await this.#write(file, path, 0, source, limitBytes, open)
          writer ??= new SmallContentWriter()
          const [digests] = await Promise.all([writer.finish(), file.sync(), this.#syncFoldersOf(path)])
          return { sizeBytes, ...digests }
        } catch (error) {
          writer?.drop()
          throw error
        }
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

  /** A small content is a single chunk, or arrives slowly. */
  #openWriter(firstBytes: number): ContentWriter {
    return firstBytes < LARGE_CHUNK_BYTES ? new SmallContentWriter() : this.#threads.open()
  }

  async #append(
    file: FileHandle,
    path: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
  ): Promise<number> {
    const going = this.#writers.get(path)
    if (going !== undefined && going.sizeBytes === offset) {
      return await this.#write(file, path, offset, source, limitBytes, () => going)
    }
    this.#forget(path)
    // Digests that don't begin with the content are of no use: they will be taken from the file at the end.
    let unused: ContentWriter | undefined
    try {
      return await this.#write(file, path, offset, source, limitBytes, (firstBytes) => {
        const writer = this.#openWriter(firstBytes)
        if (offset === 0) this.#keep(path, writer)
        else unused = writer
        return writer
      })
    } finally {
      unused?.drop()
    }
  }

  /** `openWriter` is asked with the length of the first chunk, when that comes. */
  async #write(
    file: FileHandle,
    path: string,
    offset: number,
    source: AsyncIterable<Uint8Array>,
    limitBytes: number,
    openWriter: (firstBytes: number) => ContentWriter,
  ): Promise<number> {
    let size = offset
    let writer: ContentWriter | undefined
    try {
      for await (const chunk of this.#turns.share(source)) {
        const { byteLength } = chunk
        if (size + byteLength > limitBytes) throw fileTooLarge(limitBytes)
        await this.#takeRoom(path, byteLength)
        writer ??= openWriter(byteLength)
        await writer.write(file, chunk, size)
        size += byteLength
      }
    } finally {
      await writer?.settle()
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

  /** The less there is left, the more often it is asked: what is on its way to the disk is not counted by it. */
  async #takeRoom(path: string, bytes: number): Promise<void> {
    while (this.#allowedBytes < bytes) {
      this.#askedRoom ??= this.#askRoom(path, bytes).finally(() => (this.#askedRoom = undefined))
      if ((await this.#askedRoom) < bytes) throw diskFull()
    }
    this.#allowedBytes -= bytes
  }

  async #askRoom(path: string, bytes: number): Promise<number> {
    const room = roomBesideReserve(await this.#spaceOf(dirname(path)))
    this.#allowedBytes = room < bytes ? 0 : Math.max(bytes, Math.min(room * SPACE_STEP_SHARE, SPACE_STEP_BYTES_MAX))
    return room
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
        const writer = this.#writers.get(path)
        if (writer?.sizeBytes !== sizeBytes) return { sizeBytes, ...(await digestOfFile(path)).finish() }
        this.#writers.delete(path)
        return { sizeBytes, ...(await writer.finish()) }
      } finally {
        this.#forget(path)
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
      throw isMissing(error) ? blobMissing() : asStatusError(error)
    }
  }

  async remove(blob: BlobRef): Promise<void> {
    const path = this.pathOf(blob)
    this.#forget(path)
    // `rm` asks first what it is, and holds the main thread while the disk answers.
    await unlink(path).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
  }

  async copyOut(blob: BlobRef, file: string): Promise<number> {
    try {
      await shareFile(this.pathOf(blob), file)
      return (await stat(file)).size
    } catch (error) {
      throw isMissing(error) ? blobMissing() : asStatusError(error)
    }
  }

  async bringBack(blob: BlobRef, file: string, sizeBytes: number): Promise<void> {
    const path = this.pathOf(blob)
    try {
      if ((await stat(path).catch(() => undefined))?.size === sizeBytes) return
      if ((await stat(file)).size !== sizeBytes) throw blobMissing()
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await unlink(path).catch(() => undefined)
      await shareFile(file, path)
      await this.#syncFoldersOf(path)
    } catch (error) {
      throw isMissing(error) ? blobMissing() : asStatusError(error)
    }
  }

  async close(): Promise<void> {
    this.#writers.clear()
    await this.#threads.close()
  }

  /** Where the content is, or would be. */
  pathOf(blob: BlobRef): string {
    if (!/^[0-9a-f]{32}$/.test(blob.id)) throw new Error(`not a blob id: ${JSON.stringify(blob.id)}`)
    if (!/^[a-z][a-z0-9-]{3,29}$/.test(blob.project))
      throw new Error(`not a project id: ${JSON.stringify(blob.project)}`)
    return join(this.#folder, blob.project, blob.id.slice(0, 2), blob.id)
  }

  #keep(path: string, writer: ContentWriter): void {
    const oldest = this.#writers.keys().next()
    if (this.#writers.size >= WRITERS_KEPT && !oldest.done) this.#forget(oldest.value)
    this.#writers.set(path, writer)
  }

  #forget(path: string): void {
    this.#writers.get(path)?.drop()
    this.#writers.delete(path)
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

function offsetMismatch(sizeBytes: number): StatusError {
  return new StatusError('failed-precondition', 'OFFSET_MISMATCH', `The upload continues at byte ${sizeBytes}.`, {
    details: { sizeBytes },
  })
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

function blobMissing(): StatusError {
  return new StatusError('data-loss', 'BLOB_MISSING', 'The content of this file is missing on the server.')
}

function diskFull(cause?: unknown): StatusError {
  const message =
    'The disk of the server has no room left for files; the rest of it is kept for documents and accounts.'
  return new StatusError('resource-exhausted', 'DISK_FULL', message, { cause })
}
