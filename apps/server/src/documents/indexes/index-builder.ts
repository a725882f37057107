import {
  CompositeBudget,
  compositeEntriesOf,
  compositeRange,
  StatusError,
  diffEntries,
  FieldIndexing,
  indexEntriesOf,
  makeDocument,
  possibleEntriesOf,
} from '@hearth/model'
import type { Log } from '../../lib/ambient.ts'
import { Turn } from '../../lib/turn.ts'
import type { ProjectContext } from '../project-context.ts'
import type { KeptIndex } from './composite-index-record.ts'
import type { GroupOverrides } from './field-overrides.ts'
import type { AdvisedIndex } from './index-advisor.ts'
import type { EntryChange, StoredDocument } from '../../persistence/persistence.ts'
import { eachOfGroup } from './each-of-group.ts'

/** Builds the indexes of one project in the background, one after the other. */
export class IndexBuilder {
  readonly #log: Log
  readonly #building = new Map<string, Promise<void>>()
  #last: Promise<void> = Promise.resolve()

  constructor(log: Log) {
    this.#log = log
  }

  /** Takes up an index that queries missed. Nobody waits for it. */
  create(context: ProjectContext, advised: AdvisedIndex): void {
    this.#takeUp(context, advised).catch((err: unknown) => {
      // Two queries may have missed it at the same time.
      if (err instanceof StatusError && err.code === 'already-exists') return
      this.#log.warn({ err, project: context.project }, 'an index that queries miss could not be taken up')
    })
  }

  async #takeUp(context: ProjectContext, { definition, instead }: AdvisedIndex): Promise<void> {
    if (instead !== undefined) await context.indexes.setState(instead.id, 'removing')
    this.build(context, await context.indexes.add(definition, 'automatic'))
  }

  build(context: ProjectContext, index: KeptIndex): void {
    this.#enqueue(context, `index ${index.id}`, () => buildIndex(context, index))
  }

  /** Brings the keys of single fields in line with the overrides of their collection group. */
  rebuild(context: ProjectContext, group: GroupOverrides): void {
    const { database, collectionGroup, sinceMs } = group
    const key = `fields ${database}/${collectionGroup} ${sinceMs}`
    this.#enqueue(context, key, () => rebuildFields(context, group))
  }

  #enqueue(context: ProjectContext, key: string, work: () => Promise<void>): void {
    if (this.#building.has(key)) return
    const built = this.#last
      .then(work)
      .catch((err: unknown) => {
        this.#log.warn({ err, project: context.project, index: key }, 'an index could not be built; it is tried again')
      })
      .finally(() => this.#building.delete(key))
    this.#building.set(key, built)
    this.#last = built
  }

  /** Finishes what was interrupted, clears away what was removed. Answers whether nothing is left to do. */
  async keepUp(context: ProjectContext): Promise<boolean> {
    let isIdle = true
    for (const index of context.indexes.list()) {
      if (index.state === 'building') {
        isIdle = false
        this.build(context, index)
      } else if (index.state !== 'ready' && !(await clearIndex(context, index))) {
        isIdle = false
      }
    }
    for (const group of context.fieldOverrides.list()) {
      if (group.state !== 'building') continue
      isIdle = false
      this.rebuild(context, group)
    }
    await this.#last
    return isIdle
  }
}

/**
 * Gives the documents of a collection group the keys of single fields that its overrides ask for, and takes the others
 * away, beside the commits that write by the overrides already. Begun again it does no harm.
 */
async function rebuildFields(context: ProjectContext, group: GroupOverrides): Promise<void> {
  // Commits that were planned before the overrides were known are in the store now.
  await context.inFlight.settledSoFar()
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
async function buildIndex(context: ProjectContext, index: KeptIndex): Promise<void> {
  // Commits that were planned before the index was known are in the store now; all others write its keys themselves.
  await context.inFlight.settledSoFar()
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
async function clearIndex(context: ProjectContext, index: KeptIndex): Promise<boolean> {
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
