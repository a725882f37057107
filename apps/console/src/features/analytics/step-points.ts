import type { ChartPoint } from '../../shared/charts/chart-model.ts'
import { dayPoints } from '../../shared/reports/day-points.ts'
import { formatDayShort, formatMonth } from '../../shared/reports/format-metric.ts'
import { analyticsTexts as texts } from '../../texts/en/analytics.ts'
import type { Grain, TimeStep } from './time-steps.ts'

/** Days, weeks or months along an axis, and those that they are held against. The id of each is its first day. */
export function stepPoints(
  steps: readonly TimeStep[],
  past: readonly TimeStep[] | undefined,
  grain: Grain,
): readonly ChartPoint[] {
  if (grain === 'day') {
    return dayPoints(
      steps.map(({ first }) => first),
      past?.map(({ first }) => first),
    )
  }
  return steps.map((step, at) => {
    const before = past?.[at]
    return {
      id: step.first,
      label: grain === 'month' ? formatMonth(step.first, 'short') : formatDayShort(step.first),
      title: titleOf(step, grain),
      ...(before !== undefined && { before: titleOf(before, grain) }),
    }
  })
}

/** A month that the range cuts is named by its days. */
function titleOf({ first, last }: TimeStep, grain: 'week' | 'month'): string {
  const isWholeMonth = grain === 'month' && first.endsWith('-01') && isLastOfMonth(last)
  if (isWholeMonth) return formatMonth(first, 'long')
  return first === last ? formatDayShort(first) : texts.fromTo(formatDayShort(first), formatDayShort(last))
}

function isLastOfMonth(day: string): boolean {
  const next = new Date(day)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.getUTCDate() === 1
}
