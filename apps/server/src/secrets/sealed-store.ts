import type { ProjectStore } from '../persistence/persistence.ts'
import type { StoredRecord } from '../persistence/stored-record.ts'
import { isSealed, type SecretBox } from './secret-box.ts'

/** As much of a store as those need who keep secrets in records. */
export type RecordStore = Pick<ProjectStore, 'getRecord' | 'commit'> & {
  listRecords: (
    space: string,
    range: { start?: string; end?: string },
    page: { limit: number; reverse: boolean },
  ) => Promise<StoredRecord[]>
}

/** Opens the records of a project or of one of its tenants. */
export type OpenRecords = (owner: string) => Promise<RecordStore>

/**
 * The records of a store, sealed as a whole: what is written through it is not readable in the store's file. Records from before, which are
 * not sealed, are read as they are and sealed with their next change. `owner` is the project or tenant that the store belongs to.
 */
export function sealedStore(store: ProjectStore, box: SecretBox, owner: string): RecordStore {
  const placeOf = (space: string, key: string): string => `${owner}/${space}/${key}`
  const opened = (space: string, record: StoredRecord): StoredRecord =>
    isSealed(record.value) ? { ...record, value: box.open(record.value, placeOf(space, record.key)) } : record
  return {
    async getRecord(space, key) {
      const record = await store.getRecord(space, key)
      return record && opened(space, record)
    },
    async listRecords(space, range, page) {
      const records = await store.read((snapshot) => snapshot.listRecords(space, range, page))
      return records.map((record) => opened(space, record))
    },
    commit: (batch) =>
      store.commit({
        ...batch,
        records: (batch.records ?? []).map(({ space, key, value }) => ({
          space,
          key,
          value: value === undefined ? undefined : box.seal(value, placeOf(space, key)),
        })),
      }),
  }
}
