import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { dayMs, dayOf } from '../days.ts'
import type { KeptBatch, KeptEvent } from '../event.ts'
import { logKeyAt, readLog } from '../event-log.ts'
import { hashText } from '../hash-text.ts'
import { lateMsMax } from '../intake/keep-batch.ts'
import { type GuessCountry, readDimension } from '../roll-up/dimensions.ts'
import { userKey } from '../roll-up/tally.ts'
import { Turn } from '../../turn.ts'
import type { ReportCell } from './report-cell.ts'

/** Events that one report reads. */
export const rawEventsMax = 500_000
const blocksPerPage = 20

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
  let after = logKeyAt(range.first * dayMs - 1)
  // Events may have come late.
  const before = logKeyAt((range.last + 1) * dayMs + lateMsMax)
  let events = 0
  const turn = new Turn()
  for (;;) {
    const from = after
    const page = await store.read((snapshot) =>
      readLog(snapshot, { after: from, before }, { limit: blocksPerPage, reverse: false }),
    )
    const cells: ReportCell[] = []
    for (const batch of page.flatMap(({ batches }) => batches)) {
      const user = hashText(userKey(batch.appId, batch.clientId))
      for (const event of batch.events) {
        const cell = cellOf(batch, event, user, guessCountry, dimensions, own)
        if (cell !== undefined && cell.period >= range.first && cell.period <= range.last) cells.push(cell)
      }
      events += batch.events.length
    }
    if (events > rawEventsMax) throw tooLarge()
    await turn.pause()
    yield cells
    const last = page.at(-1)
    if (last === undefined || page.length < blocksPerPage) return
    after = last.key
  }
}

function cellOf(
  batch: KeptBatch,
  event: KeptEvent,
  user: number,
  guessCountry: GuessCountry,
  dimensions: readonly string[],
  own: string | undefined,
): ReportCell | undefined {
  const values = new Map<string, string>()
  for (const dimension of dimensions) {
    const value = readDimension(batch, event, guessCountry, dimension)
    if (value === undefined) return undefined
    values.set(dimension, value)
  }
  const { value } = event.params
  const number = own === undefined ? undefined : event.params[own.slice('customEvent:'.length)]
  return {
    period: dayOf(event.time),
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
    `A report with several dimensions reads the events themselves, at most ${rawEventsMax}. Choose fewer days or dimensions.`,
  )
}
