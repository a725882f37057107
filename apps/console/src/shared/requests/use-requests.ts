import { type QueryClient, useMutation, useQuery, useQueryClient, skipToken } from '@tanstack/react-query'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { whileWatched } from '../../browser/while-watched.ts'
import { useProject } from '../../session/project-context.tsx'
import { useFailure } from '../../ui/query-content.tsx'
import {
  deniedLatelyKey,
  listRequests,
  listRequestsSince,
  type RequestPage,
  type ListedRequest,
  getRequest,
} from './list-requests.ts'
import type { RequestFilter } from './request-filter.ts'

const pollMs = 2_000
/** What the page shows at most; older ones give way to newer. */
const shownMax = 1_000

export interface Requests {
  /** Undefined before the first answer. */
  readonly rows: readonly ListedRequest[] | undefined
  /** Why the last question failed; what was known stays. */
  readonly problem: unknown
  readonly hasMore: boolean
  /** As many as the page shows are there: what is older is found by filters. */
  readonly isFull: boolean
  readonly showMore: () => void
  readonly retry: () => void
}

interface Known {
  readonly rows: readonly ListedRequest[]
  readonly nextPageToken: string | undefined
}

/** The requests that fit a filter; new ones come by themselves while `isLive` and somebody is at the page. */
export function useRequests(filter: RequestFilter, isLive: boolean): Requests {
  const project = useProject()
  const client = useQueryClient()
  const queryKey = [project.id, 'requests', 'list', filter]
  const query = useQuery<Known>({
    queryKey,
    queryFn: async () => await readNews(project, client, queryKey, filter),
    // The rows of another filter are none of this one.
    placeholderData: () => undefined,
    ...(isLive && whileWatched(pollMs)),
  })
  const more = useMutation({
    mutationFn: async (pageToken: string) => await listRequests(project, filter, { pageToken }),
    onSuccess: (page, pageToken) =>
      client.setQueryData<Known>(queryKey, (before) =>
        // News may have taken the place of the rows that this page goes on from.
        before?.nextPageToken === pageToken
          ? { rows: [...before.rows, ...page.requests], nextPageToken: page.nextPageToken }
          : before,
      ),
  })
  const { rows, nextPageToken } = query.data ?? {}
  const failure = useFailure(query)
  const isFull = (rows?.length ?? 0) >= shownMax
  // The next answer has taken its place.
  const failureOfMore = more.error !== null && more.submittedAt > query.dataUpdatedAt ? more.error : undefined
  return {
    rows,
    problem: failure ?? failureOfMore,
    hasMore: nextPageToken !== undefined && !isFull,
    isFull: nextPageToken !== undefined && isFull,
    showMore: () => {
      if (nextPageToken !== undefined) more.mutate(nextPageToken)
    },
    retry: () => void query.refetch(),
  }
}

/** The first page, and later on what came since. */
async function readNews(
  project: ProjectSession,
  client: QueryClient,
  queryKey: readonly unknown[],
  filter: RequestFilter,
): Promise<Known> {
  const before = client.getQueryData<Known>(queryKey)
  if (before === undefined) {
    const { requests, nextPageToken } = await listRequests(project, filter, {})
    return { rows: requests, nextPageToken }
  }
  // Nothing comes to a time that is over.
  if (filter.end !== undefined && filter.end < Date.now()) return before
  const newest = before.rows[0]?.id
  const news = await listRequestsSince(project, filter, {
    ...(newest !== undefined && { after: newest }),
    max: shownMax,
  })
  if (news.requests.some(({ verdict }) => verdict === 'denied')) {
    void client.invalidateQueries({ queryKey: deniedLatelyKey(project.id) })
  }
  // Older rows may have been added meanwhile.
  return withNews(client.getQueryData<Known>(queryKey) ?? before, news)
}

/** Never with a hole in between: more news than the page shows take the place of all that was there. */
function withNews(known: Known, news: RequestPage): Known {
  const { rows, nextPageToken } = known
  if (news.requests.length === 0) return known
  if (news.nextPageToken !== undefined) return { rows: news.requests, nextPageToken: news.nextPageToken }
  const all = [...news.requests, ...rows]
  if (all.length <= shownMax) return { rows: all, nextPageToken }
  return { rows: all.slice(0, shownMax), nextPageToken: all[shownMax - 1]?.id }
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
