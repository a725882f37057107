import { StatusError } from '@hearth/model'
import type { Caller } from '../access/caller.ts'
import type { Expectation, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import { discard, sweepGarbage } from './blob-garbage.ts'
import { changeObject } from './change-object.ts'
import { assertChecksums, type Checksums } from './checksums.ts'
import { downloadTokensAfter } from './download-tokens.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'
import { type FileRoom, newBlobId } from './file-room.ts'
import type { Files, ObjectRef, UploadOptions } from './files.ts'
import { attributesOf, newMetadata } from './metadata.ts'
import { nextGeneration } from './object-generation.ts'
import { validateObjectName } from './object-name.ts'
import { findObject } from './object-record.ts'
import { assertPreconditions } from './preconditions.ts'
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
    options: UploadOptions = {},
  ): Promise<{ project: string; store: ProjectStore; upload: FoundUpload }> {
    validateObjectName(at.name)
    const project = await projects.projectOfBucket(at.bucket)
    const store = await projects.store(project)
    if ((options.sizeBytes ?? 0) > limits.fileBytesMax) throw fileTooLarge(limits.fileBytesMax)
    const current = await findObject(store, at.name)
    await room.gate.authorize(project, caller, {
      service: 'files',
      // New content is a new file, also in the place of one.
      operation: 'create',
      bucket: at.bucket,
      path: at.name,
      before: current && attributesOf(current.object, current.object.sizeBytes),
      after: attributesOf(newMetadata(settable), options.sizeBytes ?? 0),
      isAnnounced: true,
    })
    assertPreconditions(current?.object, options.expected ?? {})
    const id = random.bytes(24).toString('base64url')
    const record: UploadRecord = {
      bucket: at.bucket,
      name: at.name,
      metadata: settable,
      blobId: newBlobId(random),
      openedBy: identityOf(caller),
      bearersActFor: options.isBearer === true ? caller : undefined,
      openedAt: clock.nowMs(),
      announcedBytes: options.sizeBytes,
      checksums: options.checksums,
      expected: options.expected,
    }
    await store.commit({
      expect: [{ kind: 'record', space: UPLOAD_SPACE, key: id, revision: 0 }],
      records: [{ space: UPLOAD_SPACE, key: id, value: JSON.stringify(record) }],
    })
    const upload = await findUpload(store, id)
    if (!upload) throw endedMeanwhile()
    return { project, store, upload }
  }

  async function find(caller: Caller, bucket: string, id: string) {
    const project = await projects.projectOfBucket(bucket)
    const store = await projects.store(project)
    const upload = await findUpload(store, id)
    if (!upload || clock.nowMs() - upload.openedAt > UPLOAD_LIFE_MS) throw uploadNotFound()
    if (upload.bearersActFor === undefined && upload.openedBy !== identityOf(caller)) {
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
    checksums: Checksums = {},
  ): Promise<FileObject> {
    const sealed = await blobs.seal({ project, id: upload.blobId })
    assertChecksums(upload.checksums ?? {}, sealed)
    assertChecksums(checksums, sealed)
    const acting = upload.bearersActFor ?? caller
    const changed = await changeObject(store, upload.name, async (current) => {
      if ((await findUpload(store, upload.id))?.revision !== upload.revision) throw endedMeanwhile()
      const metadata = newMetadata(upload.metadata)
      await room.gate.authorize(project, acting, {
        service: 'files',
        operation: 'create',
        bucket: upload.bucket,
        path: upload.name,
        before: current && attributesOf(current.object, current.object.sizeBytes),
        after: attributesOf({ ...metadata, md5Hash: sealed.md5, crc32c: sealed.crc32c }, sealed.sizeBytes),
      })
      assertPreconditions(current?.object, upload.expected ?? {})
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
        downloadTokens: downloadTokensAfter([], upload.metadata, acting, random),
      }
      const done: UploadRecord = { ...upload, finished: object }
      const records: RecordChange[] = [
        { space: UPLOAD_SPACE, key: upload.id, value: keepAnswer ? JSON.stringify(done) : undefined },
      ]
      if (current) records.push(discard(current.blobId))
      return { next: { object, blobId: upload.blobId }, records, expect: [unchanged(upload)] }
    })
    if (!changed) throw new Error('an upload always stores a file')
    await sweepGarbage(project, store, blobs)
    return changed.object
  }

  return {
    async put(caller, at, metadata, content, options) {
      const { project, store, upload } = await open(caller, at, metadata, options)
      try {
        await blobs.append({ project, id: upload.blobId }, 0, content, limits.fileBytesMax)
        return await finish(caller, project, store, upload, false)
      } catch (error) {
        await dropUpload(store, upload)
        await sweepGarbage(project, store, blobs)
        throw error
      }
    },

    async startUpload(caller, at, metadata, options) {
      const { upload } = await open(caller, at, metadata, options)
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

    async finishUpload(caller, bucket, uploadId, checksums) {
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
      try {
        return await finish(caller, project, store, upload, true, checksums)
      } catch (error) {
        // Ended twice at once, the answer of the quicker request is that of both.
        const after = await findUpload(store, uploadId)
        if (after?.finished) return after.finished
        if (!after) throw uploadNotFound()
        if (isFinal(error) && (await dropUpload(store, after))) await sweepGarbage(project, store, blobs)
        throw error
      }
    },

    async cancelUpload(caller, bucket, uploadId) {
      const { project, store, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) throw alreadyFinished()
      if (!(await dropUpload(store, upload))) {
        throw (await findUpload(store, uploadId)) ? alreadyFinished() : uploadNotFound()
      }
      await sweepGarbage(project, store, blobs)
    },
  }
}

/** Ends uploads that were never finished: all older than a day. Called at start and from time to time. */
export async function sweepUploads(
  project: string,
  store: ProjectStore,
  room: Pick<FileRoom, 'blobs' | 'clock'>,
): Promise<void> {
  const oldest = room.clock.nowMs() - UPLOAD_LIFE_MS
  let start = ''
  for (;;) {
    const from = start
    const page = await store.read((snapshot) =>
      snapshot.listRecords(UPLOAD_SPACE, { start: from }, { limit: SWEEP_PAGE, reverse: false }),
    )
    for (const upload of page.map(decodeUploadRecord)) {
      if (upload.openedAt < oldest) await dropUpload(store, upload)
    }
    const last = page.at(-1)
    if (!last || page.length < SWEEP_PAGE) break
    start = `${last.key}\0`
  }
  await sweepGarbage(project, store, room.blobs)
}

/** Forgets an upload, and its content unless that became a file. False when somebody else ended it meanwhile; then nothing changed. */
async function dropUpload(store: ProjectStore, upload: FoundUpload): Promise<boolean> {
  const records: RecordChange[] = [{ space: UPLOAD_SPACE, key: upload.id, value: undefined }]
  if (!upload.finished) records.push(discard(upload.blobId))
  try {
    await store.commit({ expect: [unchanged(upload)], records })
    return true
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'CONFLICT') return false
    throw error
  }
}

/** Who ends an upload says what becomes of its content, and only one may: a content that is discarded and named would be lost. */
function unchanged({ id, revision }: FoundUpload): Expectation {
  return { kind: 'record', space: UPLOAD_SPACE, key: id, revision }
}

const FINAL_REASONS = new Set(['CHECKSUM_MISMATCH', 'CONDITION_NOT_MET', 'NOT_CHANGED'])

/** Whether an upload that failed so can never become a file. */
function isFinal(error: unknown): boolean {
  return error instanceof StatusError && FINAL_REASONS.has(error.reason)
}

function fileTooLarge(limitBytes: number): StatusError {
  return new StatusError(
    'resource-exhausted',
    'FILE_TOO_LARGE',
    `A file may hold at most ${limitBytes.toLocaleString('en')} bytes.`,
    { details: { limitBytes } },
  )
}

function uploadNotFound(): StatusError {
  const message = 'This upload is not known; it may have been cancelled or have expired.'
  return new StatusError('not-found', 'UPLOAD_NOT_FOUND', message)
}

function endedMeanwhile(): StatusError {
  return new StatusError('aborted', 'UPLOAD_BUSY', 'Another request has just ended this upload.')
}

function alreadyFinished(): StatusError {
  return new StatusError('failed-precondition', 'UPLOAD_FINISHED', 'This upload is finished already.')
}

async function* nothing(): AsyncIterable<Uint8Array> {}
