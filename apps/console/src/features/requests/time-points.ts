import type { ChartPoint } from '../../shared/charts/chart-model.ts'
import { formatHour, formatTime } from '../../texts/format.ts'

/** Even steps of time along an axis, named by the millisecond at which they begin. */
export function timePoints(begin: number, stepMs: number, count: number): readonly ChartPoint[] {
  const format = stepMs < 60_000 ? formatTime : formatHour
  return Array.from({ length: count }, (_, at) => {
    const from = begin + at * stepMs
    return { id: String(from), label: formatHour(from), title: `${format(from)} – ${format(from + stepMs)}` }
  })
}
