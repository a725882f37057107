import { useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { analyticsTexts } from '../../texts/en/analytics.ts'
import { classNames } from '../../ui/class-names.ts'
import { linePath, roundTop, xOf } from './scale.ts'

export interface PlotSeries {
  readonly name: string
  /** One for each point. */
  readonly values: readonly number[]
  /** What tells it apart, beside its words: a whole, a dashed or a dotted line. Bars are always whole. */
  readonly look: 'whole' | 'dashed' | 'dotted'
}

export interface PlotProps {
  readonly label: string
  readonly kind: 'line' | 'bars'
  /** What the points are called, from left to right. */
  readonly points: readonly string[]
  /** One at least; bars show the first alone. */
  readonly series: readonly PlotSeries[]
  readonly format: (value: number) => string
}

const looks: Readonly<Record<PlotSeries['look'], { readonly color: string; readonly dash: string }>> = {
  whole: { color: 'text-ember', dash: 'none' },
  dashed: { color: 'text-slate', dash: '6 4' },
  dotted: { color: 'text-moss', dash: '2 3' },
}

/**
 * Values over time. The pointer, and the arrow keys, go from point to point and say what is there; which line is which is told by words, by
 * its dashes and by colour.
 */
export function Plot({ label, kind, points, series, format }: PlotProps) {
  const [at, setAt] = useState<number>()
  const helpId = useId()
  const top = roundTop(Math.max(0, ...series.flatMap(({ values }) => values)))
  const last = points.length - 1
  const go = (event: KeyboardEvent) => {
    const next = nextOf(event.key, at ?? last, last)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = Math.min(0.999, Math.max(0, (event.clientX - left) / Math.max(1, width)))
    setAt(kind === 'bars' ? Math.floor(share * points.length) : Math.round(share * last))
  }
  const said = at === undefined ? '' : sayPoint(points[at] ?? '', series, at, format)
  return (
    <div>
      <Legend series={series} isShown={series.length > 1} />
      <p id={helpId} className="sr-only">
        {analyticsTexts.chartKeys}
      </p>
      {/* The arrow keys move a cursor in it, which the line below says aloud. */}
      <div
        role="application"
        aria-label={label}
        aria-describedby={helpId}
        tabIndex={0}
        onKeyDown={go}
        onFocus={() => setAt((before) => before ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerMove={follow}
        onPointerLeave={() => setAt(undefined)}
        className="relative h-44 touch-pan-y rounded-small"
      >
        <Grid top={top} format={format} />
        {kind === 'bars' ? (
          <Bars values={series[0]?.values ?? []} top={top} at={at} />
        ) : (
          <Lines series={series} top={top} />
        )}
        {at !== undefined && (
          <Cursor at={at} x={xOf(at, points.length, kind)} series={kind === 'bars' ? [] : series} top={top} />
        )}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-small text-ink-2">
        <span>{points[0]}</span>
        {points.length > 4 && <span>{points[Math.floor(last / 2)]}</span>}
        {points.length > 1 && <span>{points[last]}</span>}
      </div>
      <p role="status" className="mt-1 min-h-5 text-table tabular-nums">
        {said}
      </p>
    </div>
  )
}

function nextOf(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1)
    case 'ArrowRight':
      return Math.min(last, at + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function sayPoint(point: string, series: readonly PlotSeries[], at: number, format: (value: number) => string): string {
  return `${point}: ${series.map(({ name, values }) => `${name} ${format(values[at] ?? 0)}`).join(', ')}`
}

function Legend({ series, isShown }: { readonly series: readonly PlotSeries[]; readonly isShown: boolean }) {
  if (!isShown) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-ink-2">
      {series.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 24 4" className={classNames('h-1 w-6', looks[look].color)}>
            <path d="M0 2 H24" stroke="currentColor" strokeWidth="2" strokeDasharray={looks[look].dash} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function Grid({ top, format }: { readonly top: number; readonly format: (value: number) => string }) {
  return (
    <div aria-hidden="true" className="absolute inset-0 text-small text-ink-2">
      <span className="absolute inset-x-0 top-0 border-t border-line">{format(top)}</span>
      {top > 1 && <span className="absolute inset-x-0 top-1/2 border-t border-line">{format(top / 2)}</span>}
      <span className="absolute inset-x-0 bottom-0 border-t border-line-strong" />
    </div>
  )
}

function Lines({ series, top }: { readonly series: readonly PlotSeries[]; readonly top: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {/* The first lies on top. */}
      {series.toReversed().map(({ name, look, values }) => (
        <path
          key={name}
          d={linePath(values, top)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          strokeDasharray={looks[look].dash}
          vectorEffect="non-scaling-stroke"
          className={looks[look].color}
        />
      ))}
    </svg>
  )
}

function Bars({
  values,
  top,
  at,
}: {
  readonly values: readonly number[]
  readonly top: number
  readonly at: number | undefined
}) {
  return (
    <div aria-hidden="true" className="absolute inset-0 flex items-end gap-px">
      {values.map((value, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          key={index}
          className={classNames('flex-1 rounded-t-[2px]', index === at ? 'bg-ember-hover' : 'bg-ember')}
          style={{ height: `${(value / top) * 100}%` }}
        />
      ))}
    </div>
  )
}

function Cursor({
  at,
  x,
  series,
  top,
}: {
  readonly at: number
  readonly x: number
  readonly series: readonly PlotSeries[]
  readonly top: number
}) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-y-0" style={{ left: `${x}%` }}>
      <span className="absolute inset-y-0 border-l border-line-control" />
      {series.map(({ name, look, values }) => (
        <span
          key={name}
          className={classNames('absolute -ml-1 size-2 rounded-full bg-current', looks[look].color)}
          style={{ bottom: `calc(${((values[at] ?? 0) / top) * 100}% - 4px)` }}
        />
      ))}
    </div>
  )
}
