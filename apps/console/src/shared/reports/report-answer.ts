import type { ReportAnswer } from '@hearth/api'

export interface ReportRow {
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

export function readReport({
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
