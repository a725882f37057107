import { postReport, postRealtimeReport, type ReportAnswer } from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import type { DateRange } from './date-range.ts'

interface ReportRow {
  /** Values in the order of the dimensions. */
  readonly keys: readonly string[]
  /** In the order of the metrics. */
  readonly values: readonly number[]
}

export interface Report {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly rows: readonly ReportRow[]
  /** Of all rows, also those that were not asked for. */
  readonly rowCount: number
  /** Relative, of the users that are estimated; 0 when all are counted. */
  readonly standardError: number
  /** Rare values are added up in the row `(other)`. */
  readonly hasOther: boolean
}

function readReport({
  dimensionHeaders = [],
  metricHeaders = [],
  rows = [],
  rowCount,
  metadata,
}: ReportAnswer): Report {
  return {
    dimensions: dimensionHeaders.map(({ name }) => name),
    metrics: metricHeaders.map(({ name }) => name),
    rows: rows.map(({ dimensionValues = [], metricValues = [] }) => ({
      keys: dimensionValues.map((one) => one.value),
      values: metricValues.map((one) => Number(one.value)),
    })),
    rowCount: rowCount ?? rows.length,
    standardError: metadata?.usersStandardError ?? 0,
    hasOther: metadata?.dataLossFromOtherRow ?? false,
  }
}

/** What is asked of the roll-ups. */
export interface ReportQuestion {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly range: DateRange
  readonly before?: DateRange | undefined
  /** Values that dimensions must have. */
  readonly where?: Readonly<Record<string, string | undefined>>
  /** Rows, the largest of the first metric first. */
  readonly limit?: number
}

/** The body of `runReport` for a question. */
export function reportBody({ dimensions, metrics, range, before, where = {}, limit = 1000 }: ReportQuestion): object {
  const filters = Object.entries(where).flatMap(([fieldName, value]) =>
    value === undefined
      ? []
      : [{ filter: { fieldName, stringFilter: { matchType: 'EXACT', value, caseSensitive: true } } }],
  )
  return {
    dateRanges: [
      rangeBody(range, rangeNames.now),
      ...(before === undefined ? [] : [rangeBody(before, rangeNames.before)]),
    ],
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((name) => ({ name })),
    ...(filters.length === 1 && { dimensionFilter: filters[0] }),
    ...(filters.length > 1 && { dimensionFilter: { andGroup: { expressions: filters } } }),
    limit: String(limit),
  }
}

export async function runReport(project: ProjectSession, question: ReportQuestion): Promise<Report> {
  const answer = await callApi(postReport, { project: project.id, body: reportBody(question) }, project)
  return readReport(answer)
}

function rangeBody({ start, end }: DateRange, name: string): object {
  return { startDate: start, endDate: end, name }
}

interface RealtimeQuestion {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** An app id. */
  readonly app?: string | undefined
}

/** The body of `runRealtimeReport` for a question about the last 30 minutes. */
export function realtimeBody({ dimensions, metrics, app }: RealtimeQuestion): object {
  return {
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((name) => ({ name })),
    ...(app !== undefined && {
      dimensionFilter: { filter: { fieldName: 'streamId', stringFilter: { matchType: 'EXACT', value: app } } },
    }),
    limit: '100',
  }
}

export async function runRealtimeReport(project: ProjectSession, question: RealtimeQuestion): Promise<Report> {
  const answer = await callApi(postRealtimeReport, { project: project.id, body: realtimeBody(question) }, project)
  return readReport(answer)
}

const questions = {
  all: { dimensions: [], metrics: ['activeUsers', 'eventCount'] },
  minutes: { dimensions: ['minutesAgo'], metrics: ['activeUsers', 'eventCount'] },
  events: { dimensions: ['eventName'], metrics: ['eventCount', 'activeUsers'] },
  screens: { dimensions: ['unifiedScreenName'], metrics: ['activeUsers', 'screenPageViews'] },
  platforms: { dimensions: ['platform'], metrics: ['activeUsers', 'eventCount'] },
  countries: { dimensions: ['country'], metrics: ['activeUsers', 'eventCount'] },
} as const

export type RealtimeReports = Readonly<Record<keyof typeof questions, Report>>

/** Who is here now, by minute, event, screen, platform and country. */
export async function runRealtimeReports(project: ProjectSession, app: string | undefined): Promise<RealtimeReports> {
  const reports = await Promise.all(
    Object.entries(questions).map(
      async ([name, question]) => [name, await runRealtimeReport(project, { ...question, app })] as const,
    ),
  )
  return Object.fromEntries(reports) as Record<keyof typeof questions, Report>
}

/** A row of a report with what it was in the range it is compared with. Numbers are in the order of the metrics. */
export interface ComparedRow {
  readonly keys: readonly string[]
  readonly now: readonly number[]
  /** Undefined without a comparison; zeros where nothing was then. */
  readonly before: readonly number[] | undefined
}

export const rangeNames = { now: 'now', before: 'before' } as const

/** Brings the rows of both ranges together by their dimensions, in the order in which they first come. */
export function comparedRows({ dimensions, metrics, rows }: Report): readonly ComparedRow[] {
  const at = dimensions.indexOf('dateRange')
  if (at < 0) return rows.map(({ keys, values }) => ({ keys, now: values, before: undefined }))
  const none = metrics.map(() => 0)
  const found = new Map<string, { keys: readonly string[]; now: readonly number[]; before: readonly number[] }>()
  for (const { keys: all, values } of rows) {
    const keys = all.toSpliced(at, 1)
    const id = JSON.stringify(keys)
    const row = found.get(id) ?? { keys, now: none, before: none }
    found.set(id, { ...row, [all[at] === rangeNames.before ? 'before' : 'now']: values })
  }
  return [...found.values()]
}

/** How much more it is now, as a share: 0.1 is a tenth more. Undefined where it was nothing. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before
}
