import { ChartLine, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { Plot, type PlotSeries } from '../../../shared/charts/plot.tsx'
import { csvText } from '../csv-text.ts'
import { useReport } from '../queries/analytics-queries.ts'
import { daysOf } from '../../../shared/reports/date-range.ts'
import { formatDayShort, formatMetric } from '../../../shared/reports/format-metric.ts'
import type { Report, ReportQuestion } from '../../../shared/reports/run-report.ts'
import { type DaySeries, seriesByDay } from '../series-by-day.ts'
import { CsvButton } from './csv-button.tsx'
import { ReportNotes } from './report-parts.tsx'

export interface OverTimeCardProps {
  readonly title: string
  readonly description?: ReactNode
  /** Without dimensions: it is asked by day. */
  readonly question: Omit<ReportQuestion, 'dimensions'>
  /** What the metrics are called, in their order. */
  readonly names: readonly string[]
  /** Beside the buttons. */
  readonly aside?: ReactNode
  /** Below the chart, once the numbers are there. */
  readonly footer?: (report: Report) => ReactNode
}

const lookOf: readonly PlotSeries['look'][] = ['whole', 'dashed', 'dotted']

/** Metrics day by day, as a chart or as a table. A comparison is drawn for a single metric. */
export function OverTimeCard({ title, description, question, names, aside, footer }: OverTimeCardProps) {
  const [isTable, setTable] = useState(false)
  const byDay: ReportQuestion = { ...question, dimensions: ['date'], limit: 1000 }
  const query = useReport(byDay)
  const known = query.data
  const days = daysOf(question.range)
  const [metric = ''] = question.metrics
  return (
    <Card
      title={title}
      {...(description !== undefined && { description })}
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {aside}
          <Button size="small" icon={isTable ? <ChartLine /> : <Table2 />} onPress={() => setTable(!isTable)}>
            {isTable ? texts.asChart : texts.asTable}
          </Button>
          {known !== undefined && (
            <CsvButton title={title} read={() => csvText(linesOf(days, seriesByDay(known, question, names)))} />
          )}
        </span>
      }
      isFlush
    >
      <QueryContent query={query} failed={texts.failed} rows={4}>
        {(report) => {
          const series = seriesByDay(report, question, names)
          return (
            <>
              {isTable ? (
                <div className="max-h-96 overflow-y-auto">
                  <DataTable
                    label={texts.tableOf(title)}
                    columns={columnsOf(series, metric)}
                    rows={days.map((day, at) => ({ day, at }))}
                    rowKey={({ day }) => day}
                  />
                </div>
              ) : (
                <div className="px-4 pt-4 pb-2">
                  <Plot
                    label={title}
                    kind="line"
                    points={days.map(formatDayShort)}
                    series={series.map((one, at) => ({ ...one, look: lookOf[at] ?? 'dotted' }))}
                    format={(value) => formatMetric(metric, value)}
                  />
                </div>
              )}
              {footer?.(report)}
              <ReportNotes report={report} />
            </>
          )
        }}
      </QueryContent>
    </Card>
  )
}

/** As the chart has them: every day, in order. */
function linesOf(days: readonly string[], series: readonly DaySeries[]): (readonly (string | number)[])[] {
  const header = [texts.day, ...series.map(({ name }) => name)]
  return [header, ...days.map((day, at) => [day, ...series.map(({ values }) => values[at] ?? 0)])]
}

interface DayRow {
  readonly day: string
  readonly at: number
}

function columnsOf(series: readonly DaySeries[], metric: string): readonly Column<DayRow>[] {
  return [
    { id: 'day', title: texts.day, cell: ({ day }) => formatDayShort(day) },
    ...series.map(({ name, values }) => ({
      id: name,
      title: name,
      isNumber: true,
      cell: ({ at }: DayRow) => formatMetric(metric, values[at] ?? 0),
    })),
  ]
}
