import type { ChartPoint } from '../charts/chart-model.ts'
import { formatDayOfWeek, formatDayShort } from './format-metric.ts'

/** Days along an axis, and those that they are held against. */
export function dayPoints(days: readonly string[], before?: readonly string[]): readonly ChartPoint[] {
  return days.map((day, at) => {
    const past = before?.[at]
    return {
      id: day,
      label: formatDayShort(day),
      title: formatDayOfWeek(day),
      ...(past !== undefined && { before: formatDayOfWeek(past) }),
    }
  })
}
