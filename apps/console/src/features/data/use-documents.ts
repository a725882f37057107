import {
  getCountFromServer,
  limit,
  query,
  type Query,
  type QueryDocumentSnapshot,
  type QuerySnapshot,
  startAfter,
} from 'firebase/firestore'
import { useState } from 'react'
import { dataOf, type Live } from '../../live/live-state.ts'
import { useQuery } from '../../live/use-live.ts'
import { limitMax } from './filters/collection-query.ts'

export interface LiveDocuments {
  readonly live: Live<QuerySnapshot>
  /** What is known; while a longer page is loading, the shorter one. */
  readonly snapshot: QuerySnapshot | undefined
  /** How many documents come before these, as far as they were walked past. */
  readonly passed: number
  /** Shows twice as many; undefined when there are no more, or when so many are shown that no more can be. */
  readonly showMore: (() => void) | undefined
  /** Goes on behind the last of them; there once no more can be shown together. */
  readonly showNext: (() => void) | undefined
  readonly showPrevious: (() => void) | undefined
}

/** Where a page begins: behind a document. */
interface Start {
  readonly after: QueryDocumentSnapshot
  readonly passed: number
}

/** The documents of a query, live, page by page. Build it anew with another `key` for another query. */
export function useDocuments(source: Query | undefined, pageSize: number): LiveDocuments {
  const [shown, setShown] = useState(pageSize)
  const [starts, setStarts] = useState<readonly Start[]>([])
  const start = starts.at(-1)
  const begun = source && start ? query(source, startAfter(start.after)) : source
  const live = useQuery(begun && query(begun, limit(shown)))
  const current = dataOf(live)
  const [kept, setKept] = useState<QuerySnapshot>()
  if (current !== undefined && current !== kept) setKept(current)
  const snapshot = current ?? (live.status === 'loading' ? kept : undefined)
  const last = snapshot?.docs.at(-1)
  const passed = start?.passed ?? 0
  const hasMore = snapshot !== undefined && snapshot.size >= shown
  const goTo = (next: readonly Start[]): void => {
    setKept(undefined)
    setStarts(next)
  }
  return {
    live,
    snapshot,
    passed,
    showMore: hasMore && shown < limitMax ? () => setShown(Math.min(limitMax, shown * 2)) : undefined,
    showNext:
      hasMore && shown >= limitMax && last !== undefined
        ? () => goTo([...starts, { after: last, passed: passed + snapshot.size }])
        : undefined,
    showPrevious: starts.length > 0 ? () => goTo(starts.slice(0, -1)) : undefined,
  }
}

/** How many documents a query has, asked from the server. */
export async function countDocuments(source: Query): Promise<number> {
  return (await getCountFromServer(source)).data().count
}
