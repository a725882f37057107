import { postReport } from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { rangeNames } from './compared-rows.ts'
import type { DateRange } from './date-range.ts'
import { readReport, type Report } from './report-answer.ts'

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
