import type { ReadSnapshot } from '../../persistence/persistence.ts'
import { dayPrefix, minutePrefix, parsePartitionKey, type CellRow } from '../roll-up/partition.ts'
import { PARTITION_SPACE } from '../roll-up/roller.ts'
import { Turn } from '../../lib/turn.ts'
import type { ReportCell } from './report-table.ts'

/** A record of many users has some 50 KB: a page is read at one go. */
const PARTITIONS_PER_PAGE = 100

/** The roll-ups of a dimension, or of events as a whole, in a range of days or minutes; in pages, between which others have their turn. */
export async function* readRolledCells(
  snapshot: ReadSnapshot,
  kind: 'day' | 'minute',
  dimension: string | undefined,
  range: { first: number; last: number },
): AsyncIterable<readonly ReportCell[]> {
  const prefixOf = kind === 'day' ? dayPrefix : minutePrefix
  let start = prefixOf(dimension ?? '', range.first)
  const end = prefixOf(dimension ?? '', range.last + 1)
  const turn = new Turn()
  for (;;) {
    const page = await snapshot.listRecords(
      PARTITION_SPACE,
      { start, end },
      { limit: PARTITIONS_PER_PAGE, reverse: false },
    )
    await turn.pause()
    yield page.flatMap(({ key, value }) => cellsOf(key, value))
    const last = page.at(-1)
    if (last === undefined || page.length < PARTITIONS_PER_PAGE) return
    start = `${last.key}\0`
  }
}

function cellsOf(key: string, text: string): ReportCell[] {
  const { period, app, event } = parsePartitionKey(key)
  return (JSON.parse(text) as CellRow[]).map(
    ([value, count, engagementMs, valueSum, users, ownSum = 0, ownCount = 0]) => ({
      period,
      app,
      event,
      valueOf: () => value,
      count,
      engagementMs,
      valueSum,
      ownSum,
      ownCount,
      addUsersTo: (set) => set.addEncoded(users),
    }),
  )
}
