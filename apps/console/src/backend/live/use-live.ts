import type { DocumentReference, DocumentSnapshot, Query, QuerySnapshot } from 'firebase/firestore'
import { useSyncExternalStore } from 'react'
import { listenerOfDocument, listenerOfQuery } from './listeners.ts'
import type { LiveListener } from './live-listener.ts'
import type { Live } from './live-state.ts'

const loading = { status: 'loading' } as const

/** A document as it is now. `undefined` listens to nothing and stays loading. */
export function useDocument(reference: DocumentReference | undefined): Live<DocumentSnapshot> {
  return useListener(reference && listenerOfDocument(reference))
}

/** The result of a query as it is now. The query may be built anew at each render; equal ones share a listener. */
export function useLiveQuery(query: Query | undefined): Live<QuerySnapshot> {
  return useListener(query && listenerOfQuery(query))
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
