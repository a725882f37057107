import { postRealtimeReport } from '@hearth/api'
import { callApi } from '../../../api/call-api.ts'
import type { ProjectSession } from '../../../firebase/project-session.ts'
import { readReport, type Report } from './report-answer.ts'

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
  const answer = await callApi(postRealtimeReport, { project: project.id, body: realtimeBody(question) }, project)
  return readReport(answer)
}
