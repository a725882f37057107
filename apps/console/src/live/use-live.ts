import type { DocumentData, DocumentReference, DocumentSnapshot, Query, QuerySnapshot } from 'firebase/firestore'
import { useSyncExternalStore } from 'react'
import { listenerOfDocument, listenerOfQuery } from './listeners.ts'
import type { LiveListener } from './live-listener.ts'
import type { Live } from './live-state.ts'

const loading = { status: 'loading' } as const

/** A document as it is now. `undefined` listens to nothing and stays loading. */
export function useDocument<Data extends DocumentData = DocumentData>(
  reference: DocumentReference<Data> | undefined,
): Live<DocumentSnapshot<Data>> {
  const listener = reference === undefined ? undefined : listenerOfDocument(reference)
  return useListener(listener as unknown as LiveListener<DocumentSnapshot<Data>> | undefined)
}

/** The result of a query as it is now. The query may be built anew at each render; equal ones share a listener. */
export function useQuery<Data extends DocumentData = DocumentData>(
  query: Query<Data> | undefined,
): Live<QuerySnapshot<Data>> {
  const listener = query === undefined ? undefined : listenerOfQuery(query)
  return useListener(listener as unknown as LiveListener<QuerySnapshot<Data>> | undefined)
}

function useListener<Snapshot>(listener: LiveListener<Snapshot> | undefined): Live<Snapshot> {
  return useSyncExternalStore<Live<Snapshot>>(
    listener?.subscribe ?? subscribeToNothing,
    listener?.getSnapshot ?? getLoading,
  )
}

function subscribeToNothing(): () => void {
  return () => undefined
}

function getLoading(): typeof loading {
  return loading
}
