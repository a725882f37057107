import * as api from '@hearth/api'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../backend/api/call-api.ts'
import { whileWatched } from '../../../browser/while-watched.ts'
import { useProject } from '../../../session/project-context.tsx'
import {
  askedBy,
  type GroupedBy,
  listRequests,
  type ListedRequest,
  type RequestPage,
} from '../../../shared/requests/list-requests.ts'
import type { RequestFilter } from '../../../shared/requests/request-filter.ts'

const groupsEveryMs = 15_000
const slowestShown = 100

export type RequestGroup = api.RequestGroups['groups'][number]

/** The requests that fit a filter, put together; nothing is asked without what they are put together by. */
export function useRequestGroups(filter: RequestFilter, by: GroupedBy | undefined, isLive: boolean) {
  const project = useProject()
  return useQuery({
    queryKey: [project.id, 'requests', 'groups', by, filter],
    queryFn: async () =>
      await callApi(
        api.groupRequests,
        { project: project.id, query: { ...askedBy(filter), by: by ?? 'rule' } },
        project,
      ),
    enabled: by !== undefined,
    placeholderData: () => undefined,
    ...(isLive && whileWatched(groupsEveryMs)),
  })
}

export interface OpenGroup {
  readonly key: string
  /** How many of its requests are shown. */
  readonly size: number
}

/** The newest requests of the groups that are open, by key. */
export function useRequestsOfGroups(
  filter: RequestFilter,
  by: GroupedBy | undefined,
  open: readonly OpenGroup[],
  isLive: boolean,
) {
  const project = useProject()
  const client = useQueryClient()
  const keyOf = (key: string) => [project.id, 'requests', 'group', by, key, filter]
  const answers = useQueries({
    queries: (by === undefined ? [] : open).map(({ key, size }) => ({
      queryKey: [...keyOf(key), size],
      queryFn: async () => await listRequests(project, filter, { pageSize: size, groupBy: by ?? 'rule', group: key }),
      // The first of them are known where more are wanted.
      placeholderData: (): RequestPage | undefined => {
        const known = client.getQueriesData<RequestPage>({ queryKey: keyOf(key) })
        return known.findLast(([, page]) => page !== undefined)?.[1]
      },
      ...(isLive && whileWatched(groupsEveryMs)),
    })),
  })
  return new Map(open.map(({ key }, at) => [key, answers[at]]))
}

/** Of those that fit a filter, the ones that took longest to decide. */
export function useSlowestRequests(filter: RequestFilter, isWanted: boolean) {
  const project = useProject()
  return useQuery<readonly ListedRequest[]>({
    queryKey: [project.id, 'requests', 'slowest', filter],
    queryFn: async () => (await listRequests(project, filter, { order: 'slowest', pageSize: slowestShown })).requests,
    enabled: isWanted,
    placeholderData: () => undefined,
  })
}
