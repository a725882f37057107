import { parseJson } from '@hearth/model'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import type { FileObject } from './file-object.ts'

/** Space of the records that name the stored files: key = object name, so that listing is a range. */
export const OBJECT_SPACE = 'object'

export interface ObjectRecord {
  readonly object: FileObject
  readonly blobId: string
}

export interface FoundObject extends ObjectRecord {
  readonly revision: number
}

export function encodeObjectRecord(record: ObjectRecord): string {
  return JSON.stringify(record)
}

export function decodeObjectRecord(stored: StoredRecord): FoundObject {
  const record = parseJson(stored.value) as ObjectRecord
  return { ...record, revision: stored.revision }
}

/** Whether it is the content that `generation` names, or the one there is where none is named. */
export function isMeant(found: FoundObject | undefined, { generation }: { generation?: string | undefined }): boolean {
  return generation === undefined || generation === found?.object.generation
}

export async function findObject(store: ProjectStore, name: string): Promise<FoundObject | undefined> {
  const stored = await store.getRecord(OBJECT_SPACE, name)
  return stored && decodeObjectRecord(stored)
}

/** Microseconds since the epoch, and always above the generation it replaces. */
export function nextGeneration(nowMs: number, replaced: string | undefined): string {
  const now = BigInt(nowMs) * 1_000n
  const after = replaced === undefined ? 0n : BigInt(replaced) + 1n
  return String(now > after ? now : after)
}
