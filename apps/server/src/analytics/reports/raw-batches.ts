import type { ProjectStore } from '../../persistence/persistence.ts'
import { Turn } from '../../turn.ts'
import type { KeptBatch } from '../event.ts'
import { logKeyAt, readLog } from '../event-log.ts'
import { lateMsMax } from '../intake/keep-batch.ts'

/** Events that one answer reads one by one. */
export const rawEventsMax = 500_000
const blocksPerPage = 20

/**
 * The batches that may have events of `[from, to)`, in milliseconds, in the order in which they came; in pages, between which others have
 * their turn. Throws what `tooLarge` makes when they have more than 500,000 events.
 */
export async function* readRawBatches(
  store: ProjectStore,
  { from, to }: { from: number; to: number },
  tooLarge: () => Error,
): AsyncIterable<readonly KeptBatch[]> {
  let after = logKeyAt(from - 1)
  // Events may have come late.
  const before = logKeyAt(to + lateMsMax)
  let events = 0
  const turn = new Turn()
  for (;;) {
    const start = after
    const page = await store.read((snapshot) =>
      readLog(snapshot, { after: start, before }, { limit: blocksPerPage, reverse: false }),
    )
    const batches = page.flatMap((block) => block.batches)
    events += batches.reduce((sum, batch) => sum + batch.events.length, 0)
    if (events > rawEventsMax) throw tooLarge()
    await turn.pause()
    yield batches
    const last = page.at(-1)
    if (last === undefined || page.length < blocksPerPage) return
    after = last.key
  }
}
