import * as api from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../backend/api/call-api.ts'
import { whileWatched } from '../../browser/while-watched.ts'
import { useProject } from '../../session/project-context.tsx'
import { type RequestFilter, spans } from './request-filter.ts'

const countsEveryMs = 15_000

/** How many requests were allowed and denied lately, in sixty steps: of the time of the filter, of an hour where it has none; whatever verdict it wants. */
export function useRequestCounts(
  { since = '1h', begin: _begin, end: _end, verdict: _verdict, ...filter }: RequestFilter,
  isLive: boolean,
) {
  const project = useProject()
  const query = { minutes: spans[since] / 60_000, ...filter }
  return useQuery({
    queryKey: [project.id, 'requests', 'counts', query],
    queryFn: async () => await callApi(api.countRequests, { project: project.id, query }, project),
    ...(isLive && whileWatched(countsEveryMs)),
  })
}
