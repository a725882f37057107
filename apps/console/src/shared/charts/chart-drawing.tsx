import { type ReactNode, useId } from 'react'
import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { ChartAxes } from './chart-axes.tsx'
import { ChartBars } from './chart-bars.tsx'
import { ChartCard, type ChartReading, sayReading } from './chart-card.tsx'
import { type ChartGeometry, geometryOf, highestOf, narrowWidth } from './chart-geometry.ts'
import { ChartLines } from './chart-lines.tsx'
import { ChartMarks } from './chart-marks.tsx'
import { type Better, type ChartMark, type ChartPoint, type ChartSeries, looks } from './chart-model.ts'
import { type ChartCursor, useChartCursor } from './use-chart-cursor.ts'
import { useChartSize } from './use-chart-size.ts'
import { valueScale } from './value-scale.ts'

const phoneHeight = 180

/** What a click on a point does, in words and in deed. */
export interface ChartOpens {
  readonly hint: string
  readonly onOpen: (point: ChartPoint) => void
}

export interface ChartDrawingProps {
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly marks: readonly ChartMark[]
  readonly label: string
  readonly kind: 'line' | 'bars'
  readonly format: (value: number) => string
  readonly unitOf: ((highest: number) => number) | undefined
  readonly better: Better
  readonly height: number
  readonly empty: ReactNode
  readonly isOpen: boolean
  readonly isZoomed: boolean
  readonly marked: readonly [from: number, to: number] | undefined
  readonly opens: ChartOpens | undefined
  readonly onZoom: (from: number, to: number) => void
  readonly onWhole: () => void
}

/** The chart itself: axes, lines or bars, the cursor with its card, and marks. */
export function ChartDrawing({
  label,
  kind,
  points,
  series,
  marks,
  format,
  unitOf,
  better,
  empty,
  opens,
  ...rest
}: ChartDrawingProps) {
  const { isOpen, isZoomed, onZoom, onWhole } = rest
  const { frame, width, zoom } = useChartSize()
  const helpId = useId()
  const highest = highestOf(series, kind === 'bars')
  const { top: valueTop, ticks } = valueScale(highest, unitOf?.(highest))
  const height = (width < narrowWidth * zoom ? phoneHeight : rest.height) * zoom
  const geometry = geometryOf({ kind, width, height, zoom, count: points.length, valueTop, hasMarks: marks.length > 0 })
  const cursor = useChartCursor({
    geometry,
    isZoomed,
    onZoom,
    onWhole,
    onOpen: opens && ((at) => points[at] !== undefined && opens.onOpen(points[at])),
  })
  const { at } = cursor
  const point = at === undefined ? undefined : points[at]
  const reading: ChartReading | undefined =
    at === undefined || point === undefined
      ? undefined
      : {
          point,
          at,
          series,
          marks: marks.filter((mark) => mark.at === at),
          isOpen: isOpen && at === points.length - 1,
          format,
          better,
        }
  return (
    <div ref={frame} className="relative" style={{ height }}>
      {width > 0 && (
        <>
          <svg aria-hidden="true" width={width} height={height} className="absolute inset-0 block">
            <ChartAxes geometry={geometry} points={points} ticks={ticks} format={format} />
            {marks.map(({ id, at: place }) => (
              <line
                key={id}
                x1={geometry.xs[place]}
                x2={geometry.xs[place]}
                y1={24 * zoom}
                y2={geometry.bottom}
                strokeDasharray="2 3"
                className="stroke-chart-mark opacity-70"
              />
            ))}
            {rest.marked !== undefined && <Range geometry={geometry} from={rest.marked[0]} to={rest.marked[1]} />}
            {cursor.from !== undefined && at !== undefined && <Range geometry={geometry} from={cursor.from} to={at} />}
            {empty !== undefined ? null : kind === 'bars' ? (
              <ChartBars geometry={geometry} series={series} at={at} isLastOpen={isOpen} />
            ) : (
              <ChartLines geometry={geometry} series={series} isLastOpen={isOpen} />
            )}
            <Cursor geometry={geometry} series={series} at={at} />
          </svg>
          <p id={helpId} className="sr-only">
            {[texts.keys, ...(opens === undefined ? [] : [texts.keysOpen]), texts.keysLeave].join(' ')}
          </p>
          {/* The arrow keys move a cursor in it, and what it reads is said below. */}
          <div
            role="application"
            aria-label={label}
            aria-describedby={helpId}
            tabIndex={0}
            {...cursor.handlers}
            className={`absolute touch-pan-y rounded-small select-none ${opens === undefined ? 'cursor-crosshair' : 'cursor-pointer'}`}
            style={{
              left: geometry.left,
              width: Math.max(0, geometry.right - geometry.left),
              top: geometry.top - 6 * zoom,
              height: Math.max(0, geometry.bottom - geometry.top + 6 * zoom),
            }}
          />
          <ChartMarks geometry={geometry} marks={marks} />
          {reading !== undefined && cursor.from === undefined && (
            <ChartCard geometry={geometry} reading={reading} hint={geometry.isNarrow ? undefined : opens?.hint} />
          )}
          {empty !== undefined && (
            <div className="pointer-events-none absolute inset-0 grid place-items-center p-4 text-center text-table text-ink-2 [&_a]:pointer-events-auto">
              <div className="rounded bg-ground-1 px-3 py-2">{empty}</div>
            </div>
          )}
        </>
      )}
      <p role="status" className="sr-only">
        {cursor.isByKeys && reading !== undefined ? sayCursor(reading, cursor, points) : ''}
      </p>
    </div>
  )
}

function sayCursor(reading: ChartReading, { from, at }: ChartCursor, points: readonly ChartPoint[]): string {
  if (from === undefined || at === undefined || from === at) return sayReading(reading)
  const titleOf = (place: number): string => points[place]?.title ?? ''
  return texts.range(titleOf(Math.min(from, at)), titleOf(Math.max(from, at)))
}

/** From one point to another, whichever is the first. */
function Range({
  geometry: { kind, xs, step, top, bottom },
  from,
  to,
}: {
  readonly geometry: ChartGeometry
  readonly from: number
  readonly to: number
}) {
  const half = kind === 'bars' ? step / 2 : 0
  const [begin, end] = [xs[Math.min(from, to)] ?? 0, xs[Math.max(from, to)] ?? 0]
  return (
    <rect
      x={begin - half}
      width={end - begin + half * 2}
      y={top}
      height={bottom - top}
      className="fill-sky opacity-10"
    />
  )
}

/** One rule at the point, and a dot on each line. */
function Cursor({
  geometry: { kind, xs, step, top, bottom, yOf },
  series,
  at,
}: {
  readonly geometry: ChartGeometry
  readonly series: readonly ChartSeries[]
  readonly at: number | undefined
}) {
  if (at === undefined) return null
  const x = xs[at] ?? 0
  if (kind === 'bars') {
    return <rect x={x - step / 2} width={step} y={top} height={bottom - top} className="fill-ink-3 opacity-10" />
  }
  return (
    <g>
      <line x1={x} x2={x} y1={top} y2={bottom} className="stroke-ink-3" />
      {series.toReversed().map(({ name, look, values }) => {
        const value = values[at]
        if (value === undefined) return null
        return look === 'before' ? (
          <circle
            key={name}
            cx={x}
            cy={yOf(value)}
            r="3.5"
            strokeWidth="2"
            className="fill-ground-1 stroke-chart-then"
          />
        ) : (
          <circle
            key={name}
            cx={x}
            cy={yOf(value)}
            r="4.5"
            strokeWidth="2"
            fill="currentColor"
            className={`stroke-ground-1 ${looks[look].color}`}
          />
        )
      })}
    </g>
  )
}
