import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { whileWatched } from '../browser/while-watched.ts'
import { useFailure } from '../ui/query-content.tsx'

const pollMs = 2_000
/** What a list shows at most; older ones give way to newer. */
export const shownMax = 1_000

export interface LivePage<Row> {
  /** The newest first. */
  readonly rows: readonly Row[]
  /** What comes later comes after it; undefined where nothing is there yet. */
  readonly newest: string | undefined
  /** Leads on to what is older. */
  readonly nextPageToken: string | undefined
}

interface Known<Row> extends LivePage<Row> {
  /** Older rows gave way. */
  readonly isCut: boolean
}

export interface LiveListOptions<Row> {
  readonly queryKey: QueryKey
  readonly isLive: boolean
  readonly isWanted?: boolean
  /** The first page, or the one of a token. */
  readonly list: (pageToken: string | undefined) => Promise<LivePage<Row>>
  /** All that came after a place, `shownMax` at most; undefined: nothing can come any more. */
  readonly listNews: (after: string | undefined) => Promise<LivePage<Row>> | undefined
}

export interface LiveList<Row> {
  /** Undefined before the first answer. */
  readonly rows: readonly Row[] | undefined
  /** Why the last question failed; what was known stays. */
  readonly problem: unknown
  readonly hasMore: boolean
  /** As many as the page shows are there: what is older is found by filters. */
  readonly isFull: boolean
  readonly showMore: () => void
  readonly retry: () => void
}

/** A list whose new rows come by themselves while `isLive` and somebody is at the page; another key is another list. */
export function useLiveList<Row>({
  queryKey,
  isLive,
  isWanted = true,
  list,
  listNews,
}: LiveListOptions<Row>): LiveList<Row> {
  const client = useQueryClient()
  const query = useQuery<Known<Row>>({
    queryKey,
    async queryFn() {
      const before = client.getQueryData<Known<Row>>(queryKey)
      if (before === undefined) return { ...(await list(undefined)), isCut: false }
      const news = await listNews(before.newest)
      // Older rows may have been added meanwhile.
      return news === undefined ? before : withNews(client.getQueryData<Known<Row>>(queryKey) ?? before, news)
    },
    // The rows of another filter are none of this one.
    placeholderData: () => undefined,
    enabled: isWanted,
    ...(isLive && whileWatched(pollMs)),
  })
  const more = useMutation({
    mutationFn: list,
    onSuccess: ({ rows, nextPageToken }, pageToken) =>
      client.setQueryData<Known<Row>>(queryKey, (before) =>
        // News may have taken the place of the rows that this page goes on from.
        before?.nextPageToken === pageToken && before !== undefined
          ? { ...before, rows: [...before.rows, ...rows], nextPageToken }
          : before,
      ),
  })
  const { rows, nextPageToken, isCut = false } = query.data ?? {}
  const failure = useFailure(query)
  const isFull = (rows?.length ?? 0) >= shownMax
  // The next answer has taken its place.
  const failureOfMore = more.error !== null && more.submittedAt > query.dataUpdatedAt ? more.error : undefined
  return {
    rows,
    problem: failure ?? failureOfMore,
    hasMore: nextPageToken !== undefined && !isFull && !isCut,
    isFull: isFull && (nextPageToken !== undefined || isCut),
    showMore: () => {
      if (nextPageToken !== undefined) more.mutate(nextPageToken)
    },
    retry: () => void query.refetch(),
  }
}

/** Never with a hole in between: more news than the page shows take the place of all that was there. */
function withNews<Row>(known: Known<Row>, news: LivePage<Row>): Known<Row> {
  if (news.rows.length === 0) return { ...known, newest: news.newest ?? known.newest }
  if (news.nextPageToken !== undefined) return { ...news, isCut: false }
  const rows = [...news.rows, ...known.rows]
  return {
    rows: rows.slice(0, shownMax),
    newest: news.newest,
    nextPageToken: known.nextPageToken,
    isCut: known.isCut || rows.length > shownMax,
  }
}
