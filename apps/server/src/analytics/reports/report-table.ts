import { StatusError } from '@hearth/model'
import { OTHER_VALUES } from '../roll-up/dimensions.ts'
import { USERS_STANDARD_ERROR, type UserSet } from '../roll-up/user-set.ts'
import { Sums } from './metric-names.ts'
import { type Aggregation, matchesFilter, type Report, type ReportRow, type ReportShape } from './report-request.ts'

/** What a report adds up: all events of one period, app, name and value of the dimensions that it needs. */
export interface ReportCell {
  /** The day; in a real-time report the minute. */
  readonly period: number
  readonly app: string
  readonly event: string
  /** Of a stored dimension; undefined where the events have none. */
  readonly valueOf: (dimension: string) => string
  readonly count: number
  readonly engagementMs: number
  readonly valueSum: number
  readonly ownSum: number
  readonly ownCount: number
  readonly addUsersTo: (set: UserSet) => void
}

const ROWS_MAX = 250_000

interface Group {
  readonly dimensions: readonly string[]
  readonly range: string
  readonly sums: Sums
}

/** The rows of a report while its cells are added up. */
export class ReportTable {
  readonly #shape: ReportShape
  readonly #ranges: readonly string[]
  readonly #groups = new Map<string, Group>()
  readonly #needsUsers: boolean
  #hasOther = false

  /** `ranges`: names of the ranges, which are a dimension where there are several. */
  constructor(shape: ReportShape, ranges: readonly string[]) {
    this.#shape = shape
    this.#ranges = ranges
    this.#needsUsers = shape.metrics.some(({ needsUsers }) => needsUsers)
  }

  /** `ownOnly`: the cell is one of a parameter, and the report counts the events elsewhere. */
  add(cell: ReportCell, range: string, ownOnly = false): void {
    const { app, dimensions, dimensionFilter, filtered } = this.#shape
    if (app !== undefined && cell.app !== app) return
    if (dimensionFilter !== undefined) {
      // What the filter asks for may be among the others.
      if (filtered.some(({ read }) => read(cell) === OTHER_VALUES)) this.#hasOther = true
      const valueOf = (field: string): string => filtered.find(({ name }) => name === field)?.read(cell) ?? ''
      if (!matchesFilter(dimensionFilter, valueOf)) return
    }
    const values = dimensions.map(({ read }) => read(cell))
    if (values.includes(OTHER_VALUES)) this.#hasOther = true
    const { sums } = this.groupOf(values, range)
    if (ownOnly) {
      sums.ownSum += cell.ownSum
      sums.ownCount += cell.ownCount
    } else sums.add(cell, this.#needsUsers)
  }

  /** The row with these values, made when it is absent. Throws `invalid-argument`/`REPORT_TOO_LARGE`. */
  groupOf(dimensions: readonly string[], range: string): Group {
    const key = `${range}\0${dimensions.join('\0')}`
    let group = this.#groups.get(key)
    if (group === undefined) {
      if (this.#groups.size >= ROWS_MAX) {
        const text = `A report has at most ${ROWS_MAX} rows. Choose fewer days or dimensions, or a filter.`
        throw new StatusError('invalid-argument', 'REPORT_TOO_LARGE', text)
      }
      group = { dimensions, range, sums: new Sums() }
      this.#groups.set(key, group)
    }
    return group
  }

  toReport(timeZone: string): Report {
    const { dimensions, metrics, metricFilter, aggregations, keepEmptyRows, offset, limit } = this.#shape
    const groups: Group[] = []
    const rows: ReportRow[] = []
    for (const group of this.#groups.values()) {
      const row = this.#rowOf(group)
      if (!keepEmptyRows && metrics.length > 0 && row.metrics.every((metric) => metric === 0)) continue
      if (metricFilter !== undefined && !matchesFilter(metricFilter, (name) => this.#metricOf(row, name))) continue
      groups.push(group)
      rows.push(row)
    }
    const totals = aggregations.includes('TOTAL') ? this.#totals(groups) : []
    const aggregated = new Map(
      aggregations.map((kind) => [
        kind,
        kind === 'TOTAL' ? totals.map((group) => this.#rowOf(group)) : this.#aggregate(kind, groups, rows),
      ]),
    )
    rows.sort((one, other) => this.#compare(one, other))
    const isEstimated = this.#needsUsers && [...groups, ...totals].some(({ sums }) => !sums.users.isExact)
    const names = dimensions.map(({ name }) => name)
    return {
      dimensionNames: this.#ranges.length > 1 ? [...names, 'dateRange'] : names,
      metrics,
      rows: rows.slice(offset, offset + limit),
      rowCount: rows.length,
      aggregated,
      hasOther: this.#hasOther,
      timeZone,
      usersStandardError: isEstimated ? USERS_STANDARD_ERROR : 0,
    }
  }

  #rowOf({ dimensions, range, sums }: Group): ReportRow {
    return {
      dimensions: this.#ranges.length > 1 ? [...dimensions, range] : dimensions,
      metrics: this.#shape.metrics.map(({ read }) => read(sums)),
    }
  }

  #metricOf(row: ReportRow, name: string): string {
    const index = this.#shape.metrics.findIndex((metric) => metric.name === name)
    return String(row.metrics[index] ?? 0)
  }

  /** One for each range. */
  #totals(groups: readonly Group[]): Group[] {
    return this.#ranges.map((range) => {
      const sums = new Sums()
      for (const group of groups) if (group.range === range) sums.merge(group.sums)
      return { dimensions: this.#shape.dimensions.map(() => 'RESERVED_TOTAL'), range, sums }
    })
  }

  #aggregate(kind: Exclude<Aggregation, 'TOTAL'>, groups: readonly Group[], rows: readonly ReportRow[]): ReportRow[] {
    return this.#ranges.map((range) => {
      const own = rows.filter((_row, index) => groups[index]?.range === range)
      const metrics = this.#shape.metrics.map((_metric, index) =>
        aggregate(
          kind,
          own.map((row) => row.metrics[index] ?? 0),
        ),
      )
      const dimensions = this.#shape.dimensions.map(() => `RESERVED_${kind}`)
      return { dimensions: this.#ranges.length > 1 ? [...dimensions, range] : dimensions, metrics }
    })
  }

  #compare(one: ReportRow, other: ReportRow): number {
    for (const { by, index, order, desc } of this.#shape.orders) {
      const difference =
        by === 'metric'
          ? (one.metrics[index] ?? 0) - (other.metrics[index] ?? 0)
          : compareValues(one.dimensions[index] ?? '', other.dimensions[index] ?? '', order)
      if (difference !== 0) return desc ? -difference : difference
    }
    for (const [index, value] of one.dimensions.entries()) {
      const difference = compareTexts(value, other.dimensions[index] ?? '')
      if (difference !== 0) return difference
    }
    return 0
  }
}

function aggregate(kind: Exclude<Aggregation, 'TOTAL'>, values: readonly number[]): number {
  if (kind === 'COUNT') return values.length
  const start = values[0] ?? 0
  return values.reduce((best, value) => (kind === 'MAXIMUM' ? Math.max(best, value) : Math.min(best, value)), start)
}

function compareValues(
  one: string,
  other: string,
  order: 'ALPHANUMERIC' | 'CASE_INSENSITIVE_ALPHANUMERIC' | 'NUMERIC',
) {
  switch (order) {
    case 'ALPHANUMERIC':
      return compareTexts(one, other)
    case 'CASE_INSENSITIVE_ALPHANUMERIC':
      return compareTexts(one.toLowerCase(), other.toLowerCase())
    case 'NUMERIC':
      return (Number(one) || 0) - (Number(other) || 0)
  }
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
