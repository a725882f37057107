import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { formatNumber } from '../../../texts/format.ts'
import { cohortsShown } from '../cohorts.ts'
import { formatDayShort, formatShare } from '../../../shared/reports/format-metric.ts'
import type { Retention, RetentionUnit } from '../queries/get-retention.ts'

/** Cohorts by row, the units since by column: who came back. */
export function CohortTable({
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
