import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { type ChartSeries, looks } from './chart-model.ts'

/** Which line is which, by its dashes and its colour. */
export function ChartLegend({
  series,
  kind,
  open,
}: {
  readonly series: readonly ChartSeries[]
  readonly kind: 'line' | 'bars'
  /** What the dashed end of the first line is called; undefined without one. */
  readonly open: string | undefined
}) {
  return (
    <ul aria-label={texts.legend} className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2">
      {series.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-1.5">
          <Swatch look={look} kind={kind} />
          {name}
        </li>
      ))}
      {open !== undefined && (
        <li className="flex items-center gap-1.5">
          <svg aria-hidden="true" viewBox="0 0 16 4" className="h-1 w-4 text-chart-line">
            <path d="M0 2 H16" stroke="currentColor" strokeWidth="2" strokeDasharray="4 3" />
          </svg>
          {open}
        </li>
      )}
    </ul>
  )
}

/** A short piece of a line, or a small square for bars. */
export function Swatch({ look, kind }: { readonly look: ChartSeries['look']; readonly kind: 'line' | 'bars' }) {
  const { color, dash } = looks[look]
  if (kind === 'bars') {
    return (
      <span
        aria-hidden="true"
        className={`size-2.5 shrink-0 rounded-[2px] bg-current ${color} ${look === 'quiet' ? 'opacity-50' : ''}`}
      />
    )
  }
  const width = look === 'now' || look === 'before' ? 16 : 24
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 4`} width={width} height="4" className={`shrink-0 ${color}`}>
      <path
        d={`M1 2 H${width - 1}`}
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeDasharray={look === 'before' ? '0.5 3.5' : dash}
      />
    </svg>
  )
}
