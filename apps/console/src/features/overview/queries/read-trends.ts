import type { ProjectSession } from '../../../backend/sdk/project-session.ts'
import { comparedRows } from '../../../shared/reports/compared-rows.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'
import { comparedRange, lastDays } from '../../../shared/reports/range-days.ts'
import { runReport } from '../../../shared/reports/run-report.ts'
import { dayIn } from '../../../shared/reports/time-zone.ts'
import type { Span } from '../overview-search.ts'
import { type ActivePeople, type Trends, trendsOf } from '../trends.ts'
import { listTrends } from './list-trends.ts'

/** How a project went in the last days, and in as many before. */
export async function readTrends(project: ProjectSession, span: Span): Promise<Trends> {
  const range = lastDays(span, dayIn('UTC', Date.now()))
  const [days, people] = await Promise.all([listTrends(project, span * 2), countPeople(project, range)])
  return trendsOf(days, people, span)
}

async function countPeople(project: ProjectSession, range: DateRange): Promise<ActivePeople> {
  const metrics = ['activeUsers']
  const [daily, whole] = await Promise.all([
    runReport(project, { dimensions: ['date'], metrics, range }),
    runReport(project, { dimensions: [], metrics, range, before: comparedRange(range, 'before') }),
  ])
  const [total] = comparedRows(whole)
  return {
    byDay: new Map(daily.rows.map(({ keys: [date = ''], values: [people = 0] }) => [dayOfReport(date), people])),
    now: total?.now[0] ?? 0,
    before: total?.before?.[0] ?? 0,
  }
}

/** `20261120` as `2026-11-20`. */
function dayOfReport(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
}
