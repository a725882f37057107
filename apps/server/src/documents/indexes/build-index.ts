import { compositeEntriesOf, compositeRange } from '@hearth/model'
import type { ProjectRoom } from '../project-room.ts'
import { toDocument } from '../query/read-context.ts'
import type { KeptIndex } from './composite-index-record.ts'
import { eachOfGroup } from './each-of-group.ts'

const KEYS_PAGE = 2000
/** A read that knew an index is over by then. */
const READ_MS_MAX = 120_000

/**
 * Gives every document its keys in an index, beside the commits that keep them up meanwhile, and declares it ready.
 * Begun again it does no harm.
 */
export async function buildIndex(room: ProjectRoom, index: KeptIndex): Promise<void> {
  // Commits that were planned before the index was known are in the store now; all others write its keys themselves.
  await room.versions.reach(room.versions.last)
  await eachOfGroup(room, index.database, index.collectionId, async (documents) => {
    const entries = documents.map((document) => {
      const { database, path, updateTime } = document
      const { fields } = toDocument(document)
      return { database, path, updateTime, addedEntries: compositeEntriesOf(index, path, fields) }
    })
    const filled = entries.filter(({ addedEntries }) => addedEntries.length > 0)
    if (filled.length > 0) await room.store.commit({ entries: filled })
  })
  const isStillWanted = room.indexes.list().some(({ id, state }) => id === index.id && state === 'building')
  if (isStillWanted) await room.indexes.setState(index.id, 'ready')
}

/** Takes the keys of an index away, once no read can be under way that relies on them. Answers whether they are gone. */
export async function clearIndex(room: ProjectRoom, index: KeptIndex): Promise<boolean> {
  if (room.clock.nowMs() - index.sinceMs < READ_MS_MAX) return false
  const range = compositeRange(index)
  for (;;) {
    const removedKeys = await room.store.read((snapshot) =>
      snapshot.scanIndexKeys(range, { limit: KEYS_PAGE, reverse: false }),
    )
    if (removedKeys.length > 0) await room.store.commit({ removedKeys })
    if (removedKeys.length < KEYS_PAGE) break
  }
  await room.indexes.forget(index.id)
  return true
}
