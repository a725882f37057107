import { roundTop, xOf } from '../../../shared/charts/scale.ts'

/** The course of a few days as a line without axes; the words beside it say what it means. Days of which nothing is known are left out. */
export function Sparkline({
  values,
  isLevel,
  tone,
}: {
  readonly values: readonly (number | undefined)[]
  /** A level moves between its lowest and its highest; what is counted begins at nothing. */
  readonly isLevel: boolean
  readonly tone: 'usual' | 'attention'
}) {
  const known = values.filter((value) => value !== undefined)
  // A single day has no course.
  if (known.length < 2) return null
  const low = isLevel ? Math.min(...known) : 0
  const top = Math.max(...known) - low
  const height = top === 0 ? 1 : isLevel ? top : roundTop(top)
  const points = values.flatMap((value, at) =>
    value === undefined
      ? []
      : [`${round(xOf(at, values.length, 'line'))} ${round(94 - ((value - low) / height) * 88)}`],
  )
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className={`h-9 w-full overflow-visible ${tone === 'attention' ? 'text-amber' : 'text-ember'}`}
    >
      <path
        d={`M${points.join(' L')}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
