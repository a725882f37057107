import type { ChartSeries } from './chart-model.ts'

/** Where things stand in a chart, in pixels from its left upper corner. */
export interface ChartGeometry {
  readonly kind: 'line' | 'bars'
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** How much larger than usual the reader has their letters. */
  readonly zoom: number
  readonly isNarrow: boolean
  /** Of each point. */
  readonly xs: readonly number[]
  /** From one point to the next. */
  readonly step: number
  readonly yOf: (value: number) => number
}

export interface ChartRoom {
  readonly kind: 'line' | 'bars'
  readonly width: number
  readonly height: number
  readonly zoom: number
  readonly count: number
  /** The upper end of the values. */
  readonly valueTop: number
  /** Pills need room above the lines. */
  readonly hasMarks: boolean
}

/** Up to this width it is a phone's, in pixels. */
export const narrowWidth = 500

export function geometryOf({ kind, width, height, zoom, count, valueTop, hasMarks }: ChartRoom): ChartGeometry {
  const isNarrow = width < narrowWidth * zoom
  const left = (isNarrow ? 52 : 60) * zoom
  const right = width - (isNarrow ? 16 : 24) * zoom
  const top = (hasMarks ? 30 : 12) * zoom
  const bottom = height - 28 * zoom
  const room = Math.max(1, right - left)
  // Bars stand in the middle of their share of the width; a single point in the middle of it all.
  const step = kind === 'bars' ? room / Math.max(1, count) : room / Math.max(1, count - 1)
  const xs = Array.from({ length: count }, (_, at) =>
    kind === 'bars' ? left + (at + 0.5) * step : count === 1 ? (left + right) / 2 : left + at * step,
  )
  const yOf = (value: number): number => bottom - (value / valueTop) * (bottom - top)
  return { kind, width, height, left, right, top, bottom, zoom, isNarrow, xs, step, yOf }
}

/** The point that is nearest to a place. */
export function pointAt({ kind, left, step, xs }: ChartGeometry, x: number): number {
  const at = kind === 'bars' ? Math.floor((x - left) / step) : Math.round((x - left) / step)
  return Math.min(xs.length - 1, Math.max(0, at))
}

/** The highest value that is drawn: of a stack, its parts together. */
export function highestOf(series: readonly ChartSeries[], isStacked: boolean): number {
  if (!isStacked) return Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const length = series[0]?.values.length ?? 0
  return Array.from({ length }, (_, at) => stackedTo(series, at, series.length)).reduce(
    (most, one) => Math.max(most, one),
    0,
  )
}

/** What the first so many series of a stack come to at a point. */
export function stackedTo(series: readonly ChartSeries[], at: number, count: number): number {
  return series.slice(0, count).reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
}
