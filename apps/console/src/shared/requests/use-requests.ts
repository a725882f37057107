import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useProject } from '../../session/project-context.tsx'
import { type LiveList, type LivePage, shownMax, useLiveList } from '../use-live-list.ts'
import {
  deniedLatelyKey,
  getRequest,
  listRequests,
  listRequestsSince,
  type ListedRequest,
  type RequestPage,
} from './list-requests.ts'
import type { RequestFilter } from './request-filter.ts'

/** The requests that fit a filter, where they are wanted. */
export function useRequests(filter: RequestFilter, isLive: boolean, isWanted = true): LiveList<ListedRequest> {
  const project = useProject()
  const client = useQueryClient()
  return useLiveList({
    queryKey: [project.id, 'requests', 'list', filter],
    isLive,
    isWanted,
    list: async (pageToken) =>
      asPage(await listRequests(project, filter, { ...(pageToken !== undefined && { pageToken }) })),
    listNews: (after) => {
      // Nothing comes to a time that is over.
      if (filter.end !== undefined && filter.end < Date.now()) return undefined
      const read = async (): Promise<LivePage<ListedRequest>> => {
        const news = await listRequestsSince(project, filter, { ...(after !== undefined && { after }), max: shownMax })
        if (news.requests.some(({ verdict }) => verdict === 'denied')) {
          void client.invalidateQueries({ queryKey: deniedLatelyKey(project.id) })
        }
        return asPage(news)
      }
      return read()
    },
  })
}

function asPage({ requests, nextPageToken }: RequestPage): LivePage<ListedRequest> {
  return { rows: requests, newest: requests[0]?.id, nextPageToken }
}

/** All that is kept of a request; nothing is asked while there is no id. */
export function useRequest(id: string | undefined) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'requests', 'request', id],
    queryFn: id === undefined ? skipToken : async () => await getRequest(project, id),
    // What was kept of another request is none of this one.
    placeholderData: () => undefined,
  })
}
