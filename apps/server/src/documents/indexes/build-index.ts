import { CompositeBudget, compositeEntriesOf, compositeRange, makeDocument, StatusError } from '@hearth/model'
import type { EntryChange } from '../../persistence/persistence.ts'
import type { ProjectContext } from '../project-context.ts'
import { Turn } from '../../lib/turn.ts'
import type { KeptIndex } from './composite-index-record.ts'
import { eachOfGroup } from './each-of-group.ts'

const KEYS_PAGE = 2000
/** Keys that go to the store together. */
const BATCH_BYTES = 4 * 1024 * 1024
/** What `CompositeBudget` refuses with. */
const tooManyKeys: ReadonlySet<string> = new Set(['INDEX_UNFIT', 'TOO_MANY_INDEX_ENTRIES'])
/** A read that knew an index is over by then. */
const READ_MS_MAX = 120_000

/**
 * Gives every document its keys in an index, beside the commits that keep them up meanwhile, and declares it ready; or failed, where a
 * document would have too many. Begun again it does no harm.
 */
export async function buildIndex(context: ProjectContext, index: KeptIndex): Promise<void> {
  // Commits that were planned before the index was known are in the store now; all others write its keys themselves.
  await context.versions.reach(context.versions.last)
  const outcome = await fillIndex(context, index)
  const isStillWanted = context.indexes.list().some(({ id, state }) => id === index.id && state === 'building')
  if (isStillWanted) await context.indexes.setState(index.id, outcome)
}

async function fillIndex(context: ProjectContext, index: KeptIndex): Promise<'ready' | 'failed'> {
  const turn = new Turn()
  try {
    await eachOfGroup(context, index.database, index.collectionId, async (documents) => {
      let entries: EntryChange[] = []
      let bytes = 0
      const flush = async (): Promise<void> => {
        if (entries.length > 0) await context.store.commit({ entries })
        entries = []
        bytes = 0
      }
      for (const document of documents) {
        const { database, path, updateTime } = document
        const { fields } = makeDocument(document)
        const addedEntries = compositeEntriesOf(index, path, fields, new CompositeBudget(path))
        if (addedEntries.length > 0) entries.push({ database, path, updateTime, addedEntries })
        for (const key of addedEntries) bytes += key.length
        if (bytes > BATCH_BYTES) await flush()
        if (turn.isOver) await turn.next()
      }
      await flush()
    })
    return 'ready'
  } catch (error) {
    if (!(error instanceof StatusError) || !tooManyKeys.has(error.reason)) throw error
    context.log.warn({ err: error, project: context.project, index: index.id }, 'an index does not fit the documents')
    return 'failed'
  }
}

/**
 * Takes the keys of an index away, once no read can be under way that relies on them, and forgets it unless it failed. Answers whether
 * they are gone.
 */
export async function clearIndex(context: ProjectContext, index: KeptIndex): Promise<boolean> {
  if (context.clock.nowMs() - index.sinceMs < READ_MS_MAX) return false
  const range = compositeRange(index)
  for (;;) {
    const removedKeys = await context.store.read((snapshot) =>
      snapshot.scanIndexKeys(range, { limit: KEYS_PAGE, reverse: false }),
    )
    if (removedKeys.length > 0) await context.store.commit({ removedKeys })
    if (removedKeys.length < KEYS_PAGE) break
  }
  if (index.state === 'removing') await context.indexes.forget(index.id)
  return true
}
