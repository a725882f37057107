import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import type { ChartPoint, ChartSeries } from './chart-model.ts'

interface Row {
  readonly point: ChartPoint
  readonly at: number
}

/** A chart as a table: a row for each point, the first one first. */
export function ChartTable({
  label,
  points,
  series,
  pointTitle,
  format,
}: {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  /** What the points are: `Day`, `Minute`. */
  readonly pointTitle: string
  readonly format: (value: number) => string
}) {
  const columns: readonly Column<Row>[] = [
    { id: 'point', title: pointTitle, cell: ({ point }) => point.title },
    ...series.map(({ name, values }) => ({
      id: name,
      title: name,
      isNumber: true,
      cell: ({ at }: Row) => {
        const value = values[at]
        return value === undefined ? texts.unknown : format(value)
      },
    })),
  ]
  return (
    <div className="max-h-96 overflow-y-auto">
      <DataTable
        label={label}
        columns={columns}
        rows={points.map((point, at) => ({ point, at }))}
        rowKey={({ point }) => point.id}
      />
    </div>
  )
}
