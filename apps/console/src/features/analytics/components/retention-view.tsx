import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Select } from '../../../ui/select.tsx'
import { cohortLines, cohortsOf, cohortsShown, hasCutWeeks } from '../cohorts.ts'
import { csvText } from '../csv-text.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'
import { useRetention, type Retention, type RetentionUnit } from '../queries/analytics-queries.ts'
import { useAnalytics } from '../use-analytics.ts'
import { CsvButton } from './csv-button.tsx'
import { chartsTexts } from '../../../texts/en/charts.ts'
import { classNames } from '../../../ui/class-names.ts'
import { HelpButton } from '../../../ui/help-button.tsx'
import { heatClasses, HeatLegend } from '../../../shared/charts/heat-legend.tsx'
import { heatStep } from '../../../shared/charts/heat-step.ts'
import { type HeatRange, heatRange } from '../heat-range.ts'
import { formatDayShort, formatShare } from '../../../shared/reports/format-metric.ts'

/** Cohorts of the range: who was new when, and how many of them came back; beside those of the range compared with. */
export function RetentionView() {
  const { search, range, before, app, show } = useAnalytics()
  const unit = search.unit ?? 'week'
  const query = useRetention({ unit, range, before, app })
  const known = query.data
  return (
    <Card
      title={texts.retention}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <HelpButton label={chartsTexts.help(texts.retention)}>
            <p>{texts.retentionHelp}</p>
          </HelpButton>
          <Select
            label={texts.unit}
            hasHiddenLabel
            size="small"
            value={unit}
            options={(['week', 'day'] as const).map((id) => ({ id, label: texts.units[id] }))}
            onChange={(id) => show({ unit: id === 'day' ? id : undefined })}
          />
          {known !== undefined && known.now.total.users > 0 && (
            <CsvButton title={texts.retention} read={() => csvText(cohortLines(known.now, known.before, unit))} />
          )}
        </span>
      }
      isFlush
    >
      <QueryContent query={query} failed={texts.failedRetention}>
        {({ now, before: compared }) =>
          now.total.users === 0 ? (
            <EmptyState title={texts.noCohorts}>{texts.noCohortsHelp}</EmptyState>
          ) : (
            <>
              <CohortTable retention={now} before={compared} unit={unit} />
              <Foot retention={now} unit={unit} range={range} />
            </>
          )
        }
      </QueryContent>
    </Card>
  )
}

/** What the colours stand for, and what there is to know about the table. */
function Foot({
  retention,
  unit,
  range,
}: {
  readonly retention: Retention
  readonly unit: RetentionUnit
  readonly range: DateRange
}) {
  const [all, shown] = [cohortsOf(retention).length, cohortsShown(retention).length]
  const notes = [
    hasCutWeeks(retention, unit, range) ? texts.wholeWeeks : '',
    shown < all ? texts.latestCohorts(formatNumber(shown), formatNumber(all)) : '',
  ].filter((note) => note !== '')
  const { low, high } = heatRange(cohortsShown(retention))
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-2.5 text-small text-ink-2">
      {high > low && <HeatLegend low={formatShare(low)} high={formatShare(high)} />}
      {notes.length > 0 && <p>{notes.join(' ')}</p>}
    </div>
  )
}

/** Cohorts by row, the units since by column: who came back. */
function CohortTable({
  retention,
  before,
  unit,
}: {
  readonly retention: Retention
  /** What it is held against: its cohorts together. */
  readonly before: Retention | undefined
  readonly unit: RetentionUnit
}) {
  const { total } = retention
  const cohorts = cohortsShown(retention)
  const offsets = total.active.slice(0, cohorts[0]?.active.length)
  const heat = heatRange(cohorts)
  return (
    <div
      role="region"
      aria-label={texts.tableOf(texts.retention)}
      tabIndex={0}
      className="overflow-x-auto outline-offset-[-2px]"
    >
      <table className="w-full border-collapse text-table">
        <caption className="sr-only">{texts.retention}</caption>
        <thead>
          <tr>
            <Heading>{texts.cohort[unit]}</Heading>
            <Heading isNumber>{texts.cohortUsers}</Heading>
            {offsets.map((_, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a column is its offset
              <Heading key={at} isNumber>
                {texts.offset[unit](at)}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          <CohortRow name={texts.allCohorts} users={total.users} active={offsets} of={total.of} isTotal />
          {before !== undefined && (
            <CohortRow
              name={texts.comparedCohorts}
              users={before.total.users}
              active={offsets.map((_, at) => before.total.active[at] ?? 0)}
              of={before.total.of}
            />
          )}
          {cohorts.map(({ start, users, active }) => (
            <CohortRow
              key={start}
              name={formatDayShort(start)}
              users={users}
              active={active}
              of={active.map(() => users)}
              heat={heat}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Heading({ children, isNumber = false }: { readonly children: string; readonly isNumber?: boolean }) {
  return (
    <th
      scope="col"
      className={`h-8 border-b border-line px-3 text-small font-medium text-ink-2 ${isNumber ? 'whitespace-nowrap text-right' : 'text-left max-tablet:max-w-28 tablet:whitespace-nowrap'}`}
    >
      {children}
    </th>
  )
}

function CohortRow({
  name,
  users,
  active,
  of,
  heat,
  isTotal = false,
}: {
  readonly name: string
  readonly users: number
  readonly active: readonly number[]
  /** How many could have come back, for each offset. */
  readonly of: readonly number[]
  /** The range that the colours are spread over; without one there are none. */
  readonly heat?: HeatRange
  readonly isTotal?: boolean
}) {
  return (
    <tr className={`border-b border-line last:border-b-0 ${isTotal ? 'font-medium' : ''}`}>
      <th scope="row" className="h-(--row) px-3 text-left font-[inherit] whitespace-nowrap">
        {name}
      </th>
      <td className="px-3 text-right tabular-nums">{formatNumber(users)}</td>
      {active.map((count, at) => {
        const all = of[at] ?? 0
        const share = all === 0 ? 0 : count / all
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a cell is its offset
          <td key={at} className="p-0.5 text-right text-small">
            <span
              title={texts.cohortCell(formatShare(share), formatNumber(count))}
              className={classNames(
                'block rounded-small px-2 py-1 tabular-nums',
                // All of those who are new are there at first: that is no news.
                at === 0 && 'text-ink-3',
                at > 0 && all > 0 && heat !== undefined && heatClasses[heatStep(share, heat) - 1],
              )}
            >
              {all === 0 ? '' : formatShare(share)}
            </span>
          </td>
        )
      })}
    </tr>
  )
}
