import { rangeNames, type Report } from '../../shared/reports/run-report.ts'
import type { TimeStep } from './time-steps.ts'

export interface StepSeries {
  readonly name: string
  /** One for each step of the range; a step without a row is zero. */
  readonly values: readonly number[]
}

/** The steps that are laid over those of the range, and what their line is called. */
export interface PastSteps {
  readonly steps: readonly TimeStep[]
  readonly name: string
}

/** The metrics of a report by day, week or month as lines; a single metric has a second line for what it is compared with. */
export function seriesByStep(
  { dimensions, rows }: Report,
  steps: readonly TimeStep[],
  past: PastSteps | undefined,
  names: readonly string[],
): readonly StepSeries[] {
  const rangeAt = dimensions.indexOf('dateRange')
  const stepAt = dimensions.findIndex((name) => name !== 'dateRange')
  const values = (of: readonly TimeStep[], rangeName: string, metric: number): readonly number[] => {
    const byKey = new Map(
      rows
        .filter(({ keys }) => rangeAt < 0 || keys[rangeAt] === rangeName)
        .map((row) => [row.keys[stepAt] ?? '', row.values[metric] ?? 0]),
    )
    return of.map(({ key }) => byKey.get(key) ?? 0)
  }
  const now = names.map((name, at) => ({ name, values: values(steps, rangeNames.now, at) }))
  if (past === undefined || now.length !== 1) return now
  return [...now, { name: past.name, values: values(past.steps, rangeNames.before, 0) }]
}
