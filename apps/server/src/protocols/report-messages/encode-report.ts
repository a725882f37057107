import { csvLine } from '@hearth/model'
import type { Report, ReportRow } from '../../analytics/reports/report-request.ts'

/** As a `RunReportResponse` or a `RunRealtimeReportResponse`. */
export function encodeReport(report: Report, kind: 'runReport' | 'runRealtimeReport') {
  const { dimensionNames, metrics, rows, rowCount, aggregated, hasOther, timeZone, usersStandardError } = report
  const [totals, maximums, minimums, counts] = (['TOTAL', 'MAXIMUM', 'MINIMUM', 'COUNT'] as const).map((one) =>
    aggregated.get(one)?.map(encodeRow),
  )
  return {
    dimensionHeaders: dimensionNames.map((name) => ({ name })),
    metricHeaders: metrics.map(({ name, type }) => ({ name, type })),
    rows: rows.map(encodeRow),
    ...(totals && { totals }),
    ...(maximums && { maximums }),
    ...(minimums && { minimums }),
    ...(counts && { counts }),
    rowCount,
    metadata: {
      currencyCode: 'USD',
      timeZone,
      dataLossFromOtherRow: hasOther,
      usersStandardError: Math.round(usersStandardError * 10_000) / 10_000,
    },
    kind: `analyticsData#${kind}`,
  }
}

/** A header row with the names, and the rows of the page. */
export function encodeReportCsv({ dimensionNames, metrics, rows }: Report): string {
  const header = [...dimensionNames, ...metrics.map(({ name }) => name)]
  return encodeCsv([header, ...rows.map((row) => [...row.dimensions, ...row.metrics.map(formatNumber)])])
}

function encodeRow({ dimensions, metrics }: ReportRow) {
  return {
    dimensionValues: dimensions.map((value) => ({ value })),
    metricValues: metrics.map((value) => ({ value: formatNumber(value) })),
  }
}

/** Sums of fractions carry an error of their last digits. */
function formatNumber(value: number): string {
  return String(Number.isInteger(value) ? value : Number(value.toPrecision(12)))
}

/** Lines of cells; what has no value is empty. */
export function encodeCsv(lines: Iterable<readonly (string | number | null)[]>): string {
  let text = ''
  for (const line of lines) text += csvLine(line.map((cell) => cell ?? ''))
  return text
}
