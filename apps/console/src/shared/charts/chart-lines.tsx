import { area, curveMonotoneX, line } from 'd3-shape'
import { useId } from 'react'
import type { ChartGeometry } from './chart-geometry.ts'
import { type ChartSeries, looks } from './chart-model.ts'

interface Place {
  readonly x: number
  /** Undefined where nothing is known. */
  readonly y: number | undefined
}

/** Lines over time, the first one on top and above a soft fade. Of a last point that is not over yet the line is dashed. */
export function ChartLines({
  geometry,
  series,
  isLastOpen,
}: {
  readonly geometry: ChartGeometry
  readonly series: readonly ChartSeries[]
  readonly isLastOpen: boolean
}) {
  const fade = `fade${useId().replaceAll(/\W/g, '')}`
  const placesOf = ({ values }: ChartSeries): readonly Place[] =>
    geometry.xs.map((x, at) => ({ x, y: values[at] === undefined ? undefined : geometry.yOf(values[at]) }))
  return (
    <g fill="none" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round">
      <defs>
        <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--chart-fade)" stopOpacity="0.24" />
          <stop offset="1" stopColor="var(--chart-fade)" stopOpacity="0.01" />
        </linearGradient>
      </defs>
      {series.toReversed().map((one) => {
        const { color, dash } = looks[one.look]
        const places = placesOf(one)
        const isOpen = isLastOpen && one.look !== 'before' && places.length > 1
        const over = isOpen ? places.slice(0, -1) : places
        return (
          <g key={one.name} className={color} stroke="currentColor">
            {one.look === 'now' && <path d={fadeOf(over, geometry.bottom)} stroke="none" fill={`url(#${fade})`} />}
            <path d={pathOf(over)} strokeDasharray={dash} {...(one.look === 'before' && { strokeWidth: 1.5 })} />
            {isOpen && <path d={pathOf(places.slice(-2))} strokeDasharray="4 5" />}
            {over.length === 1 && over[0]?.y !== undefined && (
              <circle cx={over[0].x} cy={over[0].y} r="4" fill="currentColor" stroke="none" />
            )}
          </g>
        )
      })}
    </g>
  )
}

/** A curve that never rises above a value or falls below it where the data doesn't. */
const curve = line<Place>()
  .defined(({ y }) => y !== undefined)
  .x(({ x }) => round(x))
  .y(({ y }) => round(y ?? 0))
  .curve(curveMonotoneX)

function pathOf(places: readonly Place[]): string {
  return curve([...places]) ?? ''
}

function fadeOf(places: readonly Place[], bottom: number): string {
  const shape = area<Place>()
    .defined(({ y }) => y !== undefined)
    .x(({ x }) => round(x))
    .y0(round(bottom))
    .y1(({ y }) => round(y ?? 0))
    .curve(curveMonotoneX)
  return shape([...places]) ?? ''
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
