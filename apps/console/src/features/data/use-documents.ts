import { getCountFromServer, limit, query, type Query, type QuerySnapshot } from 'firebase/firestore'
import { useState } from 'react'
import { dataOf, type Live } from '../../live/live-state.ts'
import { useQuery } from '../../live/use-live.ts'
import { limitMax } from './filters/collection-query.ts'

export interface LiveDocuments {
  readonly live: Live<QuerySnapshot>
  /** What is known; while a longer page is loading, the shorter one. */
  readonly snapshot: QuerySnapshot | undefined
  readonly hasMore: boolean
  /** So many are shown that no more can be. */
  readonly isFull: boolean
  readonly showMore: () => void
}

/** The documents of a query, live, page by page. Build it anew with another `key` for another query. */
export function useDocuments(source: Query | undefined, pageSize: number): LiveDocuments {
  const [shown, setShown] = useState(pageSize)
  const live = useQuery(source && query(source, limit(shown)))
  const current = dataOf(live)
  const [kept, setKept] = useState<QuerySnapshot>()
  if (current !== undefined && current !== kept) setKept(current)
  const snapshot = current ?? (live.status === 'loading' ? kept : undefined)
  const isPageFull = snapshot !== undefined && snapshot.size >= shown
  return {
    live,
    snapshot,
    hasMore: isPageFull && shown < limitMax,
    isFull: isPageFull && shown >= limitMax,
    showMore: () => setShown(Math.min(limitMax, shown + pageSize)),
  }
}

/** How many documents a query has, asked from the server. */
export async function countDocuments(source: Query): Promise<number> {
  return (await getCountFromServer(source)).data().count
}
