import { StatusError } from '@hearth/model'
import type { ProjectStore } from '../../persistence/persistence.ts'
import { readSettings } from '../analytics-settings.ts'
import type { MinuteRange, Report, ReportShape } from './report-request.ts'
import { ReportTable } from './report-table.ts'
import { readRolledCells } from './rolled-cells.ts'

/** The oldest minute of a real-time report. */
export const MINUTES_AGO_MAX = 29

export interface RealtimeReportRequest extends ReportShape {
  readonly ranges: readonly MinuteRange[]
}

/**
 * A report of the last minutes; `minute` is the current one. Throws `invalid-argument`/`REPORT_TOO_LARGE` where it takes more than
 * one dimension besides time and event.
 */
export async function runRealtimeReport(
  store: ProjectStore,
  request: RealtimeReportRequest,
  minute: number,
): Promise<Report> {
  const table = new ReportTable(
    request,
    request.ranges.map(({ name }) => name),
  )
  const [dimension, ...others] = new Set(
    [...request.dimensions, ...request.filtered].flatMap((one) => one.stored ?? []),
  )
  if (others.length > 0) {
    const text = 'A real-time report has one dimension besides minutesAgo, eventName, streamId and platform.'
    throw new StatusError('invalid-argument', 'INCOMPATIBLE_DIMENSIONS', text)
  }
  await store.read(async (snapshot) => {
    for (const { from, to, name } of request.ranges) {
      const range = { first: minute - from, last: minute - to }
      for await (const cells of readRolledCells(snapshot, 'minute', dimension, range)) {
        for (const cell of cells) {
          const ago = String(minute - cell.period).padStart(2, '0')
          const valueOf = (asked: string): string => (asked === 'minutesAgo' ? ago : cell.valueOf(asked))
          table.add({ ...cell, valueOf }, name)
        }
      }
    }
  })
  return table.toReport((await readSettings(store)).timeZone)
}
