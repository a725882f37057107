import type { ProjectStore } from '../../persistence/persistence.ts'
import { Turn } from '../../lib/turn.ts'
import { type LogBlock, logKeyAt, readLog } from '../event-log.ts'
import { DAY_MS } from '../days.ts'
import { LATE_MS_MAX } from '../intake/keep-batch.ts'

/** Events that one answer reads one by one. */
export const RAW_EVENTS_MAX = 500_000
const BLOCKS_PER_PAGE = 20

/**
 * The records of the log that may have events of a range of days, whatever the time zone, in the order in which they came; in pages, between
 * which others have their turn. Throws what `tooLarge` makes when they have more than 500,000 events.
 */
export async function* readRawBlocks(
  store: ProjectStore,
  { first, last }: { first: number; last: number },
  tooLarge: () => Error,
): AsyncIterable<readonly LogBlock[]> {
  // Nowhere does a day begin more than a day before or after it begins in UTC.
  let after = logKeyAt((first - 1) * DAY_MS - 1)
  // Events may have come late.
  const before = logKeyAt((last + 2) * DAY_MS + LATE_MS_MAX)
  let events = 0
  const turn = new Turn()
  for (;;) {
    const start = after
    const page = await store.read((snapshot) =>
      readLog(snapshot, { after: start, before }, { limit: BLOCKS_PER_PAGE, reverse: false }),
    )
    for (const { batches } of page) for (const batch of batches) events += batch.events.length
    if (events > RAW_EVENTS_MAX) throw tooLarge()
    await turn.pause()
    yield page
    const newest = page.at(-1)
    if (newest === undefined || page.length < BLOCKS_PER_PAGE) return
    after = newest.key
  }
}
