import { getUsage } from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../backend/api/call-api.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { runRealtimeReport } from '../../../shared/reports/run-realtime-report.ts'
import type { Span } from '../overview-search.ts'
import { findClosedServices } from './find-closed-services.ts'
import { listLive } from './list-live.ts'
import { readTrends } from './read-trends.ts'

const trendsEveryMs = 60_000
const usageEveryMs = 15_000
const peopleEveryMs = 15_000
const newsEveryMs = 10_000

/** How the project went in the last days, and in as many before. */
export function useTrends(span: Span) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'trends', span],
    queryFn: async () => await readTrends(project, span),
    ...whileWatched(trendsEveryMs),
  })
}

/** How much there is in the project. */
export function useUsage() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'usage'],
    queryFn: async () => await callApi(getUsage, { project: project.id }, project),
    ...whileWatched(usageEveryMs),
  })
}

/** Who signed in to the project's apps, what those called and reported, as it happens. */
export function useLiveNews() {
  const { id } = useProject()
  const session = useSession()
  return useQuery({
    queryKey: [id, 'overview', 'news'],
    queryFn: async () => await listLive(id, await session.idToken()),
    ...whileWatched(newsEveryMs),
  })
}

/** How many sent events in the last half hour. */
export function usePeopleNow() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'people'],
    queryFn: async () => {
      const { rows } = await runRealtimeReport(project, { dimensions: [], metrics: ['activeUsers'] })
      return rows[0]?.values[0] ?? 0
    },
    ...whileWatched(peopleEveryMs),
  })
}

/** What of the project is closed to apps. */
export function useClosedServices() {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'overview', 'closed-services'],
    queryFn: async () => await findClosedServices(project),
  })
}
