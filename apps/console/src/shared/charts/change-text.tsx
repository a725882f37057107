import { chartsTexts as texts } from '../../texts/en/charts.ts'
import { changeOf } from '../reports/run-report.ts'
import { formatChange } from '../reports/format-metric.ts'
import { colorOf } from './chart-card.tsx'
import type { Better } from './chart-model.ts'

/** How much more or less it is than before, as a share with its sign; its colour says whether that is better or worse. */
export function ChangeText({
  now,
  before,
  better,
  beforeSaid,
}: {
  readonly now: number
  readonly before: number
  readonly better: Better
  /** What it was, in words. */
  readonly beforeSaid: string
}) {
  const change = changeOf(now, before)
  const said = now === before ? texts.asBefore : change === undefined ? texts.newNow : formatChange(change)
  const color = change === undefined || now === before ? 'text-ink-3' : colorOf(change, better)
  return (
    <span title={beforeSaid} className={`text-small font-medium whitespace-nowrap tabular-nums ${color}`}>
      {said}
      <span className="sr-only">, {beforeSaid}</span>
    </span>
  )
}
