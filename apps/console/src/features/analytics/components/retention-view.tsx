import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Select } from '../../../ui/select.tsx'
import { cohortLines, cohortsOf, cohortsShown, hasCutWeeks } from '../cohorts.ts'
import { csvText } from '../csv-text.ts'
import type { DateRange } from '../../../shared/reports/date-range.ts'
import { useRetention } from '../queries/analytics-queries.ts'
import type { Retention, RetentionUnit } from '../queries/get-retention.ts'
import { useAnalytics } from '../use-analytics.ts'
import { CohortTable } from './cohort-table.tsx'
import { CsvButton } from './csv-button.tsx'

/** Cohorts of the range: who was new when, and how many of them came back; beside those of the range compared with. */
export function RetentionView() {
  const { search, range, before, app, show } = useAnalytics()
  const unit = search.unit ?? 'week'
  const query = useRetention({ unit, range, before, app })
  const known = query.data
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
              <Notes retention={now} unit={unit} range={range} />
            </>
          )
        }
      </QueryContent>
    </Card>
  )
}

function Notes({
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
  return notes.length === 0 ? null : <p className="px-4 py-2 text-small text-ink-2">{notes.join(' ')}</p>
}
