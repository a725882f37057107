import { type Document, StatusError, type Version } from '@hearth/model'
import { heldBytes } from '../query/held-documents.ts'
import { type Feed, Load, type LoadedResult } from './feed.ts'
import type { Join } from './join-target.ts'

/** Loads of one target, each but the first because too much happened during the one before. */
const LOADS_MAX = 5
/** Large results that are sent for one target, each but the first because too much happened while the one before was sent. */
const SENDINGS_MAX = 3
/** Times that what happened meanwhile is judged while commits are passed on; then once more while they wait. */
const JUDGEMENTS_MAX = 3

/** Documents as they are now; undefined: not there. */
export type Documents = ReadonlyMap<string, Document | undefined>

export interface Reading {
  /** Where changes of the result go. */
  readonly holdFeeds: () => readonly Feed[]
  readonly release: () => void
  /** Undefined: the result is too large to be handed over at once. */
  readonly read: (version: Version) => Promise<LoadedResult | undefined>
  /** Throws unless the client may have these documents as they are. Absent: whatever they are is granted. */
  readonly judge?: (documents: Documents) => Promise<void>
}

export type TakeDocuments = (documents: readonly Document[]) => Promise<void>

/**
 * Joins by `join`, which says whether it did. A result that is too large for it is sent while it is read, as it was at one version,
 * and joining begins anew for a client that has that.
 */
export async function joinInSteps(
  first: Join,
  join: (step: Join) => Promise<boolean>,
  readAll: (version: Version, take: TakeDocuments) => Promise<void>,
): Promise<void> {
  let step = first
  for (let sendings = 0; !(await join(step)); sendings++) {
    if (sendings === SENDINGS_MAX) throw tooManyChanges()
    const { version } = first.hub
    let isReset = step.resume !== undefined
    await readAll(version, async (documents) => {
      const bytes = documents.reduce((sum, document) => sum + heldBytes(document), 0)
      first.memory.take(bytes)
      await first.send(documents, { isReset })
      first.memory.give(bytes)
      if (first.target.isGone) throw new StatusError('cancelled', 'TARGET_GONE', 'Nobody listens any more.')
      isReset = false
    })
    step = { ...first, resume: { since: version }, isCounted: false }
  }
}

/** Reads at the version of the hub while the feeds already collect what comes after it. False: the result is too large. */
export async function joinFeeds(
  { hub, target, memory, settle, prepareNames, deliver }: Join,
  reading: Reading,
): Promise<boolean> {
  const { holdFeeds, release, read, judge } = reading
  for (let loads = 0; loads < LOADS_MAX; loads++) {
    const { load, feeds } = await hub.run(() => {
      const held = { load: new Load(hub.version, memory), feeds: holdFeeds() }
      for (const feed of held.feeds) feed.add(held.load)
      return held
    })
    /** Between two commits: brings the result up to date and joins, unless something has to be judged first. */
    const joinNow = async (result: LoadedResult, isLastTime: boolean): Promise<'joined' | 'behind' | Documents> => {
      if (target.isGone) return 'joined'
      if (load.isBehind) return 'behind'
      const changed = load.applyTo(result)
      if (judge !== undefined && changed.size > 0) {
        if (!isLastTime) return changed
        await judge(changed)
      }
      await settle()
      if (target.isGone) return 'joined'
      for (const feed of feeds) feed.add(target)
      target.follow(() => {
        for (const feed of feeds) feed.remove(target)
        release()
      })
      deliver(result)
      return 'joined'
    }
    try {
      const result = await read(load.version)
      if (result === undefined) return target.isGone
      if (result.names !== undefined) await prepareNames(result.names)
      let outcome: Awaited<ReturnType<typeof joinNow>> = new Map()
      for (let judgements = 0; outcome instanceof Map; judgements++) {
        if (outcome.size > 0) await judge?.(outcome)
        const isLastTime = judgements === JUDGEMENTS_MAX
        outcome = await hub.run(() => joinNow(result, isLastTime))
      }
      if (outcome === 'joined') return true
    } finally {
      for (const feed of feeds) feed.remove(load)
      load.release()
    }
  }
  throw tooManyChanges()
}

export function tooManyChanges(): StatusError {
  const text = 'The result changes faster than it can be read. Try again.'
  return new StatusError('unavailable', 'TOO_MANY_CHANGES', text)
}
