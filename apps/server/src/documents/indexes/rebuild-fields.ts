import { diffEntries, FieldIndexing, indexEntriesOf, makeDocument, possibleEntriesOf, StatusError } from '@hearth/model'
import type { EntryChange, StoredDocument } from '../../persistence/persistence.ts'
import type { ProjectContext } from '../project-context.ts'
import { eachOfGroup } from './each-of-group.ts'
import type { GroupOverrides } from './field-overrides.ts'

/**
 * Gives the documents of a collection group the keys of single fields that its overrides ask for, and takes the others
 * away, beside the commits that write by the overrides already. Begun again it does no harm.
 */
export async function rebuildFields(context: ProjectContext, group: GroupOverrides): Promise<void> {
  // Commits that were planned before the overrides were known are in the store now.
  await context.versions.reach(context.versions.last)
  const wanted = new FieldIndexing([group.overrides])
  const present = new FieldIndexing(group.earlier)
  let isWhole = true
  await eachOfGroup(context, group.database, group.collectionGroup, async (documents) => {
    const entries: EntryChange[] = []
    const removedKeys: Uint8Array[] = []
    for (const document of documents) {
      try {
        const { addedEntries, removed } = keysOf(document, { wanted, present })
        const { database, path, updateTime } = document
        if (addedEntries.length > 0) entries.push({ database, path, updateTime, addedEntries })
        removedKeys.push(...removed)
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'TOO_MANY_INDEX_ENTRIES') throw error
        isWhole = false
      }
    }
    if (entries.length > 0 || removedKeys.length > 0) await context.store.commit({ entries, removedKeys })
  })
  await context.fieldOverrides.settle(group, isWhole ? 'ready' : 'failed')
}

/** The keys that a document may lack, and those that no write makes any more. */
function keysOf(
  stored: StoredDocument,
  { wanted, present }: { wanted: FieldIndexing; present: FieldIndexing },
): { addedEntries: Uint8Array[]; removed: Uint8Array[] } {
  const { database, path } = stored
  const { fields } = makeDocument(stored)
  const news = indexEntriesOf(database, path, fields, wanted)
  const { removed } = diffEntries(possibleEntriesOf(database, path, fields), news)
  const { added } = diffEntries(indexEntriesOf(database, path, fields, present), news)
  return { addedEntries: added, removed }
}
