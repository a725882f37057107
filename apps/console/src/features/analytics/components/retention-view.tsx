import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { AskedList } from '../../../ui/asked-list.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { formatDayShort, formatShare } from '../format-metric.ts'
import { csvText } from '../csv-text.ts'
import { getRetention, type Retention, type RetentionUnit } from '../queries/get-retention.ts'
import { useAnalytics } from '../use-analytics.ts'
import { CsvButton } from './csv-button.tsx'

/** Cohorts: who was new when, and how many of them came back. */
export function RetentionView() {
  const project = useProject()
  const { search, show } = useAnalytics()
  const unit = search.unit ?? 'week'
  const ask = useCallback(() => getRetention(project, unit), [project, unit])
  const { asked, askAgain } = useAsked(ask)
  const retention = asked.answer
  return (
    <Card
      title={texts.retention}
      description={texts.retentionHelp}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          <Select
            label={texts.unit}
            hasHiddenLabel
            size="small"
            value={unit}
            options={(['week', 'day'] as const).map((id) => ({ id, label: texts.units[id] }))}
            onChange={(id) => show({ unit: id === 'day' ? id : undefined })}
          />
          {retention !== undefined && retention.total.users > 0 && (
            <CsvButton title={texts.retention} read={() => csvText(cohortLines(retention, unit))} />
          )}
        </span>
      }
      isFlush
    >
      <AskedList asked={asked} askAgain={askAgain} failed={texts.failedRetention}>
        {(known) =>
          known.total.users === 0 ? (
            <EmptyState title={texts.noCohorts}>{texts.noCohortsHelp}</EmptyState>
          ) : (
            <CohortTable retention={known} unit={unit} />
          )
        }
      </AskedList>
    </Card>
  )
}

/** As the table has them, with the users in place of shares; a unit that is not there yet is empty. */
function cohortLines(retention: Retention, unit: RetentionUnit): (readonly (string | number)[])[] {
  const cohorts = cohortsShown(retention)
  const offsets = cohorts[0]?.active ?? []
  const header = [texts.cohort[unit], texts.cohortUsers, ...offsets.map((_, at) => texts.offset[unit](at))]
  return [
    header,
    ...cohorts.map(({ start, users, active }) => [start, users, ...offsets.map((_, at) => active[at] ?? '')]),
  ]
}

/** Before somebody was new there is nothing to see. */
function cohortsShown({ cohorts }: Retention): Retention['cohorts'] {
  return cohorts.slice(cohorts.findIndex(({ users }) => users > 0))
}

function CohortTable({ retention, unit }: { readonly retention: Retention; readonly unit: RetentionUnit }) {
  const { total } = retention
  const cohorts = cohortsShown(retention)
  const offsets = total.active.slice(0, cohorts[0]?.active.length)
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
          {cohorts.map(({ start, users, active }) => (
            <CohortRow
              key={start}
              name={formatDayShort(start)}
              users={users}
              active={active}
              of={active.map(() => users)}
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
      className={`h-8 border-b border-line px-3 text-small font-medium whitespace-nowrap text-ink-2 ${isNumber ? 'text-right' : 'text-left'}`}
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
  isTotal = false,
}: {
  readonly name: string
  readonly users: number
  readonly active: readonly number[]
  /** How many could have come back, for each offset. */
  readonly of: readonly number[]
  readonly isTotal?: boolean
}) {
  return (
    <tr className={`border-b border-line last:border-b-0 ${isTotal ? 'font-medium' : ''}`}>
      <th scope="row" className="h-(--row) px-3 text-left font-[inherit] whitespace-nowrap">
        {name}
      </th>
      <td className="px-3 text-right font-mono text-code">{formatNumber(users)}</td>
      {active.map((count, at) => {
        const all = of[at] ?? 0
        const share = all === 0 ? 0 : count / all
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a cell is its offset
          <td key={at} className="p-px text-right">
            <span
              title={texts.cohortCell(formatShare(share), formatNumber(count))}
              className="block rounded-small px-2 py-1 font-mono text-code"
              // At most so much of the accent that text can be read on it.
              style={{
                background: `color-mix(in oklab, var(--ember) ${Math.round(share * 40)}%, var(--ground-1))`,
              }}
            >
              {all === 0 ? '' : formatShare(share)}
            </span>
          </td>
        )
      })}
    </tr>
  )
}
