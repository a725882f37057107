import { StatusError } from '@hearth/model'
import type { BlobRef } from '../blobs/blobs.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { notWithin } from './content-terms.ts'
import type { FileContext } from './file-context.ts'
import { findObject } from './object-record.ts'
import type { FoundUpload } from './upload-record.ts'

/** Keeps uploads within what the file, its announcement, its terms and the quota of the project allow. */
export interface UploadLimits {
  /** Throws `resource-exhausted`/`QUOTA_EXCEEDED` where a file of this name and size would not fit. */
  assertRoom(project: string, store: ProjectStore, name: string, sizeBytes: number): Promise<void>
  /**
   * Writes what an upload may hold at most. Throws `resource-exhausted`, with `FILE_TOO_LARGE` or `QUOTA_EXCEEDED`, and
   * `invalid-argument`/`CONTENT_LENGTH_NOT_ALLOWED`.
   */
  within<T>(
    project: string,
    store: ProjectStore,
    upload: FoundUpload,
    write: (blob: BlobRef, limitBytes: number) => Promise<T>,
  ): Promise<T>
  /**
   * The same content, from `offset` on, taken from the quota as it arrives: uploads in parts that run at the same time share it.
   * Throws `resource-exhausted`/`QUOTA_EXCEEDED`.
   */
  counted(
    project: string,
    store: ProjectStore,
    upload: FoundUpload,
    offset: number,
    content: AsyncIterable<Uint8Array>,
  ): AsyncIterable<Uint8Array>
}

export function createUploadLimits({ limits, storedBytes, openUploads }: FileContext): UploadLimits {
  /** The bytes that a file of this name and all unfinished uploads may have beside the other files. */
  async function freeBytes(store: ProjectStore, name: string): Promise<number> {
    const free = await storedBytes.roomOf(store)
    if (free === undefined) return Number.POSITIVE_INFINITY
    return free + ((await findObject(store, name))?.object.sizeBytes ?? 0)
  }

  async function roomFor(project: string, store: ProjectStore, name: string, uploadId?: string): Promise<number> {
    const free = await freeBytes(store, name)
    return Math.max(0, free - (await openUploads.bytesOf(project, store, uploadId)))
  }

  async function exceeded(project: string, store: ProjectStore, uploadId?: string): Promise<StatusError> {
    return storedBytes.exceeded(store, await openUploads.bytesOf(project, store, uploadId))
  }

  return {
    async assertRoom(project, store, name, sizeBytes) {
      if (sizeBytes > (await roomFor(project, store, name))) throw await exceeded(project, store)
    },

    async within(project, store, upload, write) {
      const most = Math.min(limits.fileBytesMax, upload.announcedBytes ?? limits.fileBytesMax)
      const range = upload.terms?.sizeRange
      const roomBytes = await roomFor(project, store, upload.name, upload.id)
      const allowed = Math.min(most, roomBytes)
      try {
        return await write({ project, id: upload.blobId }, Math.min(allowed, range?.maxBytes ?? allowed))
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'FILE_TOO_LARGE') throw error
        if (range !== undefined && range.maxBytes <= allowed) throw notWithin(range)
        throw roomBytes < most ? await exceeded(project, store, upload.id) : error
      }
    },

    async *counted(project, store, { id, name }, offset, content) {
      let sizeBytes = offset
      for await (const chunk of content) {
        sizeBytes += chunk.byteLength
        const free = await freeBytes(store, name)
        if (!(await openUploads.hold(project, store, id, sizeBytes, free))) throw await exceeded(project, store, id)
        yield chunk
      }
    },
  }
}
