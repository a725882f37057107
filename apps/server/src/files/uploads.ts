import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { RecordChange, ProjectStore } from '../persistence/persistence.ts'
import { discard, sweepGarbage } from './blob-garbage.ts'
import { changeObject } from './change-object.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'
import { type FileRoom, newBlobId, newDownloadToken } from './file-room.ts'
import type { Files, ObjectRef } from './files.ts'
import { attributesOf, newMetadata } from './metadata.ts'
import { validateObjectName } from './object-name.ts'
import { findObject } from './object-record.ts'
import {
  decodeUploadRecord,
  findUpload,
  type FoundUpload,
  identityOf,
  UPLOAD_SPACE,
  type UploadRecord,
} from './upload-record.ts'

/** Unfinished uploads and the answers of finished ones are kept this long. */
const UPLOAD_LIFE_MS = 24 * 60 * 60 * 1_000
const SWEEP_PAGE = 100

type UploadOperations = Pick<
  Files,
  'put' | 'startUpload' | 'appendUpload' | 'uploadStatus' | 'finishUpload' | 'cancelUpload'
>

export function createUploads(room: FileRoom): UploadOperations {
  const { projects, blobs, clock, random, limits } = room

  async function open(
    caller: Caller,
    at: ObjectRef,
    settable: SettableMetadata,
    announced: { sizeBytes?: number } = {},
  ): Promise<{ project: string; store: ProjectStore; upload: FoundUpload }> {
    validateObjectName(at.name)
    const project = await projects.projectOfBucket(at.bucket)
    const store = await projects.store(project)
    if ((announced.sizeBytes ?? 0) > limits.fileBytesMax) throw fileTooLarge(limits.fileBytesMax)
    const current = await findObject(store, at.name)
    await room.gate.authorize(project, caller, {
      service: 'files',
      operation: current ? 'update' : 'create',
      bucket: at.bucket,
      path: at.name,
      before: current && attributesOf(current.object, current.object.sizeBytes),
      after: attributesOf(newMetadata(settable), announced.sizeBytes ?? 0),
      isAnnounced: true,
    })
    const id = random.bytes(24).toString('base64url')
    const record: UploadRecord = {
      bucket: at.bucket,
      name: at.name,
      metadata: settable,
      blobId: newBlobId(random),
      openedBy: identityOf(caller),
      openedAt: clock.nowMs(),
      announcedBytes: announced.sizeBytes,
    }
    await store.commit({
      expect: [{ kind: 'record', space: UPLOAD_SPACE, key: id, revision: 0 }],
      records: [{ space: UPLOAD_SPACE, key: id, value: JSON.stringify(record) }],
    })
    return { project, store, upload: { ...record, id, revision: 1 } }
  }

  async function find(caller: Caller, bucket: string, id: string) {
    const project = await projects.projectOfBucket(bucket)
    const store = await projects.store(project)
    const upload = await findUpload(store, id)
    if (!upload || clock.nowMs() - upload.openedAt > UPLOAD_LIFE_MS) {
      throw new StatusError(
        'not-found',
        'UPLOAD_NOT_FOUND',
        'This upload is not known; it may have been cancelled or have expired.',
      )
    }
    if (upload.openedBy !== identityOf(caller)) {
      throw new StatusError('permission-denied', 'UPLOAD_OF_ANOTHER', 'This upload was opened by somebody else.')
    }
    return { project, store, upload }
  }

  async function finish(
    caller: Caller,
    project: string,
    store: ProjectStore,
    upload: FoundUpload,
    keepAnswer: boolean,
  ): Promise<FileObject> {
    const sealed = await blobs.seal({ project, id: upload.blobId })
    const changed = await changeObject(store, upload.name, async (current) => {
      const metadata = newMetadata(upload.metadata)
      await room.gate.authorize(project, caller, {
        service: 'files',
        operation: current ? 'update' : 'create',
        bucket: upload.bucket,
        path: upload.name,
        before: current && attributesOf(current.object, current.object.sizeBytes),
        after: attributesOf(metadata, sealed.sizeBytes),
      })
      const now = clock.nowMs()
      const object: FileObject = {
        ...metadata,
        bucket: upload.bucket,
        name: upload.name,
        generation: nextGeneration(now, current?.object.generation),
        metageneration: 1,
        sizeBytes: sealed.sizeBytes,
        md5Hash: sealed.md5,
        crc32c: sealed.crc32c,
        timeCreated: now,
        updated: now,
        downloadTokens: [newDownloadToken(random)],
      }
      const done: UploadRecord = { ...upload, finished: object }
      const records: RecordChange[] = [
        { space: UPLOAD_SPACE, key: upload.id, value: keepAnswer ? JSON.stringify(done) : undefined },
      ]
      if (current) records.push(discard(current.blobId))
      return { next: { object, blobId: upload.blobId }, records }
    })
    if (!changed) throw new Error('an upload always stores a file')
    await sweepGarbage(project, store, blobs)
    return changed.object
  }

  async function drop(project: string, store: ProjectStore, upload: FoundUpload): Promise<void> {
    const records: RecordChange[] = [{ space: UPLOAD_SPACE, key: upload.id, value: undefined }]
    if (!upload.finished) records.push(discard(upload.blobId))
    await store.commit({ records })
    await sweepGarbage(project, store, blobs)
  }

  return {
    async put(caller, at, metadata, content, announced) {
      const { project, store, upload } = await open(caller, at, metadata, announced)
      try {
        await blobs.append({ project, id: upload.blobId }, 0, content, limits.fileBytesMax)
        return await finish(caller, project, store, upload, false)
      } catch (error) {
        await drop(project, store, upload)
        throw error
      }
    },

    async startUpload(caller, at, metadata, announced) {
      const { upload } = await open(caller, at, metadata, announced)
      return upload.id
    },

    async appendUpload(caller, bucket, uploadId, offset, content) {
      const { project, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) throw alreadyFinished()
      const limit = Math.min(limits.fileBytesMax, upload.announcedBytes ?? limits.fileBytesMax)
      return blobs.append({ project, id: upload.blobId }, offset, content, limit)
    },

    async uploadStatus(caller, bucket, uploadId) {
      const { project, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) return { state: 'final', object: upload.finished }
      return { state: 'active', sizeBytes: await blobs.size({ project, id: upload.blobId }) }
    },

    async finishUpload(caller, bucket, uploadId) {
      const { project, store, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) return upload.finished
      const sizeBytes = await blobs.size({ project, id: upload.blobId })
      if (upload.announcedBytes !== undefined && sizeBytes !== upload.announcedBytes) {
        throw new StatusError(
          'invalid-argument',
          'UPLOAD_INCOMPLETE',
          `The upload announced ${upload.announcedBytes} bytes and holds ${sizeBytes}.`,
        )
      }
      // An empty file has no append, and so no blob yet.
      if (sizeBytes === 0) await blobs.append({ project, id: upload.blobId }, 0, nothing(), 0)
      return finish(caller, project, store, upload, true)
    },

    async cancelUpload(caller, bucket, uploadId) {
      const { project, store, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) throw alreadyFinished()
      await drop(project, store, upload)
    },
  }
}

/** Ends uploads that were never finished: all older than a day. Called at start and from time to time. */
export async function sweepUploads(project: string, store: ProjectStore, room: FileRoom): Promise<void> {
  const oldest = room.clock.nowMs() - UPLOAD_LIFE_MS
  let start = ''
  for (;;) {
    const from = start
    const page = await store.read((snapshot) =>
      snapshot.listRecords(UPLOAD_SPACE, { start: from }, { limit: SWEEP_PAGE, reverse: false }),
    )
    const records = page
      .map(decodeUploadRecord)
      .filter((upload) => upload.openedAt < oldest)
      .flatMap((upload): RecordChange[] => [
        { space: UPLOAD_SPACE, key: upload.id, value: undefined },
        ...(upload.finished ? [] : [discard(upload.blobId)]),
      ])
    if (records.length > 0) await store.commit({ records })
    const last = page.at(-1)
    if (!last || page.length < SWEEP_PAGE) break
    start = `${last.key}\0`
  }
  await sweepGarbage(project, store, room.blobs)
}

/** Microseconds since the epoch, and always above the generation it replaces. */
function nextGeneration(nowMs: number, replaced: string | undefined): string {
  const now = BigInt(nowMs) * 1_000n
  const after = replaced === undefined ? 0n : BigInt(replaced) + 1n
  return String(now > after ? now : after)
}

function fileTooLarge(limitBytes: number): StatusError {
  return new StatusError(
    'resource-exhausted',
    'FILE_TOO_LARGE',
    `A file may hold at most ${limitBytes.toLocaleString('en')} bytes.`,
    { details: { limitBytes } },
  )
}

function alreadyFinished(): StatusError {
  return new StatusError('failed-precondition', 'UPLOAD_FINISHED', 'This upload is finished already.')
}

async function* nothing(): AsyncIterable<Uint8Array> {}
