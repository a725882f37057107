import { StatusError } from '@hearth/model'
import { type Caller, withoutSource } from '../access/caller.ts'
import { scopeOfNow } from '../access/gate.ts'
import type { SealedBlob } from '../blobs/blobs.ts'
import type { ProjectStore, RecordChange } from '../persistence/persistence.ts'
import { discard } from './blob-garbage.ts'
import { changeObject } from './change-object.ts'
import { assertChecksums, type Checksums, assertTerms, assertPicture } from './content-terms.ts'
import { downloadTokensAfter, newDownloadToken } from './download-tokens.ts'
import { dropUpload, unchanged, UPLOAD_LIFE_MS } from './drop-upload.ts'
import { ExclusiveUploads } from './exclusive-uploads.ts'
import type { FileObject, SettableMetadata } from './file-object.ts'
import { type FileContext, newBlobId } from './file-context.ts'
import type { Files, ObjectRef, UploadOptions } from './files.ts'
import { attributesOf, newMetadata } from './metadata.ts'
import { validateObjectName } from './object-name.ts'
import { findObject, nextGeneration } from './object-record.ts'
import { assertPreconditions } from './preconditions.ts'
import { readersAfter, readFileSettings } from './public-files.ts'
import { resumedContent } from './resumed-content.ts'
import { createUploadLimits } from './upload-limits.ts'
import { actorOf, findUpload, type FoundUpload, identityOf, UPLOAD_SPACE, type UploadRecord } from './upload-record.ts'

type UploadOperations = Pick<
  Files,
  'put' | 'startUpload' | 'appendUpload' | 'uploadStatus' | 'finishUpload' | 'cancelUpload'
>

export function createUploads(context: FileContext): UploadOperations {
  const { projects, blobs, garbage, clock, random, limits, storedBytes, openUploads } = context
  const uploadLimits = createUploadLimits(context)
  const exclusive = new ExclusiveUploads()

  async function open(
    caller: Caller,
    at: ObjectRef,
    settable: SettableMetadata,
    { isWhole, ...options }: UploadOptions & { isWhole: boolean },
  ): Promise<{ project: string; store: ProjectStore; upload: FoundUpload }> {
    validateObjectName(at.name)
    const project = await projects.projectOfBucket(at.bucket)
    const store = await projects.store(project)
    if ((options.sizeBytes ?? 0) > limits.fileBytesMax) throw fileTooLarge(limits.fileBytesMax)
    const current = await findObject(store, at.name)
    const announced = {
      service: 'files',
      // New content is a new file, also in the place of one.
      operation: 'create',
      bucket: at.bucket,
      path: at.name,
      before: current && attributesOf(current.object, current.object.sizeBytes),
      after: attributesOf(newMetadata(settable), options.sizeBytes ?? 0),
      isAnnounced: true,
    } as const
    await context.gate.authorize(project, caller, announced, scopeOfNow(store))
    assertPreconditions(current?.object, options.expected ?? {})
    await readersOf(settable, caller, store)
    await uploadLimits.assertRoom(project, store, at.name, options.sizeBytes ?? 0)
    const id = random.bytes(24).toString('base64url')
    const record: UploadRecord = {
      bucket: at.bucket,
      name: at.name,
      metadata: settable,
      blobId: newBlobId(random),
      openedBy: identityOf(caller),
      bearersActFor: options.isBearer === true ? withoutSource(caller) : undefined,
      openedAt: clock.nowMs(),
      isWhole: isWhole || undefined,
      announcedBytes: options.sizeBytes,
      checksums: options.checksums,
      terms: options.terms,
      expected: options.expected,
      isLinked: options.isLinked,
    }
    const { giveUp, gaveWay } = await openUploads.enter(project, store, { id, isWhole }, caller)
    try {
      const idle = gaveWay === undefined ? undefined : await findUpload(store, gaveWay)
      if (idle && !idle.finished) await drop(project, store, idle)
      await store.commit({
        expect: [{ kind: 'record', space: UPLOAD_SPACE, key: id, revision: 0 }],
        records: [{ space: UPLOAD_SPACE, key: id, value: JSON.stringify(record) }],
      })
    } catch (error) {
      giveUp()
      throw error
    }
    const upload = await findUpload(store, id)
    if (!upload) throw endedMeanwhile()
    return { project, store, upload }
  }

  async function readersOf(settable: SettableMetadata, caller: Caller, store: ProjectStore) {
    return await readersAfter(undefined, settable, caller, () => readFileSettings(store, context.isPublicByDefault))
  }

  /** An upload takes longer than a request: whoever it is made for may have lost the right since they were verified. */
  async function assertStanding(project: string, upload: UploadRecord, caller: Caller): Promise<void> {
    const actor = actorOf(upload, caller)
    const isOfBearer = actor === upload.bearersActFor
    if (isOfBearer && actor.kind === 'user' && clock.nowMs() >= actor.expiresAt * 1000) throw needsToken()
    if (await context.isStanding(project, actor, isOfBearer ? upload.openedAt : undefined)) return
    const message = 'What this upload was opened with counts no more: a revoked service key, or a sign-in that is over.'
    throw new StatusError('permission-denied', 'CREDENTIAL_REVOKED', message)
  }

  async function find(caller: Caller, bucket: string, id: string) {
    const project = await projects.projectOfBucket(bucket)
    const store = await projects.store(project)
    const upload = await findUpload(store, id)
    if (!upload || clock.nowMs() - upload.openedAt > UPLOAD_LIFE_MS) throw uploadNotFound()
    if (upload.bearersActFor === undefined && upload.openedBy !== identityOf(caller)) {
      throw new StatusError('permission-denied', 'UPLOAD_OF_ANOTHER', 'This upload was opened by somebody else.')
    }
    await assertStanding(project, upload, caller).catch(async (error: unknown) => {
      if (!upload.finished && isFinal(error)) await drop(project, store, upload)
      throw error
    })
    return { project, store, upload }
  }

  async function finish(
    caller: Caller,
    project: string,
    store: ProjectStore,
    upload: FoundUpload,
    sealed: SealedBlob,
    keepAnswer: boolean,
    checksums: Checksums = {},
  ): Promise<FileObject> {
    assertChecksums(upload.checksums ?? {}, sealed)
    assertChecksums(checksums, sealed)
    const blob = { project, id: upload.blobId }
    await assertTerms(upload.terms ?? {}, blobs, blob, sealed)
    const metadata = newMetadata(upload.metadata)
    const acting = actorOf(upload, caller)
    const changed = await changeObject({ project, store, storedBytes }, upload.name, async (current) => {
      if ((await findUpload(store, upload.id))?.revision !== upload.revision) throw endedMeanwhile()
      await assertStanding(project, upload, caller)
      const request = {
        service: 'files',
        operation: 'create',
        bucket: upload.bucket,
        path: upload.name,
        before: current && attributesOf(current.object, current.object.sizeBytes),
        after: attributesOf({ ...metadata, md5Hash: sealed.md5, crc32c: sealed.crc32c }, sealed.sizeBytes),
      } as const
      await context.gate.authorize(project, acting, request, scopeOfNow(store))
      await assertPicture({ name: upload.name, contentType: metadata.contentType }, blobs, blob, sealed)
      assertPreconditions(current?.object, upload.expected ?? {})
      const readers = await readersOf(upload.metadata, acting, store)
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
        downloadTokens: downloadTokensAfter(
          upload.isLinked === true ? [newDownloadToken(random)] : [],
          upload.metadata,
          acting,
          context.chosenTokenCharactersMin,
        ),
        ...(readers !== undefined && { readers }),
      }
      const done: UploadRecord = { ...upload, finished: object }
      const records: RecordChange[] = [
        { space: UPLOAD_SPACE, key: upload.id, value: keepAnswer ? JSON.stringify(done) : undefined },
      ]
      if (current) records.push(discard(current.blobId))
      // From here on its bytes are counted as the file's.
      await openUploads.hold(project, store, upload.id, 0)
      return { next: { object, blobId: upload.blobId }, records, expect: [unchanged(upload)] }
    })
    if (!changed) throw new Error('an upload always stores a file')
    await openUploads.leave(project, store, upload)
    await garbage.sweep(project, store)
    return changed.object
  }

  /** How much has arrived. */
  async function sizeOf(project: string, { finished, blobId }: FoundUpload): Promise<number> {
    return finished?.sizeBytes ?? (await blobs.size({ project, id: blobId }))
  }

  async function drop(project: string, store: ProjectStore, upload: FoundUpload): Promise<boolean> {
    const isDropped = await dropUpload(context, project, store, upload)
    if (isDropped) {
      exclusive.stop(upload.id)
      await garbage.sweep(project, store)
    }
    return isDropped
  }

  return {
    async put(caller, at, metadata, content, options) {
      const { project, store, upload } = await open(caller, at, metadata, { ...options, isWhole: true })
      try {
        const sealed = await uploadLimits.within(project, store, upload, async (blob, limit) => {
          try {
            return await blobs.store(blob, content, limit)
          } catch (error) {
            // Before its record: a disk that is full of these bytes takes no record any more.
            await blobs.remove(blob).catch(leaveToSweep)
            throw error
          }
        })
        return await finish(caller, project, store, upload, sealed, false)
      } catch (error) {
        await drop(project, store, upload)
        throw error
      }
    },

    async startUpload(caller, at, metadata, options) {
      const { upload } = await open(caller, at, metadata, { ...options, isWhole: false })
      return upload.id
    },

    async appendUpload(caller, bucket, uploadId, offset, content) {
      return await exclusive.append(uploadId, async (stopped) => {
        const { project, store, upload } = await find(caller, bucket, uploadId)
        const knownBytes = await sizeOf(project, upload)
        if (offset > knownBytes) throw offsetAhead(knownBytes)
        try {
          let endsAt = offset
          const part = eachChunk(content, ({ byteLength }) => {
            endsAt += byteLength
          })
          const fresh = await resumedContent(part, knownBytes - offset, stopped)
          if (upload.finished) {
            if (fresh) throw alreadyFinished()
            return { state: 'final', object: upload.finished, endsAt }
          }
          if (!fresh) return { state: 'active', sizeBytes: knownBytes, endsAt }
          const counted = uploadLimits.counted(project, store, upload, knownBytes, fresh)
          const sizeBytes = await uploadLimits.within(project, store, upload, (blob, limit) =>
            blobs.append(blob, knownBytes, counted, limit),
          )
          return { state: 'active', sizeBytes, endsAt }
        } catch (error) {
          if (isFinal(error)) await drop(project, store, upload)
          // What came last may not have been written.
          else await openUploads.hold(project, store, uploadId, await blobs.size({ project, id: upload.blobId }))
          throw error
        }
      })
    },

    async uploadStatus(caller, bucket, uploadId) {
      const { project, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) return { state: 'final', object: upload.finished }
      return { state: 'active', sizeBytes: await sizeOf(project, upload) }
    },

    async finishUpload(caller, bucket, uploadId, { checksums, endsAt } = {}) {
      return await exclusive.finish(uploadId, async () => {
        const { project, store, upload } = await find(caller, bucket, uploadId)
        if (upload.finished) {
          if (endsAt !== undefined && endsAt !== upload.finished.sizeBytes) throw alreadyFinished()
          return upload.finished
        }
        const sizeBytes = await blobs.size({ project, id: upload.blobId })
        if (endsAt !== undefined && endsAt > sizeBytes) throw offsetAhead(sizeBytes)
        if (endsAt !== undefined && endsAt < sizeBytes) throw endsBefore(endsAt, sizeBytes)
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
          const sealed = await blobs.seal({ project, id: upload.blobId })
          return await finish(caller, project, store, upload, sealed, true, checksums)
        } catch (error) {
          const after = await findUpload(store, uploadId)
          if (after?.finished) return after.finished
          if (!after) throw uploadNotFound()
          if (isFinal(error)) await drop(project, store, after)
          else await openUploads.hold(project, store, uploadId, sizeBytes)
          throw error
        }
      })
    },

    async cancelUpload(caller, bucket, uploadId) {
      const { project, store, upload } = await find(caller, bucket, uploadId)
      if (upload.finished) throw alreadyFinished()
      if (!(await drop(project, store, upload))) {
        throw (await findUpload(store, uploadId)) ? alreadyFinished() : uploadNotFound()
      }
    },
  }
}

const finalReasons = new Set([
  'CHECKSUM_MISMATCH',
  'CONDITION_NOT_MET',
  'CONTENT_LENGTH_NOT_ALLOWED',
  'CREDENTIAL_REVOKED',
  'NOT_A_PICTURE',
  'NOT_CHANGED',
  'PERMISSION_DENIED',
  'PUBLIC_FILES_OFF',
  'QUOTA_EXCEEDED',
])

/** Whether an upload that failed so can never become a file. */
function isFinal(error: unknown): boolean {
  return error instanceof StatusError && finalReasons.has(error.reason)
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

/** As long as the token with which a user opened an upload, its address needs none. */
function needsToken(): StatusError {
  const message = 'The ID token that this upload was opened with has expired. Send a fresh one to go on.'
  return new StatusError('unauthenticated', 'TOKEN_EXPIRED', message)
}

function endedMeanwhile(): StatusError {
  return new StatusError('unavailable', 'UPLOAD_BUSY', 'Another request has just ended this upload.')
}

/** Clients ask how much there is after it, and go on from there. */
function offsetAhead(sizeBytes: number): StatusError {
  const message = `The upload continues at byte ${sizeBytes}.`
  return new StatusError('unavailable', 'OFFSET_MISMATCH', message, { details: { sizeBytes } })
}

function endsBefore(endsAt: number, sizeBytes: number): StatusError {
  const message = `The upload holds ${sizeBytes} bytes, and its end came after ${endsAt}. Cancel it, or end it after all of them.`
  return new StatusError('invalid-argument', 'UPLOAD_END_MISMATCH', message)
}

function alreadyFinished(): StatusError {
  return new StatusError('failed-precondition', 'UPLOAD_FINISHED', 'This upload is finished already.')
}

async function* eachChunk(
  chunks: AsyncIterable<Uint8Array>,
  visit: (chunk: Uint8Array) => void,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) {
    visit(chunk)
    yield chunk
  }
}

async function* nothing(): AsyncIterable<Uint8Array> {}

function leaveToSweep(): void {
  // What can't be removed now is discarded with its record.
}
