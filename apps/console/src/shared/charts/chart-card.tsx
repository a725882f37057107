import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { classNames } from '../../ui/class-names.ts'
import { formatChange } from '../reports/format-metric.ts'
import { changeOf } from '../reports/run-report.ts'
import type { ChartGeometry } from './chart-geometry.ts'
import type { Better, ChartMark, ChartPoint, ChartSeries } from './chart-model.ts'
import { Swatch } from './chart-legend.tsx'

export interface ChartReading {
  readonly point: ChartPoint
  readonly at: number
  readonly series: readonly ChartSeries[]
  /** What happened there. */
  readonly marks: readonly ChartMark[]
  readonly isOpen: boolean
  readonly format: (value: number) => string
  readonly better: Better
}

const cardWidth = 216

/** What is at the pointer, beside it and below the line. Eyes alone need it: the same is said by `sayReading`. */
export function ChartCard({
  geometry,
  reading: { point, at, series, marks, isOpen, format, better },
  hint,
}: {
  readonly geometry: ChartGeometry
  readonly reading: ChartReading
  /** What a click does. */
  readonly hint: string | undefined
}) {
  const { width, zoom, xs, yOf, top, bottom } = geometry
  const wide = Math.min(cardWidth * zoom, width * 0.7)
  const x = xs[at] ?? 0
  const left = x + 14 + wide > width ? Math.max(0, x - 14 - wide) : x + 14
  const lowest = Math.min(...series.map(({ values }) => values[at] ?? 0))
  const rows = series.length + marks.length + (hint === undefined ? 0 : 1) + 2
  const high = (rows * 19 + 20) * zoom
  const y = Math.max(top, Math.min(yOf(lowest) + 14, bottom - high))
  const change = changeAt(series, at)
  const [now, before] = series
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 rounded-large bg-ground-float px-3 py-2.5 text-small/[1.125rem] shadow-float"
      style={{ left, top: y, width: wide }}
    >
      {before?.look === 'before' && now !== undefined ? (
        <>
          <Row look={now.look} name={isOpen ? texts.soFarOf(point.title) : point.title} isMain>
            {sayValue(now, at, format)}
          </Row>
          <Row look="before" name={point.before ?? before.name}>
            {sayValue(before, at, format)}
          </Row>
          {change !== undefined && (
            <p className="mt-1.5 flex justify-between gap-3 border-t border-line pt-1.5 text-ink-2">
              {texts.change}
              <span className={classNames('font-semibold tabular-nums', colorOf(change, better))}>
                {formatChange(change)}
              </span>
            </p>
          )}
        </>
      ) : (
        <>
          <p className="mb-0.5 font-medium">{isOpen ? texts.soFarOf(point.title) : point.title}</p>
          {series.map((one) => (
            <Row key={one.name} look={one.look} name={one.name} isMain={one === now}>
              {sayValue(one, at, format)}
            </Row>
          ))}
        </>
      )}
      {marks.length > 0 && (
        <ul className="mt-1.5 border-t border-line pt-1.5 text-ink-2">
          {marks.map(({ id, title }) => (
            <li key={id} className="truncate">
              {title}
            </li>
          ))}
        </ul>
      )}
      {hint !== undefined && <p className="mt-1.5 border-t border-line pt-1.5 text-ink-3">{hint}</p>}
    </div>
  )
}

function Row({
  look,
  name,
  isMain = false,
  children,
}: {
  readonly look: ChartSeries['look']
  readonly name: string
  readonly isMain?: boolean
  readonly children: string
}) {
  return (
    <p className={classNames('flex items-center gap-2', !isMain && 'text-ink-2')}>
      <Swatch look={look} kind={look === 'quiet' || look === 'danger' ? 'bars' : 'line'} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className={classNames('tabular-nums', isMain && 'text-table font-semibold')}>{children}</span>
    </p>
  )
}

/** The same in a sentence. */
export function sayReading({ point, at, series, marks, isOpen, format }: ChartReading): string {
  const title = isOpen ? texts.soFarOf(point.title) : point.title
  const [now, before] = series
  const change = changeAt(series, at)
  const said =
    before?.look === 'before' && now !== undefined
      ? [
          `${title}: ${sayValue(now, at, format)}`,
          `${point.before ?? before.name}: ${sayValue(before, at, format)}`,
          ...(change === undefined ? [] : [`${texts.change} ${formatChange(change)}`]),
        ]
      : [`${title}: ${series.map((one) => `${one.name} ${sayValue(one, at, format)}`).join(', ')}`]
  return [...said, ...marks.map((mark) => mark.title)].join('; ')
}

function sayValue({ values }: ChartSeries, at: number, format: (value: number) => string): string {
  const value = values[at]
  return value === undefined ? texts.unknown : format(value)
}

/** As a share; undefined without a comparison, and where there was nothing. */
function changeAt([now, before]: readonly ChartSeries[], at: number): number | undefined {
  if (before?.look !== 'before') return undefined
  const [value, past] = [now?.values[at], before.values[at]]
  return value === undefined || past === undefined ? undefined : changeOf(value, past)
}

/** Better or worse is coloured, not up or down. */
export function colorOf(change: number, better: Better): string {
  if (better === undefined || change === 0) return 'text-ink-1'
  return change > 0 === (better === 'more') ? 'text-moss' : 'text-crimson'
}
