import { useState } from 'react'
import type { ListedRequest } from '../../shared/requests/list-requests.ts'
import type { Arrangement, RequestFilter } from '../../shared/requests/request-filter.ts'
import { useRequests } from '../../shared/requests/use-requests.ts'
import { useFailure } from '../../ui/query-content.tsx'
import {
  type RequestGroup,
  useRequestGroups,
  useRequestsOfGroups,
  useSlowestRequests,
} from './queries/requests-queries.ts'

const firstOfGroup = 10
const moreOfGroup = 100
/** What one page of the server has. */
const ofGroupMax = 500

/** A stretch of the table: all of it, or one group. */
export interface RequestSection {
  /** Undefined where requests are not put together. */
  readonly group: RequestGroup | undefined
  readonly isOpen: boolean
  /** Undefined before the first answer. */
  readonly rows: readonly ListedRequest[] | undefined
  /** How many of the group are not shown; there is a way to them where `onMore` is. */
  readonly more: number
  readonly onToggle: () => void
  readonly onMore: (() => void) | undefined
}

export interface ShownRequests {
  /** Undefined before the first answer. */
  readonly sections: readonly RequestSection[] | undefined
  /** Groups beyond those that are shown. */
  readonly moreGroups: number
  /** Since when requests are kept, in milliseconds; undefined where it is not known. */
  readonly keptSince: number | undefined
  /** Why the last question failed; what was known stays. */
  readonly problem: unknown
  readonly hasMore: boolean
  readonly isFull: boolean
  readonly showMore: () => void
  readonly retry: () => void
}

/** The requests that fit a filter as the page puts them: in one list, the slowest first, or in groups of which the first is open. */
export function useShownRequests(filter: RequestFilter, by: Arrangement | undefined, isLive: boolean): ShownRequests {
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [sizes, setSizes] = useState<ReadonlyMap<string, number>>(new Map())
  const groupedBy = by === 'slowest' ? undefined : by
  const list = useRequests(filter, isLive, by === undefined)
  const slowest = useSlowestRequests(filter, by === 'slowest')
  const groups = useRequestGroups(filter, groupedBy, isLive)
  const found = groups.data?.groups ?? []
  const isOpen = (key: string): boolean => toggled.get(key) ?? key === found[0]?.key
  const open = found.flatMap(({ key }) => (isOpen(key) ? [{ key, size: sizes.get(key) ?? firstOfGroup }] : []))
  const ofGroups = useRequestsOfGroups(filter, groupedBy, open, isLive)
  const failureOfGroups = useFailure(groups)
  const failureOfSlowest = useFailure(slowest)

  if (by === undefined) {
    const { rows, problem, hasMore, isFull, showMore, retry } = list
    return {
      sections: rows && [whole(rows)],
      moreGroups: 0,
      keptSince: undefined,
      problem,
      hasMore,
      isFull,
      showMore,
      retry,
    }
  }
  const rest = { hasMore: false, isFull: false, showMore: () => undefined }
  if (by === 'slowest') {
    const retry = (): void => void slowest.refetch()
    const { data } = slowest
    return {
      sections: data && [whole(data)],
      moreGroups: 0,
      keptSince: undefined,
      problem: failureOfSlowest,
      ...rest,
      retry,
    }
  }
  const sections = found.map((group): RequestSection => {
    const { key, allowed, denied } = group
    const rows = ofGroups.get(key)?.data?.requests
    const size = sizes.get(key) ?? firstOfGroup
    return {
      group,
      isOpen: isOpen(key),
      rows: rows?.slice(0, size),
      more: rows === undefined ? 0 : Math.max(0, allowed + denied - rows.length),
      onToggle: () => setToggled(new Map([...toggled, [key, !isOpen(key)]])),
      onMore:
        size >= ofGroupMax
          ? undefined
          : () => setSizes(new Map([...sizes, [key, Math.min(ofGroupMax, size + moreOfGroup)]])),
    }
  })
  const { oldest } = groups.data ?? {}
  return {
    sections: groups.data && sections,
    moreGroups: groups.data?.more ?? 0,
    keptSince: oldest === undefined ? undefined : Date.parse(oldest),
    problem: failureOfGroups,
    ...rest,
    retry: () => void groups.refetch(),
  }
}

function whole(rows: readonly ListedRequest[]): RequestSection {
  return { group: undefined, isOpen: true, rows, more: 0, onToggle: () => undefined, onMore: undefined }
}
