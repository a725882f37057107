import { StatusError } from '@hearth/model'
import type { ProjectStore, ReadSnapshot } from '../../persistence/persistence.ts'
import { readSettings } from '../analytics-settings.ts'
import { readActivity } from '../roll-up/activity-records.ts'
import type { GuessCountry } from '../roll-up/dimensions.ts'
import { readRawCells } from './raw-cells.ts'
import type { DayRange, Report, ReportShape, MinuteRange } from './report-request.ts'
import { ReportTable, type ReportCell } from './report-table.ts'
import { dayPrefix, minutePrefix, parsePartitionKey, type CellRow } from '../roll-up/partition.ts'
import { PARTITION_SPACE } from '../roll-up/roller.ts'
import { Turn } from '../../lib/turn.ts'

/** A record of many users has some 50 KB: a page is read at one go. */
const PARTITIONS_PER_PAGE = 100

export interface ReportRequest extends ReportShape {
  readonly ranges: readonly DayRange[]
}

export interface ReportSources {
  readonly store: ProjectStore
  /** The ids of the project's apps. */
  readonly apps: readonly string[]
  readonly guessCountry: () => Promise<GuessCountry>
}

/**
 * A report of what is rolled up. Throws `invalid-argument`/`REPORT_TOO_LARGE` and, for metrics and dimensions that do not go together,
 * `INCOMPATIBLE_METRICS`.
 */
export async function runReport(sources: ReportSources, request: ReportRequest): Promise<Report> {
  const table = new ReportTable(
    request,
    request.ranges.map(({ name }) => name),
  )
  const needed = new Set([...request.dimensions, ...request.filtered].flatMap(({ stored }) => stored ?? []))
  const [own, ...others] = new Set(request.metrics.flatMap(({ stored }) => stored ?? []))
  if (others.length > 0) throw incompatible('A report adds up one parameter at a time.')
  const isActivityAsked = request.metrics.some(({ isActivity }) => isActivity)
  if (isActivityAsked) requireDaysOnly(request)

  const isRaw = needed.size > 1 || (own !== undefined && needed.size === 1 && !needed.has(own))
  for (const range of request.ranges) {
    if (isRaw) {
      const guessCountry = await sources.guessCountry()
      for await (const cells of readRawCells(sources.store, guessCountry, [...needed], own, range)) {
        for (const cell of cells) table.add(cell, range.name)
      }
      continue
    }
    await sources.store.read(async (snapshot) => {
      const [dimension] = needed
      for await (const cells of readRolledCells(snapshot, 'day', dimension, range)) {
        for (const cell of cells) table.add(cell, range.name)
      }
      if (own !== undefined && dimension !== own) {
        for await (const cells of readRolledCells(snapshot, 'day', own, range)) {
          for (const cell of cells) table.add(cell, range.name, true)
        }
      }
      if (isActivityAsked) await addActivity(snapshot, sources.apps, request, range, table)
    })
  }
  return table.toReport((await readSettings(sources.store)).timeZone)
}

/** The users in windows of days, of the last day of each row. */
async function addActivity(
  snapshot: ReadSnapshot,
  apps: readonly string[],
  { app, dimensions }: ReportRequest,
  range: DayRange,
  table: ReportTable,
): Promise<void> {
  const byApp = await Promise.all(
    apps.filter((id) => app === undefined || id === app).map((id) => readActivity(snapshot, id, range)),
  )
  for (let day = range.first; day <= range.last; day++) {
    const values = dimensions.map(({ read }) => read(dayCell(day)))
    const counts = byApp.map((days) => days.get(day) ?? [])
    table.groupOf(values, range.name).sums.activity = [0, 1, 2].map((window) =>
      counts.reduce((sum, users) => sum + (users[window] ?? 0), 0),
    )
  }
}

function dayCell(period: number) {
  const none = { app: '', event: '', count: 0, engagementMs: 0, valueSum: 0, ownSum: 0, ownCount: 0 }
  return { ...none, period, valueOf: () => '', addUsersTo() {} }
}

function requireDaysOnly({ dimensions, dimensionFilter }: ReportRequest): void {
  const other = dimensions.find(({ isOfDay }) => !isOfDay)
  if (other !== undefined || dimensionFilter !== undefined) {
    throw incompatible('Users of 1, 7 and 28 days are counted by days and longer alone, and without a filter.')
  }
}

function incompatible(message: string): StatusError {
  return new StatusError('invalid-argument', 'INCOMPATIBLE_METRICS', message)
}

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

/** The roll-ups of a dimension, or of events as a whole, in a range of days or minutes; in pages, between which others have their turn. */
async function* readRolledCells(
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
