import { grains, type Grain } from './time-steps.ts'
import { readStep, type FunnelStepAsked } from './funnel-step.ts'
import { defaultSpan, isRange, spans, type Comparison, type Span } from '../../shared/reports/date-range.ts'

export const views = ['users', 'realtime', 'events', 'screens', 'audience', 'retention', 'funnel', 'log'] as const
export type AnalyticsView = (typeof views)[number]

export const chartMetrics = [
  'activeUsers',
  'newUsers',
  'sessions',
  'screenPageViews',
  'eventCount',
  'userEngagementDuration',
] as const
export type ChartMetric = (typeof chartMetrics)[number]

/** Seconds from the first step of a funnel to its last. */
export const windows = [3600, 86_400, 604_800, 2_592_000] as const
export type FunnelWindow = (typeof windows)[number]

export const stepsMax = 10

/** What the address of the screen says; what is absent is as usual. */
export interface AnalyticsSearch {
  readonly report?: AnalyticsView
  readonly days?: Span
  /** A range of its own, instead of `days`. */
  readonly from?: string
  readonly to?: string
  /** Absent: charts are held against the days before, tables against nothing. */
  readonly compare?: Comparison | 'none'
  /** An app id. */
  readonly app?: string
  readonly metric?: ChartMetric
  /** What a point of a chart stands for; absent: a day. */
  readonly grain?: Exclude<Grain, 'day'>
  /** The event that is open, or that the log is narrowed to. */
  readonly event?: string
  /** The parameter of that event whose values are shown. */
  readonly param?: string
  /** The user property whose values are shown. */
  readonly property?: string
  /** Screens by path instead of by name. */
  readonly by?: 'path'
  readonly unit?: 'day'
  readonly steps?: readonly FunnelStepAsked[]
  readonly window?: FunnelWindow
  /** The client id that the log is narrowed to. */
  readonly client?: string
}

/** What an address asks for; what can't be read is left out. */
export function readAnalyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { from, to, steps } = search
  const range = { start: from as string, end: to as string }
  const isOwnRange = isRange(range)
  const view = views.find((one) => one === search['report'])
  const days = spans.find((one) => one === search['days'])
  const metric = chartMetrics.find((one) => one === search['metric'])
  const grain = grains.find((one) => one === search['grain'])
  const window = windows.find((one) => one === search['window'])
  const { compare } = search
  return {
    ...(view !== undefined && view !== 'users' && { report: view }),
    ...(!isOwnRange && days !== undefined && days !== defaultSpan && { days }),
    ...(isOwnRange && { from: range.start, to: range.end }),
    ...((compare === 'none' || compare === 'before' || compare === 'year') && { compare }),
    ...textOf(search, 'app'),
    ...(metric !== undefined && metric !== 'activeUsers' && { metric }),
    ...(grain !== undefined && grain !== 'day' && { grain }),
    ...textOf(search, 'event'),
    ...textOf(search, 'param'),
    ...textOf(search, 'property'),
    ...(search['by'] === 'path' && { by: 'path' as const }),
    ...(search['unit'] === 'day' && { unit: 'day' as const }),
    ...(Array.isArray(steps) && { steps: steps.flatMap((step) => readStep(step) ?? []).slice(0, stepsMax) }),
    ...(window !== undefined && window !== 86_400 && { window }),
    ...textOf(search, 'client'),
  }
}

/** The router reads a bare number in a hand-written address as one. */
function textOf<Name extends string>(search: Record<string, unknown>, name: Name): { readonly [Key in Name]?: string } {
  const value = search[name]
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return {}
  return { [name]: String(value) } as { readonly [Key in Name]?: string }
}
