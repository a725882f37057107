import { useCallback, useEffect, useState } from 'react'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { isWatched } from '../../browser/while-watched.ts'
import { tellDenied } from './denied-news.ts'
import type { ListedRequest } from './past-request.ts'
import { listRequests, listRequestsSince, type RequestPage } from './list-requests.ts'
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

/**
 * The requests that fit a filter; new ones come by themselves while `isLive` and somebody is at the page.
 *
 * @param filter must keep its identity while it is the same
 */
export function useRequests(project: ProjectSession, filter: RequestFilter, isLive: boolean): Requests {
  const [known, setKnown] = useState<Known>()
  const [problem, setProblem] = useState<unknown>()
  const [turn, setTurn] = useState(0)

  useEffect(() => {
    let isCurrent = true
    setKnown(undefined)
    setProblem(undefined)
    listRequests(project, filter, {}).then(
      ({ requests, nextPageToken }) => {
        if (isCurrent) setKnown({ rows: requests, nextPageToken })
      },
      (thrown: unknown) => {
        if (isCurrent) setProblem(thrown)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [project, filter, turn])

  const isKnown = known !== undefined
  const newest = known?.rows[0]?.id
  useEffect(() => {
    if (!isLive || !isKnown) return
    let isCurrent = true
    let timer: ReturnType<typeof setTimeout>
    const poll = async (): Promise<void> => {
      try {
        if (isWatched()) {
          const news = await listRequestsSince(project, filter, {
            ...(newest !== undefined && { after: newest }),
            max: shownMax,
          })
          if (!isCurrent) return
          setProblem(undefined)
          if (news.requests.some(({ verdict }) => verdict === 'denied')) tellDenied()
          if (news.requests.length > 0) setKnown((before) => before && withNews(before, news))
        }
      } catch (thrown) {
        if (isCurrent) setProblem(thrown)
      }
      if (isCurrent) timer = setTimeout(() => void poll(), pollMs)
    }
    timer = setTimeout(() => void poll(), pollMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [project, filter, isLive, isKnown, newest])

  const nextPageToken = known?.nextPageToken
  const isFull = (known?.rows.length ?? 0) >= shownMax
  const showMore = useCallback(() => {
    if (nextPageToken === undefined) return
    listRequests(project, filter, { pageToken: nextPageToken }).then(
      (page) =>
        setKnown((before) =>
          // News may have taken the place of the rows that this page goes on from.
          before?.nextPageToken === nextPageToken
            ? { rows: [...before.rows, ...page.requests], nextPageToken: page.nextPageToken }
            : before,
        ),
      setProblem,
    )
  }, [project, filter, nextPageToken])
  return {
    rows: known?.rows,
    problem,
    hasMore: nextPageToken !== undefined && !isFull,
    isFull: nextPageToken !== undefined && isFull,
    showMore,
    retry: useCallback(() => setTurn((before) => before + 1), []),
  }
}

/** Never with a hole in between: more news than the page shows take the place of all that was there. */
function withNews({ rows, nextPageToken }: Known, news: RequestPage): Known {
  if (news.nextPageToken !== undefined) return { rows: news.requests, nextPageToken: news.nextPageToken }
  const all = [...news.requests, ...rows]
  if (all.length <= shownMax) return { rows: all, nextPageToken }
  return { rows: all.slice(0, shownMax), nextPageToken: all[shownMax - 1]?.id }
}
