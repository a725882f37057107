import { postReport } from '@hearth/api'
import type { ReactNode } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { comparedRows, type ComparedRow, reportBody, type ReportQuestion } from '../../../shared/reports/run-report.ts'
import { formatMetric } from '../../../shared/reports/format-metric.ts'
import { useReport } from '../queries/analytics-queries.ts'
import { Change, ReportNotes } from './report-parts.tsx'
import { ServerCsvButton } from './csv-button.tsx'

export interface BreakdownCardProps {
  readonly title: string
  readonly description?: ReactNode
  /** What the first column is called. */
  readonly keyTitle: string
  /** With a single dimension. */
  readonly question: ReportQuestion
  /** What the metrics are called, in their order. */
  readonly names: readonly string[]
  readonly aside?: ReactNode
  /** The value in the first column; its text unless told otherwise. */
  readonly renderKey?: (key: string) => ReactNode
}

const rowsShown = 100

/** The values of a dimension with their figures, the largest first; a bar behind each says how it stands to the largest. */
export function BreakdownCard(props: BreakdownCardProps) {
  const { title, description, keyTitle, names, aside, renderKey = (key: string) => <bdi>{key}</bdi> } = props
  const project = useProject()
  const question: ReportQuestion = { ...props.question, limit: rowsShown * 2 }
  const query = useReport(question)
  return (
    <Card
      title={title}
      {...(description !== undefined && { description })}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {aside}
          <ServerCsvButton
            title={title}
            header={[keyTitle, ...(question.before === undefined ? [] : [texts.comparedRange]), ...names]}
            endpoint={postReport}
            input={{ project: project.id, body: reportBody({ ...question, limit: 10_000 }) }}
          />
        </span>
      }
      isFlush
    >
      <QueryContent query={query} failed={texts.failed} rows={4}>
        {(report) => {
          const rows = comparedRows(report).slice(0, rowsShown)
          if (rows.length === 0) return <EmptyState title={texts.none}>{texts.noneHelp}</EmptyState>
          return (
            <>
              <DataTable
                label={texts.tableOf(title)}
                columns={columnsOf(keyTitle, question.metrics, names, rows, renderKey)}
                rows={rows}
                rowKey={({ keys }) => JSON.stringify(keys)}
              />
              <ReportNotes report={report} {...(report.dimensions.length === 1 && { shown: rows.length })} />
            </>
          )
        }}
      </QueryContent>
    </Card>
  )
}

function columnsOf(
  keyTitle: string,
  metrics: readonly string[],
  names: readonly string[],
  rows: readonly ComparedRow[],
  renderKey: (key: string) => ReactNode,
): readonly Column<ComparedRow>[] {
  const most = Math.max(1, ...rows.map(({ now }) => now[0] ?? 0))
  return [
    {
      id: 'key',
      title: keyTitle,
      cell: ({ keys: [key = ''], now: [value = 0] }) => (
        <span className="block max-w-[52vw] min-w-24 py-1 tablet:max-w-80">
          <span className="block truncate" title={key}>
            {key === '' || key === '(not set)' ? <span className="text-ink-2">{texts.noValue}</span> : renderKey(key)}
          </span>
          <span aria-hidden="true" className="mt-0.5 block h-1 rounded-full bg-heat-0">
            <span className="block h-full rounded-full bg-chart-fade" style={{ width: `${(value / most) * 100}%` }} />
          </span>
        </span>
      ),
    },
    ...metrics.map((metric, at) => ({
      id: metric,
      title: names[at] ?? metric,
      isNumber: true,
      isSecondary: at > 1,
      cell: ({ now, before }: ComparedRow) => (
        <span className="inline-flex items-center gap-2">
          {before !== undefined && (
            <span
              className="font-sans max-tablet:hidden"
              title={texts.beforeWas(formatMetric(metric, before[at] ?? 0))}
            >
              <Change now={now[at] ?? 0} before={before[at] ?? 0} />
            </span>
          )}
          {formatMetric(metric, now[at] ?? 0)}
        </span>
      ),
    })),
  ]
}
