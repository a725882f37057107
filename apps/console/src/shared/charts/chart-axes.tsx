import type { ChartGeometry } from './chart-geometry.ts'
import type { ChartPoint } from './chart-model.ts'
import { labelPlaces } from './label-places.ts'

/** What a letter of a label is wide, in pixels, about. */
const letterWidth = 6.2
/** Labels stand as far from the edges of the chart, in pixels. */
const edge = 4

/** The grid with the values at its left, and the axis with the points below it. */
export function ChartAxes({
  geometry,
  points,
  ticks,
  format,
}: {
  readonly geometry: ChartGeometry
  readonly points: readonly ChartPoint[]
  readonly ticks: readonly number[]
  readonly format: (value: number) => string
}) {
  const { left, right, bottom, width, height, zoom, isNarrow, xs, yOf } = geometry
  const longest = Math.max(1, ...points.map(({ label }) => label.length))
  const labelWidth = longest * letterWidth * zoom
  const labelled = labelPlaces(
    xs.map((x) => x - edge),
    width - 2 * edge,
    labelWidth,
  )
  const shown = new Set(labelled)
  // More ticks than there is room for say nothing.
  const hasTicks = geometry.step >= 4
  return (
    <g className="fill-chart-label text-[0.71875rem] tabular-nums" stroke="none">
      {ticks.map((value, at) => (
        <g key={value}>
          <line
            x1={left}
            x2={right}
            y1={yOf(value)}
            y2={yOf(value)}
            className={at === 0 ? 'stroke-chart-axis' : 'stroke-chart-grid'}
          />
          {isSaid(at, ticks.length, isNarrow) && (
            <text x={left - 10 * zoom} y={yOf(value)} dy="0.35em" textAnchor="end">
              {format(value)}
            </text>
          )}
        </g>
      ))}
      {points.map(({ id, label }, at) => {
        const x = xs[at] ?? 0
        if (!shown.has(at)) {
          return hasTicks && <line key={id} x1={x} x2={x} y1={bottom} y2={bottom + 3} className="stroke-chart-axis" />
        }
        const half = labelWidth / 2
        const anchor = x - half < edge ? 'start' : x + half > width - edge ? 'end' : 'middle'
        return (
          <g key={id}>
            <line x1={x} x2={x} y1={bottom} y2={bottom + 5} className="stroke-chart-axis" />
            <text
              x={anchor === 'start' ? edge : anchor === 'end' ? width - edge : x}
              y={height - 8 * zoom}
              textAnchor={anchor}
            >
              {label}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** On a phone two ticks beside nothing: the highest, and the middle one where there is one. */
function isSaid(at: number, count: number, isNarrow: boolean): boolean {
  if (!isNarrow || at === 0 || at === count - 1) return true
  return count % 2 === 1 && at === (count - 1) / 2
}
