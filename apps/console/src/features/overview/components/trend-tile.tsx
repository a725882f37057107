import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useDelay } from '../../../ui/use-delay.ts'
import { changeOf } from '../../../shared/reports/run-report.ts'
import { formatDayShort, formatShare } from '../../../shared/reports/format-metric.ts'
import type { Trend } from '../trends.ts'
import { roundTop, xOf } from '../../../shared/charts/scale.ts'

export interface TrendTileProps {
  readonly name: string
  readonly href: string
  /** Undefined while it is asked for. */
  readonly trend: Trend | undefined
  readonly days: readonly string[]
  readonly isLevel: boolean
  /** More of it is worth a look. */
  readonly isConcern?: boolean
  /** The change is said as a share of what it was, where it was something. */
  readonly isShare?: boolean
  readonly note?: string | undefined
  readonly format?: (value: number) => string
}

/** One figure, how it changed against the days before, and its course. */
export function TrendTile({
  name,
  href,
  trend,
  days,
  isLevel,
  isConcern = false,
  isShare = false,
  note,
  format = formatNumber,
}: TrendTileProps) {
  const isLong = useDelay(150)
  return (
    <li className="relative grid min-w-0 content-between gap-2 rounded-large border border-line bg-ground-1 px-4 py-3 hover:border-line-strong">
      <div className="min-w-0">
        <h2 className="text-small break-words hyphens-auto font-normal text-ink-2">
          <Link to={href} className="no-underline after:absolute after:inset-0 after:rounded-large">
            {name}
          </Link>
        </h2>
        {trend === undefined ? (
          <div className="h-14 pt-2">{isLong && <SkeletonBar className="w-16" />}</div>
        ) : (
          <>
            <p className="truncate text-figure font-semibold tracking-tight tabular-nums">{format(trend.now)}</p>
            <p className="flex min-h-5 flex-wrap items-center gap-x-1.5 text-small text-ink-2">
              {trend.before !== undefined && (trend.now !== 0 || trend.before !== 0) && (
                <Difference
                  now={trend.now}
                  before={trend.before}
                  {...{ isConcern, isShare, format, days: days.length }}
                />
              )}
              {note}
            </p>
          </>
        )}
      </div>
      <div className="h-10 border-b border-line pb-1">
        {trend !== undefined && (
          <>
            <Sparkline
              values={trend.values}
              isLevel={isLevel}
              tone={isConcern && trend.now > 0 ? 'attention' : 'usual'}
            />
            <span className="sr-only">{courseOf(trend, days, format)}</span>
          </>
        )}
      </div>
    </li>
  )
}

/** What is good for one figure isn't for another: only what is worth a look has a colour. */
function Difference({
  now,
  before,
  days,
  isConcern,
  isShare,
  format,
}: {
  readonly now: number
  readonly before: number
  readonly days: number
  readonly isConcern: boolean
  readonly isShare: boolean
  readonly format: (value: number) => string
}) {
  const against = <span className="hidden wide:inline">{overviewTexts.againstDaysBefore(days)}</span>
  if (now === before) {
    return (
      <>
        <Badge icon={<Equal aria-hidden="true" />}>{overviewTexts.same}</Badge> {against}
      </>
    )
  }
  const Icon = now > before ? ArrowUp : ArrowDown
  const share = isShare ? changeOf(now, before) : undefined
  return (
    <>
      <Badge tone={isConcern && now > before ? 'attention' : 'information'} icon={<Icon aria-hidden="true" />}>
        <span className="sr-only">{now > before ? overviewTexts.more : overviewTexts.less} </span>
        {share === undefined ? format(Math.abs(now - before)) : formatShare(Math.abs(share))}
      </Badge>{' '}
      {against}
    </>
  )
}

/** The line in words. */
function courseOf({ values }: Trend, days: readonly string[], format: (value: number) => string): string {
  const known = values.flatMap((value, at) => (value === undefined ? [] : [{ value, day: days[at] ?? '' }]))
  const [first] = known
  const last = known.at(-1)
  const highest = known.toSorted((one, other) => other.value - one.value)[0]
  if (first === undefined || last === undefined || highest === undefined) return ''
  const said = (point: { value: number; day: string }) => [format(point.value), formatDayShort(point.day)] as const
  return overviewTexts.course(said(first), said(highest), said(last))
}

/** The course of a few days as a line without axes; the words beside it say what it means. Days of which nothing is known are left out. */
function Sparkline({
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
