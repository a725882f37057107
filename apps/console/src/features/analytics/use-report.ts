import { useCallback } from 'react'
import { useProject } from '../../session/project-context.tsx'
import type { Asking } from '../../ui/use-asked.ts'
import type { Report } from './queries/report-answer.ts'
import { runReport, type ReportQuestion } from './queries/run-report.ts'
import { useCurrent } from './use-current.ts'

/** The answer to a question, asked again when it is another one, and from time to time. */
export function useReport(question: ReportQuestion): Asking<Report> {
  const project = useProject()
  const key = JSON.stringify(question)
  const ask = useCallback(() => runReport(project, JSON.parse(key) as ReportQuestion), [project, key])
  return useCurrent(ask)
}
