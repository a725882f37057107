import { z } from 'zod'
import { type ParsedDimension, parseDimension } from '../../analytics/reports/dimension-names.ts'
import { type ParsedMetric, parseMetric } from '../../analytics/reports/metric-names.ts'
import { aggregations, type ReportOrder, type ReportShape } from '../../analytics/reports/report-request.ts'
import { MINUTES_AGO_MAX, type RealtimeReportRequest, type ReportRequest } from '../../analytics/reports/run-report.ts'
import { decodeDayRange } from './decode-days.ts'
import { decodeFilter, type FilterContext } from './decode-filter.ts'
import { invalidReport } from './invalid-report.ts'

const DIMENSIONS_MAX = 9
const METRICS_MAX = 10
const RANGES_MAX = 4
const ROWS_MAX = 250_000
const ROWS_DEFAULT = 10_000

/** An int64 as protobuf's JSON has it: a text, or a number. */
const int64 = z.union([z.string().regex(/^\d{1,12}$/, 'It must be a whole number.'), z.number().int().min(0)])
const named = z.strictObject({ name: z.string().max(100) })
const order = z.strictObject({
  desc: z.boolean().optional(),
  metric: z.strictObject({ metricName: z.string().max(100) }).optional(),
  dimension: z
    .strictObject({
      dimensionName: z.string().max(100),
      orderType: z
        .enum(['ORDER_TYPE_UNSPECIFIED', 'ALPHANUMERIC', 'CASE_INSENSITIVE_ALPHANUMERIC', 'NUMERIC'])
        .optional(),
    })
    .optional(),
})
const common = {
  property: z.string().max(100).optional(),
  dimensions: z.array(named).max(DIMENSIONS_MAX, `A report has at most ${DIMENSIONS_MAX} dimensions.`).default([]),
  metrics: z.array(named).max(METRICS_MAX, `A report has at most ${METRICS_MAX} metrics.`).default([]),
  dimensionFilter: z.unknown().optional(),
  metricFilter: z.unknown().optional(),
  orderBys: z.array(order).max(20).default([]),
  metricAggregations: z.array(z.enum(['METRIC_AGGREGATION_UNSPECIFIED', ...aggregations])).default([]),
  limit: int64.optional(),
  returnPropertyQuota: z.boolean().optional(),
}
const range = z.strictObject({
  startDate: z.string(),
  endDate: z.string(),
  name: z.string().min(1).max(100).optional(),
})
const reportRequest = z.strictObject({
  ...common,
  dateRanges: z
    .array(range)
    .min(1, 'A report has at least one date range.')
    .max(RANGES_MAX, `A report has at most ${RANGES_MAX} date ranges.`),
  offset: int64.optional(),
  keepEmptyRows: z.boolean().optional(),
  currencyCode: z.string().max(3).optional(),
})
const minute = z.number().int().min(0).max(MINUTES_AGO_MAX)
const minuteRange = z.strictObject({
  startMinutesAgo: minute.default(MINUTES_AGO_MAX),
  endMinutesAgo: minute.default(0),
  name: z.string().min(1).max(100).optional(),
})
const realtimeRequest = z.strictObject({
  ...common,
  minuteRanges: z.array(minuteRange).max(2, 'A real-time report has at most 2 minute ranges.').default([]),
})

type Common = z.infer<z.ZodObject<typeof common>>

/** A `RunReportRequest`, of one app or of all. Throws `invalid-argument`. */
export function decodeReport(json: unknown, app: string | undefined, today: number): ReportRequest {
  const request = parse(reportRequest, json)
  const ranges = request.dateRanges.map((one, index) => decodeDayRange(one, `date_range_${index}`, today))
  requireDifferent(ranges)
  const offset = Number(request.offset ?? 0)
  return { ...decodeShape(request, 'days', app), ranges, offset, keepEmptyRows: request.keepEmptyRows ?? false }
}

/** A `RunRealtimeReportRequest`. Throws `invalid-argument`. */
export function decodeRealtimeReport(json: unknown, app: string | undefined): RealtimeReportRequest {
  const request = parse(realtimeRequest, json)
  const asked = request.minuteRanges.length > 0 ? request.minuteRanges : [minuteRange.parse({})]
  const ranges = asked.map(({ startMinutesAgo: from, endMinutesAgo: to, name }, index) => {
    if (from < to) throw invalidReport('minuteRanges: A range ends after it starts; startMinutesAgo is the larger.')
    return { from, to, name: name ?? `date_range_${index}` }
  })
  requireDifferent(ranges)
  return { ...decodeShape(request, 'realtime', app), ranges }
}

function decodeShape(request: Common, kind: 'days' | 'realtime', app: string | undefined): ReportShape {
  const dimensions = request.dimensions.map(({ name }) => parseDimension(name, kind))
  const metrics = request.metrics.map(({ name }) => parseMetric(name, kind))
  if (dimensions.length + metrics.length === 0) throw invalidReport('A report has at least one dimension or metric.')
  const filtered: ParsedDimension[] = []
  const dimensionContext: FilterContext = {
    isNumber: false,
    noteField(name) {
      if (!filtered.some((one) => one.name === name)) filtered.push(parseDimension(name, kind))
    },
  }
  const metricContext: FilterContext = {
    isNumber: true,
    noteField(name) {
      if (metrics.some((metric) => metric.name === name)) return
      throw invalidReport(`metricFilter: ${name.slice(0, 80)} is no metric of this report.`)
    },
  }
  const { limit } = request
  return {
    app,
    dimensions,
    metrics,
    dimensionFilter: decodeFilter(request.dimensionFilter, 'dimensionFilter', dimensionContext),
    filtered,
    metricFilter: decodeFilter(request.metricFilter, 'metricFilter', metricContext),
    orders: decodeOrders(request.orderBys, dimensions, metrics),
    aggregations: aggregations.filter((one) => request.metricAggregations.includes(one)),
    offset: 0,
    limit: limit === undefined || Number(limit) === 0 ? ROWS_DEFAULT : Math.min(Number(limit), ROWS_MAX),
    keepEmptyRows: false,
  }
}

/** By the first metric, largest first, unless asked. */
function decodeOrders(
  orders: Common['orderBys'],
  dimensions: readonly ParsedDimension[],
  metrics: readonly ParsedMetric[],
): ReportOrder[] {
  if (orders.length === 0 && metrics.length > 0) return [{ by: 'metric', index: 0, order: 'NUMERIC', desc: true }]
  return orders.map(({ metric, dimension, desc = false }) => {
    if (metric !== undefined) {
      const index = metrics.findIndex(({ name }) => name === metric.metricName)
      if (index >= 0) return { by: 'metric', index, order: 'NUMERIC', desc }
    }
    if (dimension !== undefined) {
      const index = dimensions.findIndex(({ name }) => name === dimension.dimensionName)
      const { orderType = 'ALPHANUMERIC' } = dimension
      const wanted = orderType === 'ORDER_TYPE_UNSPECIFIED' ? 'ALPHANUMERIC' : orderType
      if (index >= 0) return { by: 'dimension', index, order: wanted, desc }
    }
    throw invalidReport('orderBys: It names a metric or a dimension of this report.')
  })
}

function requireDifferent(ranges: readonly { name: string }[]): void {
  if (new Set(ranges.map(({ name }) => name)).size === ranges.length) return
  throw invalidReport('Two ranges have the same name.')
}

function parse<Shape>(schema: z.ZodType<Shape>, json: unknown): Shape {
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join('.') ?? ''
  throw invalidReport(path === '' ? (issue?.message ?? 'The request is not valid.') : `${path}: ${issue?.message}`)
}
