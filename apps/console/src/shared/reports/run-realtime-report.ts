import { postRealtimeReport } from '@hearth/api'
import { callApi } from '../../backend/api/call-api.ts'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
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

const questions = {
  all: { dimensions: [], metrics: ['activeUsers', 'eventCount'] },
  minutes: { dimensions: ['minutesAgo'], metrics: ['activeUsers', 'eventCount'] },
  events: { dimensions: ['eventName'], metrics: ['eventCount', 'activeUsers'] },
  screens: { dimensions: ['unifiedScreenName'], metrics: ['activeUsers', 'screenPageViews'] },
  platforms: { dimensions: ['platform'], metrics: ['activeUsers', 'eventCount'] },
  countries: { dimensions: ['country'], metrics: ['activeUsers', 'eventCount'] },
} as const

export type RealtimeReports = Readonly<Record<keyof typeof questions, Report>>

/** Who is here now, by minute, event, screen, platform and country. */
export async function runRealtimeReports(project: ProjectSession, app: string | undefined): Promise<RealtimeReports> {
  const reports = await Promise.all(
    Object.entries(questions).map(
      async ([name, question]) => [name, await runRealtimeReport(project, { ...question, app })] as const,
    ),
  )
  return Object.fromEntries(reports) as Record<keyof typeof questions, Report>
}
