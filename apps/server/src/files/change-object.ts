import { StatusError } from '@hearth/model'
import type { Expectation, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import type { ObjectRef } from './files.ts'
import { encodeObjectRecord, findObject, type FoundObject, OBJECT_SPACE, type ObjectRecord } from './object-record.ts'
import type { StoredBytes } from './stored-bytes.ts'

const ATTEMPTS_MAX = 5

/** What a change of a file's record comes to: the new record (undefined deletes) and what else belongs in the same commit. */
export interface ObjectChange {
  readonly next: ObjectRecord | undefined
  readonly records?: readonly RecordChange[]
  /** What else must still be so; where it is not, `decide` is asked again and has to notice. */
  readonly expect?: readonly Expectation[]
  /** What other files lose by `records`. */
  readonly freedBytes?: number
}

/**
 * Changes the record of a file as it stands: `decide` sees the newest one and is asked again when somebody else was quicker. What it answers
 * nothing for stays as it is.
 * Throws `unavailable`/`CONTENTION` when that happens five times, `resource-exhausted`/`QUOTA_EXCEEDED`.
 */
export async function changeObject(
  { project, store, storedBytes }: { project: string; store: ProjectStore; storedBytes: StoredBytes },
  name: string,
  decide: (current: FoundObject | undefined) => Promise<ObjectChange | undefined>,
): Promise<ObjectRecord | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const current = await findObject(store, name)
    const change = await decide(current)
    if (change === undefined) return current
    const bytes = sizeOf(change.next) - sizeOf(current) - (change.freedBytes ?? 0)
    const giveBack = await storedBytes.reserve(project, store, bytes)
    try {
      await store.commit({
        expect: [
          { kind: 'record', space: OBJECT_SPACE, key: name, revision: current?.revision ?? 0 },
          ...(change.expect ?? []),
        ],
        records: [
          { space: OBJECT_SPACE, key: name, value: change.next && encodeObjectRecord(change.next) },
          ...(change.records ?? []),
        ],
      })
      return change.next
    } catch (error) {
      giveBack()
      if (!(error instanceof StatusError && error.reason === 'CONFLICT')) throw error
    }
  }
  throw new StatusError('unavailable', 'CONTENTION', 'This file is being changed by others. Try again.')
}

function sizeOf(record: ObjectRecord | undefined): number {
  return record?.object.sizeBytes ?? 0
}

/** In the vendor's words, which programs look for. */
export function objectNotFound({ bucket, name }: ObjectRef): StatusError {
  return new StatusError('not-found', 'OBJECT_NOT_FOUND', `No such object: ${bucket}/${name}`)
}
