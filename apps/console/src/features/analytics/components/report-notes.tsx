import { analyticsTexts as texts } from '../../../texts/en/analytics.ts'
import { formatNumber } from '../../../texts/format.ts'
import { formatShare } from '../../../shared/reports/format-metric.ts'
import type { Report } from '../../../shared/reports/report-answer.ts'

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
