import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { overviewTexts } from '../../../texts/en/overview.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { SkeletonBar } from '../../../ui/skeleton.tsx'
import { useDelay } from '../../../ui/use-delay.ts'
import { formatDayShort } from '../../analytics/format-metric.ts'
import type { Trend } from '../trends.ts'
import { Sparkline } from './sparkline.tsx'

export interface TrendTileProps {
  readonly name: string
  readonly href: string
  /** Undefined while it is asked for. */
  readonly trend: Trend | undefined
  readonly days: readonly string[]
  readonly isLevel: boolean
  /** More of it is worth a look. */
  readonly isConcern?: boolean
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
  note,
  format = formatNumber,
}: TrendTileProps) {
  const isLong = useDelay(150)
  return (
    <li className="relative grid min-w-0 content-between gap-2 rounded-large border border-line bg-ground-1 px-4 py-3 hover:border-line-strong">
      <div className="min-w-0">
        <h2 className="truncate text-small font-normal text-ink-2">
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
              {trend.before !== undefined && (
                <Difference by={trend.now - trend.before} isConcern={isConcern} format={format} />
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
  by,
  isConcern,
  format,
}: {
  readonly by: number
  readonly isConcern: boolean
  readonly format: (value: number) => string
}) {
  if (by === 0) return <Badge icon={<Equal aria-hidden="true" />}>{overviewTexts.same}</Badge>
  const Icon = by > 0 ? ArrowUp : ArrowDown
  return (
    <Badge tone={isConcern && by > 0 ? 'attention' : 'information'} icon={<Icon aria-hidden="true" />}>
      <span className="sr-only">{by > 0 ? overviewTexts.more : overviewTexts.less} </span>
      {format(Math.abs(by))}
    </Badge>
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
