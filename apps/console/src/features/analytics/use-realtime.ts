import { useCallback, useEffect, useRef } from 'react'
import { repeatWhileWatched } from '../../live/repeat-while-watched.ts'
import { useProject } from '../../session/project-context.tsx'
import { useAsked, type Asking } from '../../ui/use-asked.ts'
import type { Report } from './queries/report-answer.ts'
import { runRealtimeReport } from './queries/run-realtime-report.ts'

const everyMs = 5000

const questions = {
  all: { dimensions: [], metrics: ['activeUsers', 'eventCount'] },
  minutes: { dimensions: ['minutesAgo'], metrics: ['activeUsers', 'eventCount'] },
  events: { dimensions: ['eventName'], metrics: ['eventCount', 'activeUsers'] },
  screens: { dimensions: ['unifiedScreenName'], metrics: ['activeUsers', 'screenPageViews'] },
  platforms: { dimensions: ['platform'], metrics: ['activeUsers', 'eventCount'] },
  countries: { dimensions: ['country'], metrics: ['activeUsers', 'eventCount'] },
} as const

export type RealtimeReports = Readonly<Record<keyof typeof questions, Report>>

/** The last 30 minutes, asked for again and again while somebody is at the page; a slow server not before it has answered. */
export function useRealtime(app: string | undefined): Asking<RealtimeReports> {
  const project = useProject()
  const isAsking = useRef(false)
  const ask = useCallback(async (): Promise<RealtimeReports> => {
    isAsking.current = true
    try {
      const reports = await Promise.all(
        Object.entries(questions).map(
          async ([name, question]) => [name, await runRealtimeReport(project, { ...question, app })] as const,
        ),
      )
      return Object.fromEntries(reports) as Record<keyof typeof questions, Report>
    } finally {
      isAsking.current = false
    }
  }, [project, app])
  const asking = useAsked(ask)
  const { askAgain } = asking
  useEffect(
    () =>
      repeatWhileWatched(() => {
        if (!isAsking.current) askAgain()
      }, everyMs),
    [askAgain],
  )
  return asking
}
