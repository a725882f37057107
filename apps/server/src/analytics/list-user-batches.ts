import { Turn } from '../lib/turn.ts'
import type { ProjectStore } from '../persistence/persistence.ts'
import type { KeptBatch } from './event.ts'
import { readLog } from './event-log.ts'

/** Whose events: those that name the user, and those of installations that the user is signed in on. */
export interface BatchesOf {
  readonly userId: string
  readonly clientIds: ReadonlySet<string>
}

export interface UserBatches {
  /** The newest first; `at` is in microseconds since the epoch. What arrived together has the same. */
  readonly batches: readonly { readonly at: number; readonly batch: KeptBatch }[]
  /** Whatever arrived at this time or later is among them; 0: all that is kept. */
  readonly lookedTo: number
}

const BLOCKS_PER_READ = 4
const EVENTS_LOOKED_AT = 20_000

/** What one user's apps reported, of what arrived before a time in microseconds, until there are so many batches or much was looked at. */
export async function listUserBatches(
  store: ProjectStore,
  { userId, clientIds }: BatchesOf,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<UserBatches> {
  const batches: { at: number; batch: KeptBatch }[] = []
  const turn = new Turn()
  let end = String(Math.max(0, before)).padStart(17, '0')
  for (let looked = 0; ;) {
    const page = await store.read((snapshot) =>
      readLog(snapshot, { before: end }, { limit: BLOCKS_PER_READ, reverse: true }),
    )
    for (const { key, batches: arrived } of page) {
      end = key
      looked += arrived.reduce((sum, { events }) => sum + events.length, 0)
      const own = arrived.filter((batch) => batch.userId === userId || clientIds.has(batch.clientId))
      batches.push(...own.map((batch) => ({ at: Number(key), batch })))
      if (batches.length >= limit || looked >= EVENTS_LOOKED_AT) return { batches, lookedTo: Number(key) }
      await turn.pause()
    }
    if (page.length < BLOCKS_PER_READ) return { batches, lookedTo: 0 }
  }
}
