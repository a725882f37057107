import { StatusError } from '@hearth/model'
import { type Caller, isUnderRules } from '../access/caller.ts'
import { type AccessRequest, scopeOfNow } from '../access/gate.ts'
import { denyUnderRules } from '../access/permission-denied.ts'
import type { ByteRange } from '../blobs/blobs.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import { discard } from './blob-garbage.ts'
import { changeObject, objectNotFound } from './change-object.ts'
import { FileCounts } from './file-count.ts'
import { folderList, listFiles } from './file-listing.ts'
import type { FileObject } from './file-object.ts'
import type { FileContext } from './file-context.ts'
import {
  DOWNLOAD_TOKENS_MAX,
  downloadTokensAfter,
  hasToken,
  newDownloadToken,
  tooManyDownloadTokens,
} from './download-tokens.ts'
import type { Files, ObjectRef, ReadOptions } from './files.ts'
import { attributesOf, mergedMetadata } from './metadata.ts'
import { createMove } from './move-object.ts'
import { validateObjectName } from './object-name.ts'
import { findObject, type FoundObject, isMeant } from './object-record.ts'
import { assertPreconditions, type Preconditions } from './preconditions.ts'
import { type FileSettings, isPublic, readersAfter, readFileSettings, writeFileSettings } from './public-files.ts'
import { createUploads } from './uploads.ts'

export function createFiles(context: FileContext): Files {
  const { projects, gate, blobs, garbage, clock, random, storedBytes } = context
  const counts = new FileCounts(clock)

  async function place(at: ObjectRef): Promise<{ project: string; store: ProjectStore }> {
    validateObjectName(at.name)
    const project = await projects.projectOfBucket(at.bucket)
    return { project, store: await projects.store(project) }
  }

  /** The file that was found, when the caller may see it: by the gate, or by a valid download token of this very file. */
  async function seen(
    caller: Caller,
    at: ObjectRef,
    place: { project: string; store: ProjectStore; stored: FoundObject | undefined; options: ReadOptions },
  ): Promise<FoundObject> {
    const { project, store, stored, options } = place
    const { token, expected = {} } = options
    const found = meant(stored, at)
    const isLinked = found !== undefined && token !== undefined && hasToken(found.object, token)
    if (!isLinked && !(await isOpen(project, found, options))) {
      await gate.authorize(project, caller, request('get', at, found?.object), scopeOfNow(store))
    }
    if (!found) throw objectNotFound(at)
    assertPreconditions(found.object, expected)
    return found
  }

  /** Whether everybody may have it at the address that was asked. */
  async function isOpen(project: string, found: FoundObject | undefined, options: ReadOptions): Promise<boolean> {
    if (options.isAtPublicAddress !== true || found === undefined || !isPublic(found.object)) return false
    return (await settingsOf(project)).publicFiles
  }

  async function settingsOf(project: string): Promise<FileSettings> {
    return await readFileSettings(await projects.store(project), context.isPublicByDefault)
  }

  async function visible(caller: Caller, at: ObjectRef, options: ReadOptions) {
    const { project, store } = await place(at)
    const found = await seen(caller, at, { project, store, stored: await findObject(store, at.name), options })
    return { project, store, found }
  }

  /** Opens a content; when it is gone because the file has another by now, says so. */
  async function openContent(place: { project: string; store: ProjectStore }, found: FoundObject, range?: ByteRange) {
    try {
      return await blobs.read({ project: place.project, id: found.blobId }, range)
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'BLOB_MISSING') throw error
      if ((await findObject(place.store, found.object.name))?.blobId === found.blobId) throw error
      throw new StatusError(
        'unavailable',
        'FILE_REPLACED',
        'The file was replaced or removed in this moment. Try again.',
      )
    }
  }

  /** Changes the metadata part of a file that exists; `revise` gives the changed fields. */
  async function revise(
    caller: Caller,
    at: ObjectRef,
    changes: (current: FileObject, project: string) => Partial<FileObject> | Promise<Partial<FileObject>>,
    expected: Preconditions = {},
  ): Promise<FileObject> {
    const { project, store } = await place(at)
    const changed = await changeObject({ project, store, storedBytes }, at.name, async (found) => {
      const current = meant(found, at)
      const object = current && {
        ...current.object,
        ...(await changes(current.object, project)),
        metageneration: current.object.metageneration + 1,
        updated: clock.nowMs(),
      }
      await gate.authorize(project, caller, request('update', at, current?.object, object), scopeOfNow(store))
      if (!current || !object) throw objectNotFound(at)
      assertPreconditions(current.object, expected)
      return { next: { object, blobId: current.blobId } }
    })
    if (!changed) throw new Error('a revised file stays')
    return changed.object
  }

  return {
    ...createUploads(context),

    async get(caller, at, options = {}) {
      return (await visible(caller, at, options)).found.object
    },

    // The original makes the link that an app or a program asks for where a file has none; operators see that it has none.
    async getLinked(caller, at, options = {}) {
      const { project, store, found } = await visible(caller, at, options)
      if (caller.kind === 'operator' || found.object.downloadTokens.length > 0) return found.object
      const linked = await changeObject({ project, store, storedBytes }, at.name, async (stored) => {
        // Another file may stand there by now, which this caller may not read.
        const isSame = stored?.revision === found.revision
        const { object, blobId } = isSame ? found : await seen(caller, at, { project, store, stored, options })
        // Somebody else asked, too, and was quicker.
        if (object.downloadTokens.length > 0) return undefined
        return { next: { blobId, object: { ...object, downloadTokens: [newDownloadToken(random)] } } }
      })
      if (!linked) throw objectNotFound(at)
      return linked.object
    },

    async read(caller, at, options = {}) {
      const { project, store, found } = await visible(caller, at, options)
      return { object: found.object, open: (range) => openContent({ project, store }, found, range) }
    },

    updateMetadata: (caller, at, changes, expected) =>
      revise(
        caller,
        at,
        async (object, project) => ({
          ...mergedMetadata(object, changes),
          readers: await readersAfter(object.readers, changes, caller, () => settingsOf(project)),
          downloadTokens: downloadTokensAfter(object.downloadTokens, changes, caller, context.chosenTokenCharactersMin),
        }),
        expected,
      ),

    // A link outlives the right to read: the original lets no user make or revoke one.
    async createDownloadToken(caller, at) {
      denyUnderRules(caller)
      return await revise(caller, at, (object) => {
        if (object.downloadTokens.length >= DOWNLOAD_TOKENS_MAX) throw tooManyDownloadTokens()
        return { downloadTokens: [...object.downloadTokens, newDownloadToken(random)] }
      })
    },

    async revokeDownloadToken(caller, at, token) {
      denyUnderRules(caller)
      return await revise(caller, at, (object) => ({
        downloadTokens: object.downloadTokens.filter((known) => known !== token),
      }))
    },

    async delete(caller, at, expected = {}) {
      const { project, store } = await place(at)
      await changeObject({ project, store, storedBytes }, at.name, async (found) => {
        const current = meant(found, at)
        await gate.authorize(project, caller, request('delete', at, current?.object), scopeOfNow(store))
        if (!current) throw objectNotFound(at)
        assertPreconditions(current.object, expected)
        return { next: undefined, records: [discard(current.blobId)] }
      })
      await garbage.sweep(project, store)
    },

    move: createMove(context),

    async list(caller, bucket, asked) {
      const project = await projects.projectOfBucket(bucket)
      const store = await projects.store(project)
      const list = isUnderRules(caller) ? folderList(asked) : asked
      const there = { service: 'files', bucket, path: list.prefix, before: undefined, after: undefined } as const
      await gate.authorize(project, caller, { ...there, operation: 'list' }, scopeOfNow(store))
      return listFiles(store, list)
    },

    settings: settingsOf,

    async updateSettings(project, settings) {
      await writeFileSettings(await projects.store(project), settings)
    },

    async usage(project) {
      return await counts.of(await projects.store(project))
    },
  }
}

function request(
  operation: 'get' | 'update' | 'delete',
  at: ObjectRef,
  before: FileObject | undefined,
  after?: FileObject,
): AccessRequest {
  return {
    service: 'files',
    operation,
    bucket: at.bucket,
    path: at.name,
    before: before && attributesOf(before, before.sizeBytes),
    after: after && attributesOf(after, after.sizeBytes),
  }
}

/** Undefined where the request names another generation than the file has. */
function meant(found: FoundObject | undefined, at: ObjectRef): FoundObject | undefined {
  return isMeant(found, at) ? found : undefined
}
