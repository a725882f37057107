import { Link } from '@tanstack/react-router'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { formatNumber } from '../../../texts/format.ts'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useDelay } from '../../../ui/use-delay.ts'
import { changeOf } from '../../../shared/reports/run-report.ts'
import { formatChange, formatDayShort } from '../../../shared/reports/format-metric.ts'
import type { Trend } from '../trends.ts'
import { Sparkline } from '../../../shared/charts/sparkline.tsx'

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
    <li className="relative min-w-0 px-4 py-3 hover:bg-hover">
      <h2 className="text-small font-medium break-words hyphens-auto text-ink-3">
        <Link to={href} className="no-underline outline-offset-[-2px] after:absolute after:inset-0">
          {name}
        </Link>
      </h2>
      <div className="mt-0.5 flex min-h-9 items-end justify-between gap-2">
        {trend === undefined ? (
          isLong && <SkeletonBar className="w-16" />
        ) : (
          <>
            <p className="truncate text-figure font-semibold tabular-nums">{format(trend.now)}</p>
            <Sparkline values={trend.values} isLevel={isLevel} isConcern={isConcern && trend.now > 0} />
            <span className="sr-only">{courseOf(trend, days, format)}</span>
          </>
        )}
      </div>
      <p className="mt-1 flex min-h-5 flex-wrap items-center gap-x-2 text-small text-ink-2">
        {trend?.before !== undefined && (trend.now !== 0 || trend.before !== 0) && (
          <Difference now={trend.now} before={trend.before} {...{ isConcern, isShare, format, days: days.length }} />
        )}
        {trend !== undefined && note}
      </p>
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
  const against = <span className="sr-only">{overviewTexts.againstDaysBefore(days)}</span>
  if (now === before) {
    return (
      <span className="font-medium">
        {overviewTexts.same} {against}
      </span>
    )
  }
  const share = isShare ? changeOf(now, before) : undefined
  const sign = now > before ? '+' : '−'
  return (
    <span className={`font-medium tabular-nums ${isConcern && now > before ? 'text-crimson' : 'text-ink-1'}`}>
      {share === undefined ? `${sign}${format(Math.abs(now - before))}` : formatChange(share)} {against}
    </span>
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
