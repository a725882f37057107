import * as api from '@hearth/api'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../backend/api/call-api.ts'
import { useProject } from '../../../session/project-context.tsx'
import { type LiveList, type LivePage, useLiveList } from '../../../shared/use-live-list.ts'
import { type LogFilter, spans } from '../log-filter.ts'

const pageSize = 100
/** As many as the server gives at once. */
const newsPageSize = 500

export type LoggedRequest = api.LoggedRequest

/** The requests of the server's log that fit a filter; new ones come by themselves while `isLive` and somebody is at the page. */
export function useRequestLog(filter: LogFilter, isLive: boolean): LiveList<LoggedRequest> {
  const project = useProject()
  const read = async (page: {
    readonly pageSize: number
    readonly pageToken?: string
    readonly after?: string
  }): Promise<LivePage<LoggedRequest>> => {
    const { within, ...rest } = filter
    const since = within && new Date(Date.now() - spans[within]).toISOString()
    const query = { ...rest, ...page, ...(since !== undefined && { since }) }
    const { entries, newest, nextPageToken } = await callApi(
      api.listRequestLog,
      { project: project.id, query },
      project,
    )
    return { rows: entries, newest, nextPageToken }
  }
  return useLiveList({
    queryKey: [project.id, 'request-log', filter],
    isLive,
    list: async (pageToken) => await read({ pageSize, ...(pageToken !== undefined && { pageToken }) }),
    listNews: async (after) => await read({ pageSize: newsPageSize, ...(after !== undefined && { after }) }),
  })
}

/** One request of the log by its id; undefined where it is not kept any more. */
export function useLoggedRequest(id: string, known: LoggedRequest | undefined) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'request-log', 'one', id],
    queryFn: async () => {
      const query = { id, pageSize: 1 }
      const { entries } = await callApi(api.listRequestLog, { project: project.id, query }, project)
      return entries[0] ?? null
    },
    enabled: known === undefined,
    ...(known !== undefined && { initialData: known }),
    placeholderData: () => undefined,
  })
}
