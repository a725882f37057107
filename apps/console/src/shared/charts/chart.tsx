import { ChartLine, Download, Table2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { csvLine } from '@hearth/model/csv-line'
import { useProject } from '../../session/project-context.tsx'
import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { saveText } from '../../ui/save-file.ts'
import { csvFileName } from '../reports/csv-file-name.ts'
import { ChartDrawing, type ChartOpens } from './chart-drawing.tsx'
import { ChartLegend } from './chart-legend.tsx'
import type { Better, ChartMark, ChartPoint, ChartSeries } from './chart-model.ts'
import { ChartTable } from './chart-table.tsx'

export interface ChartProps {
  /** What is drawn: its name for screen readers, and that of the file that is taken away. */
  readonly label: string
  readonly kind: 'line' | 'bars'
  readonly points: readonly ChartPoint[]
  /** One to five. */
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** What the ticks have to be round in, by the highest value; counts without. */
  readonly unitOf?: (highest: number) => number
  readonly better?: Better
  readonly marks?: readonly ChartMark[]
  /** What the last point is called while it is not over yet. */
  readonly open?: string | undefined
  readonly opens?: ChartOpens | undefined
  /** Where the range is kept elsewhere, such as in the address; by itself the chart shows the part that was marked. */
  readonly zoom?: {
    readonly isZoomed: boolean
    readonly onZoom: (from: ChartPoint, to: ChartPoint) => void
    readonly onWhole: () => void
  }
  /** A range that what stands around the chart is about: the ids of its first and of its last point. */
  readonly marked?: readonly [from: string, to: string]
  /** Before the legend, where nothing around the chart says what it shows. */
  readonly heading?: string
  /** Left of the buttons. */
  readonly aside?: ReactNode
  /** In the middle of the axes, where there is nothing to draw. */
  readonly empty?: ReactNode
  /** What the points are: `Day`, `Minute`. */
  readonly pointTitle: string
  /** In pixels, on a desk. */
  readonly height?: number
}

const nothing: readonly ChartMark[] = []

/** Values over time with everything that reads them: legend, axes, cursor, marks, and the same as a table and as CSV. */
export function Chart({
  marks: allMarks = nothing,
  opens,
  zoom,
  marked,
  heading,
  aside,
  empty,
  height = 300,
  ...all
}: ChartProps) {
  const { label, kind, format, better, open, pointTitle } = all
  const project = useProject()
  const [isTable, setTable] = useState(false)
  const [part, setPart] = useState<readonly [from: string, to: string]>()
  const shown = useMemo(
    () => partOf({ points: all.points, series: all.series, marks: allMarks }, part),
    [all.points, all.series, allMarks, part],
  )
  const isZoomed = zoom === undefined ? shown.points.length < all.points.length : zoom.isZoomed
  const showWhole = (): void => {
    setPart(undefined)
    zoom?.onWhole()
  }
  const isOpen = open !== undefined && shown.points.at(-1) === all.points.at(-1)
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-1">
        {heading !== undefined && <h2 className="text-table font-semibold">{heading}</h2>}
        <ChartLegend series={all.series} kind={kind} open={isOpen && kind === 'line' ? open : undefined} />
        <div className="ml-auto flex items-center gap-1">
          {isZoomed && (
            <Button size="small" variant="quiet" onPress={showWhole}>
              {texts.whole}
            </Button>
          )}
          {aside}
          <IconButton label={isTable ? texts.asChart : texts.asTable} size="small" onPress={() => setTable(!isTable)}>
            {isTable ? <ChartLine /> : <Table2 />}
          </IconButton>
          <IconButton
            label={texts.csvOf(label)}
            size="small"
            onPress={() =>
              saveText(csvFileName(project.id, label), 'text/csv', csvOf(pointTitle, all.points, all.series))
            }
          >
            <Download />
          </IconButton>
        </div>
      </div>
      {isTable ? (
        <ChartTable
          label={texts.tableOf(label)}
          points={shown.points}
          series={shown.series}
          {...{ pointTitle, format }}
        />
      ) : (
        <ChartDrawing
          {...{ label, kind, format, better, height, empty, isZoomed }}
          unitOf={all.unitOf}
          points={shown.points}
          series={shown.series}
          marks={shown.marks}
          isOpen={isOpen}
          marked={
            marked && [placeOf(shown.points, marked[0], 0), placeOf(shown.points, marked[1], shown.points.length - 1)]
          }
          opens={opens}
          onZoom={(from, to) => {
            const [first, last] = [shown.points[from], shown.points[to]]
            if (first === undefined || last === undefined) return
            if (zoom === undefined) setPart([first.id, last.id])
            else zoom.onZoom(first, last)
          }}
          onWhole={showWhole}
        />
      )}
    </div>
  )
}

interface Shown {
  readonly points: readonly ChartPoint[]
  readonly series: readonly ChartSeries[]
  readonly marks: readonly ChartMark[]
}

/** The points from one to another; all of them where these are gone. */
function partOf(all: Shown, part: readonly [from: string, to: string] | undefined): Shown {
  const [from, to] = [
    all.points.findIndex(({ id }) => id === part?.[0]),
    all.points.findIndex(({ id }) => id === part?.[1]),
  ]
  if (from < 0 || to < 0) return all
  return {
    points: all.points.slice(from, to + 1),
    series: all.series.map((one) => ({ ...one, values: one.values.slice(from, to + 1) })),
    marks: all.marks.filter(({ at }) => at >= from && at <= to).map((mark) => ({ ...mark, at: mark.at - from })),
  }
}

/** Where a point stands; `otherwise` where it is out of sight. */
function placeOf(points: readonly ChartPoint[], wanted: string, otherwise: number): number {
  const at = points.findIndex(({ id }) => id === wanted)
  return at < 0 ? otherwise : at
}

/** As the chart has them: every point, in order. */
function csvOf(pointTitle: string, points: readonly ChartPoint[], series: readonly ChartSeries[]): string {
  const header = [pointTitle, ...series.map(({ name }) => name)]
  return [header, ...points.map(({ id }, at) => [id, ...series.map(({ values }) => values[at] ?? '')])]
    .map(csvLine)
    .join('')
}
