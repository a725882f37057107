import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { Badge } from '../../../ui/badge.tsx'
import { changeOf } from '../../../shared/reports/compared-rows.ts'
import { formatChange } from '../../../shared/reports/format-metric.ts'

/** How much more or less than in the range compared with; more is not better for every figure, so the colour says nothing. */
export function Change({ now, before }: { readonly now: number; readonly before: number }) {
  if (now === before) {
    return <Badge icon={<Equal aria-hidden="true" />}>{texts.noChange}</Badge>
  }
  const change = changeOf(now, before)
  return (
    <Badge tone="information" icon={now > before ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}>
      {change === undefined ? texts.newNow : formatChange(change)}
    </Badge>
  )
}
