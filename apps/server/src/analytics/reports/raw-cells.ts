import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { readSettings } from '../analytics-settings.ts'
import type { KeptBatch, KeptEvent } from '../event.ts'
import { hashText } from '../hash-text.ts'
import { type GuessCountry, readDimension } from '../roll-up/dimensions.ts'
import { userKey } from '../roll-up/tally.ts'
import type { TimeZone } from '../time-zone.ts'
import type { ReportCell } from './report-table.ts'
import { Turn } from '../../lib/turn.ts'
import { type LogBlock, logKeyAt, readLog } from '../event-log.ts'
import { DAY_MS } from '../days.ts'
import { LATE_MS_MAX } from '../intake/keep-batch.ts'

/** Events that one answer reads one by one. */
export const RAW_EVENTS_MAX = 500_000
const BLOCKS_PER_PAGE = 20

/**
 * Each event of a range of days that has all of these dimensions, as it is kept. `own` is the parameter whose numbers are added up.
 * Throws `invalid-argument`/`REPORT_TOO_LARGE`.
 */
export async function* readRawCells(
  store: ProjectStore,
  guessCountry: GuessCountry,
  dimensions: readonly string[],
  own: string | undefined,
  range: { first: number; last: number },
): AsyncIterable<readonly ReportCell[]> {
  const settings = await readSettings(store)
  for await (const blocks of readRawBlocks(store, range, tooLarge)) {
    const cells: ReportCell[] = []
    for (const { key, batches } of blocks) {
      const read = { guessCountry, zone: settings.zoneAt(key), dimensions, own }
      for (const batch of batches) {
        const user = hashText(userKey(batch.appId, batch.clientId))
        for (const event of batch.events) {
          const cell = cellOf(batch, event, user, read)
          if (cell !== undefined && cell.period >= range.first && cell.period <= range.last) cells.push(cell)
        }
      }
    }
    yield cells
  }
}

interface RawReading {
  readonly guessCountry: GuessCountry
  readonly zone: TimeZone
  readonly dimensions: readonly string[]
  readonly own: string | undefined
}

function cellOf(
  batch: KeptBatch,
  event: KeptEvent,
  user: number,
  { dimensions, own, ...sources }: RawReading,
): ReportCell | undefined {
  const values = new Map<string, string>()
  for (const dimension of dimensions) {
    const value = readDimension(batch, event, sources, dimension)
    if (value === undefined) return undefined
    values.set(dimension, value)
  }
  const { value } = event.params
  const number = own === undefined ? undefined : event.params[own.slice('customEvent:'.length)]
  return {
    period: sources.zone.dayOf(event.time),
    app: batch.appId,
    event: event.name,
    valueOf: (dimension) => values.get(dimension) ?? '',
    count: 1,
    engagementMs: event.engagementMs ?? 0,
    valueSum: typeof value === 'number' ? value : 0,
    ownSum: typeof number === 'number' ? number : 0,
    ownCount: typeof number === 'number' ? 1 : 0,
    addUsersTo: (set) => set.add(user),
  }
}

function tooLarge(): StatusError {
  return new StatusError(
    'invalid-argument',
    'REPORT_TOO_LARGE',
    `A report with several dimensions reads the events themselves, at most ${RAW_EVENTS_MAX}. Choose fewer days or dimensions.`,
  )
}

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
