import { useCallback } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { AskedList } from '../../../ui/asked-list.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Select } from '../../../ui/select.tsx'
import { cohortLines, cohortsOf, cohortsShown, hasCutWeeks } from '../cohorts.ts'
import { csvText } from '../csv-text.ts'
import type { DateRange } from '../date-range.ts'
import { getRetention, type Retention, type RetentionUnit } from '../queries/get-retention.ts'
import { useAnalytics } from '../use-analytics.ts'
import { useCurrent } from '../use-current.ts'
import { CohortTable } from './cohort-table.tsx'
import { CsvButton } from './csv-button.tsx'

/** Cohorts of the range: who was new when, and how many of them came back; beside those of the range compared with. */
export function RetentionView() {
  const { search, range, before, app, show } = useAnalytics()
  const unit = search.unit ?? 'week'
  const { asked, askAgain } = useRetention({ unit, range, before, app })
  const known = asked.answer
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
      <AskedList asked={asked} askAgain={askAgain} failed={texts.failedRetention}>
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
      </AskedList>
    </Card>
  )
}

interface ComparedRetention {
  readonly now: Retention
  readonly before: Retention | undefined
}

interface RetentionAsked {
  readonly unit: RetentionUnit
  readonly range: DateRange
  readonly before: DateRange | undefined
  readonly app: string | undefined
}

/** The cohorts of a range, and of the one that it is compared with. */
function useRetention(question: RetentionAsked) {
  const project = useProject()
  const key = JSON.stringify(question)
  const ask = useCallback(async (): Promise<ComparedRetention> => {
    const { before, ...asked } = JSON.parse(key) as RetentionAsked
    const [now, compared] = await Promise.all([
      getRetention(project, asked),
      before && getRetention(project, { ...asked, range: before }),
    ])
    return { now, before: compared }
  }, [project, key])
  return useCurrent(ask)
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
