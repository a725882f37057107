import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { dayMs, dayOf } from '../days.ts'
import type { KeptBatch, KeptEvent } from '../event.ts'
import { hashText } from '../hash-text.ts'
import { type GuessCountry, readDimension } from '../roll-up/dimensions.ts'
import { userKey } from '../roll-up/tally.ts'
import { rawEventsMax, readRawBatches } from './raw-batches.ts'
import type { ReportCell } from './report-cell.ts'

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
  const days = { from: range.first * dayMs, to: (range.last + 1) * dayMs }
  for await (const batches of readRawBatches(store, days, tooLarge)) {
    const cells: ReportCell[] = []
    for (const batch of batches) {
      const user = hashText(userKey(batch.appId, batch.clientId))
      for (const event of batch.events) {
        const cell = cellOf(batch, event, user, guessCountry, dimensions, own)
        if (cell !== undefined && cell.period >= range.first && cell.period <= range.last) cells.push(cell)
      }
    }
    yield cells
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
