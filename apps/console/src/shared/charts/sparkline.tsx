import { area, curveMonotoneX, line } from 'd3-shape'
import { useId } from 'react'
import { valueScale } from './value-scale.ts'

export interface SparklineProps {
  /** Undefined where nothing is known: these are left out. */
  readonly values: readonly (number | undefined)[]
  /** A level moves between its lowest and its highest; what is counted begins at nothing. */
  readonly isLevel: boolean
  readonly isConcern?: boolean
}

const width = 96
const height = 34

/** The course of a few days as a line without axes, with a dot at its end; the words beside it say what it means. */
export function Sparkline({ values, isLevel, isConcern = false }: SparklineProps) {
  const fade = `spark${useId().replaceAll(/\W/g, '')}`
  const known = values.flatMap((value, at) => (value === undefined ? [] : [{ value, at }]))
  // A single day has no course.
  if (known.length < 2) return null
  const low = isLevel ? Math.min(...known.map(({ value }) => value)) : 0
  const span = Math.max(...known.map(({ value }) => value)) - low
  const top = span === 0 ? 1 : isLevel ? span : valueScale(span).top
  const places = known.map(({ value, at }): [number, number] => [
    round(3 + (at / (values.length - 1)) * (width - 6)),
    round(height - 4 - ((value - low) / top) * (height - 8)),
  ])
  const [endX, endY] = places.at(-1) ?? [0, 0]
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className={`h-8.5 w-24 shrink-0 overflow-visible ${isConcern ? 'text-crimson' : 'text-chart-line'}`}
    >
      <defs>
        <linearGradient id={fade} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.2" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={area().y0(height).curve(curveMonotoneX)(places) ?? ''} fill={`url(#${fade})`} />
      <path
        d={line().curve(curveMonotoneX)(places) ?? ''}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx={endX} cy={endY} r="2.4" fill="currentColor" />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
