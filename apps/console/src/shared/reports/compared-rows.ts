import type { Report } from './report-answer.ts'

/** A row of a report with what it was in the range it is compared with. Numbers are in the order of the metrics. */
export interface ComparedRow {
  readonly keys: readonly string[]
  readonly now: readonly number[]
  /** Undefined without a comparison; zeros where nothing was then. */
  readonly before: readonly number[] | undefined
}

export const rangeNames = { now: 'now', before: 'before' } as const

/** Brings the rows of both ranges together by their dimensions, in the order in which they first come. */
export function comparedRows({ dimensions, metrics, rows }: Report): readonly ComparedRow[] {
  const at = dimensions.indexOf('dateRange')
  if (at < 0) return rows.map(({ keys, values }) => ({ keys, now: values, before: undefined }))
  const none = metrics.map(() => 0)
  const found = new Map<string, { keys: readonly string[]; now: readonly number[]; before: readonly number[] }>()
  for (const { keys: all, values } of rows) {
    const keys = all.toSpliced(at, 1)
    const id = JSON.stringify(keys)
    const row = found.get(id) ?? { keys, now: none, before: none }
    found.set(id, { ...row, [all[at] === rangeNames.before ? 'before' : 'now']: values })
  }
  return [...found.values()]
}

/** How much more it is now, as a share: 0.1 is a tenth more. Undefined where it was nothing. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / before
}
