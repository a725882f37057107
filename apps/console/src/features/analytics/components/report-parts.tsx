import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { formatNumber } from '../../../texts/format.ts'
import { formatShare, formatChange } from '../../../shared/reports/format-metric.ts'
import { type Report, changeOf } from '../../../shared/reports/run-report.ts'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import { Badge } from '../../../ui/badge.tsx'

/** What is estimated, summed up or left out in a report. */
export function ReportNotes({ report, shown }: { readonly report: Report; readonly shown?: number }) {
  const notes = [
    report.standardError > 0 ? texts.estimated(formatShare(report.standardError)) : '',
    report.hasOther ? texts.other : '',
    shown !== undefined && shown < report.rowCount
      ? texts.firstOnly(formatNumber(shown), formatNumber(report.rowCount))
      : '',
  ].filter((note) => note !== '')
  return notes.length === 0 ? null : <p className="px-4 py-2 text-small text-ink-2">{notes.join(' ')}</p>
}

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
