import { type FullMetadata, getMetadata, updateMetadata, type SettableMetadata } from 'firebase/storage'
import { failureOf } from '../../../backend/errors/failure.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { fileReference, fileAddress } from './file-address.ts'
import * as z from 'zod/mini'
import { HearthError } from '../../../backend/api/hearth-error.ts'

/** What the SDK reads off the status of an answer, whoever gave it. */
const codesOfStatus: ReadonlySet<string> = new Set([
  'storage/object-not-found',
  'storage/unauthorized',
  'storage/unauthenticated',
])

/** What is known of a file; `undefined` when there is none. Throws as `confirmRefusal` does for anything else. */
export async function findMetadata(project: ProjectSession, path: string): Promise<FullMetadata | undefined> {
  try {
    return await confirmRefusal(project, path, async () => await getMetadata(fileReference(project, path)))
  } catch (thrown) {
    if (failureOf(thrown).code === 'storage/object-not-found') return undefined
    throw thrown
  }
}

interface EditedMetadata {
  /** Empty takes the server's own choice. */
  readonly contentType: string
  readonly cacheControl: string
  readonly custom: Readonly<Record<string, string>>
}

/**
 * Sets what a person may set of a file. Custom metadata is merged by key on the server, so a key that is gone is sent as `null`, which the
 * SDK passes on and its types don't know. Throws as `confirmRefusal` does.
 */
export async function changeMetadata(
  project: ProjectSession,
  before: FullMetadata,
  edited: EditedMetadata,
): Promise<FullMetadata> {
  const removed = Object.keys(before.customMetadata ?? {}).filter((key) => !Object.hasOwn(edited.custom, key))
  const change = {
    contentType: edited.contentType === '' ? null : edited.contentType,
    cacheControl: edited.cacheControl === '' ? null : edited.cacheControl,
    customMetadata: { ...Object.fromEntries(removed.map((key) => [key, null])), ...edited.custom },
  }
  const path = before.fullPath
  return await confirmRefusal(
    project,
    path,
    async () => await updateMetadata(fileReference(project, path), change as SettableMetadata),
  )
}

/**
 * Reads or changes a file by the SDK. What that takes for the server's refusal is asked about at the server itself: the 404 of a proxy is no
 * word on whether there is a file. Throws what the SDK does, or `FOREIGN_ANSWER` for what the server didn't say.
 */
export async function confirmRefusal<Result>(
  project: ProjectSession,
  path: string,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (thrown) {
    if (!codesOfStatus.has(failureOf(thrown).code)) throw thrown
    try {
      await project.call({ path: fileAddress(project, path), answer: z.unknown() })
    } catch (word) {
      throw word instanceof HearthError && word.code !== 'unavailable' ? thrown : word
    }
    // The file is there and may be read: something else had answered.
    return await act()
  }
}
