import { type InfiniteData, type QueryKey, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ShownQuery } from './query-content.tsx'

export interface ListPage<Row> {
  readonly rows: readonly Row[]
  readonly nextPageToken: string | undefined
}

export interface Pages<Row> {
  /** All that was read so far; `refetch` reads as much again, from the first page on. */
  readonly query: ShownQuery<ListPage<Row>>
  /** What is shown is read again, or read on. */
  readonly isReading: boolean
  readonly mayShowMore: boolean
  /** As many as a list holds are here, and there are more. */
  readonly isFull: boolean
  readonly showMore: () => void
  readonly readAgain: () => void
  /** Reads again what failed: the next page, or all of them. */
  readonly retry: () => void
}

const rowsMaxOfMost = 2_000
/** A filtered page may be empty and not the last: so many are read on for something to show. */
const pagesReadOn = 10

type ListOf<Row> = (pageToken: string | undefined) => Promise<ListPage<Row>>

/**
 * The first pages of a list, one at first, and each further one when it is asked for, which goes on where the one before ended.
 *
 * @param queryKey another one is another list, which begins anew
 * @param list one page
 * @param rowsMax no further page is offered when so many rows are there
 * @param newsEveryMs so often the first page is read again, while it is the only one
 */
export function usePages<Row>(
  queryKey: QueryKey,
  list: ListOf<Row>,
  rowsMax = rowsMaxOfMost,
  newsEveryMs?: number,
): Pages<Row> {
  const query: UseInfiniteQueryResult<ListPage<Row>> = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) => await readOn(list, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextPageToken,
    select: inOne<Row>,
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? (newsEveryMs ?? false) : false),
  })
  const { data, hasNextPage, isFetching, isPending, isFetchNextPageError, fetchNextPage, refetch } = query
  const showMore = (): void => void fetchNextPage()
  const readAgain = (): void => void refetch()
  const isFull = hasNextPage && (data?.rows.length ?? 0) >= rowsMax
  return {
    query,
    isReading: isFetching && !isPending,
    mayShowMore: hasNextPage && !isFull,
    isFull,
    showMore,
    readAgain,
    retry: isFetchNextPageError ? showMore : readAgain,
  }
}

function inOne<Row>({ pages }: InfiniteData<ListPage<Row>>): ListPage<Row> {
  return { rows: pages.flatMap(({ rows }) => rows), nextPageToken: pages.at(-1)?.nextPageToken }
}

/** The next page with rows; an empty one where many pages had none. */
async function readOn<Row>(list: ListOf<Row>, from: string | undefined): Promise<ListPage<Row>> {
  let page = await list(from)
  for (let read = 1; read < pagesReadOn && page.rows.length === 0 && page.nextPageToken !== undefined; read += 1) {
    page = await list(page.nextPageToken)
  }
  return page
}
