import { classNames } from '../../ui/class-names.ts'
import { type ChartGeometry, stackedTo } from './chart-geometry.ts'
import { type ChartSeries, looks } from './chart-model.ts'

/** Counts by the minute: a bar for each point, of several series one upon the other, the first below. */
export function ChartBars({
  geometry: { xs, step, yOf, bottom },
  series,
  at: pointed,
  isLastOpen,
}: {
  readonly geometry: ChartGeometry
  readonly series: readonly ChartSeries[]
  readonly at: number | undefined
  readonly isLastOpen: boolean
}) {
  const width = Math.max(1, Math.min(step - Math.min(3, step * 0.25), 28))
  return (
    <g>
      {series.map(({ name, look, values }, level) => (
        <g key={name} className={looks[look].color} fill="currentColor">
          {xs.map((x, at) => {
            const value = values[at] ?? 0
            if (value === 0) return null
            const upper = yOf(stackedTo(series, at, level + 1))
            const lower = level === 0 ? bottom : yOf(stackedTo(series, at, level)) - 1
            return (
              <rect
                key={x}
                x={x - width / 2}
                y={Math.min(upper, lower - 1)}
                width={width}
                height={Math.max(1, lower - upper)}
                rx={Math.min(2, width / 3)}
                className={classNames(
                  opacityOf(look, at === pointed),
                  isLastOpen && at === xs.length - 1 && 'opacity-55',
                )}
              />
            )
          })}
        </g>
      ))}
    </g>
  )
}

function opacityOf(look: ChartSeries['look'], isPointed: boolean): string | false {
  if (look !== 'quiet') return isPointed ? false : look === 'now' && 'opacity-90'
  return isPointed ? 'opacity-80' : 'opacity-50'
}
