import type { ProjectSession } from '../../../firebase/project-session.ts'
import { analyticsPath } from './analytics-path.ts'
import { readReport, reportAnswer, type Report } from './report-answer.ts'

export interface RealtimeQuestion {
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  /** An app id. */
  readonly app?: string | undefined
}

/** The body of `runRealtimeReport` for a question about the last 30 minutes. */
export function realtimeBody({ dimensions, metrics, app }: RealtimeQuestion): object {
  return {
    dimensions: dimensions.map((name) => ({ name })),
    metrics: metrics.map((name) => ({ name })),
    ...(app !== undefined && {
      dimensionFilter: { filter: { fieldName: 'streamId', stringFilter: { matchType: 'EXACT', value: app } } },
    }),
    limit: '100',
  }
}

export async function runRealtimeReport(project: ProjectSession, question: RealtimeQuestion): Promise<Report> {
  const answer = await project.call({
    method: 'POST',
    path: analyticsPath(project, 'realtime-report'),
    body: realtimeBody(question),
    answer: reportAnswer,
  })
  return readReport(answer)
}
