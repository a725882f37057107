import { StatusError } from '@hearth/model'
import type { Expectation, ProjectStore, RecordChange } from '../persistence/persistence.ts'
import { encodeObjectRecord, findObject, type FoundObject, OBJECT_SPACE, type ObjectRecord } from './object-record.ts'

const ATTEMPTS_MAX = 5

/** What a change of a file's record comes to: the new record (undefined deletes) and what else belongs in the same commit. */
export interface ObjectChange {
  readonly next: ObjectRecord | undefined
  readonly records?: readonly RecordChange[]
  /** What else must still be so; where it is not, `decide` is asked again and has to notice. */
  readonly expect?: readonly Expectation[]
}

/**
 * Changes the record of a file as it stands: `decide` sees the newest one and is asked again when somebody else was quicker.
 * Throws `aborted`/`CONTENTION` when that happens five times.
 */
export async function changeObject(
  store: ProjectStore,
  name: string,
  decide: (current: FoundObject | undefined) => Promise<ObjectChange>,
): Promise<ObjectRecord | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const current = await findObject(store, name)
    const change = await decide(current)
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
      if (!(error instanceof StatusError && error.reason === 'CONFLICT')) throw error
    }
  }
  throw new StatusError('aborted', 'CONTENTION', 'This file is being changed by others. Try again.')
}

export function objectNotFound(name: string): StatusError {
  return new StatusError('not-found', 'OBJECT_NOT_FOUND', `There is no file ${JSON.stringify(name)}.`)
}
