import type { FirebaseApp } from 'firebase/app'
import {
  onSnapshot,
  queryEqual,
  refEqual,
  type DocumentReference,
  type DocumentSnapshot,
  type Query,
  type QuerySnapshot,
} from 'firebase/firestore'
import { LiveListener } from './live-listener.ts'
import { useSyncExternalStore } from 'react'
import type { Live } from './live-state.ts'

interface Shared<Source, Snapshot> {
  readonly source: Source
  readonly listener: LiveListener<Snapshot>
}

// Screens build their references anew at each render; these lists give equal ones the same listener. They hold what is on screen
// and what was a moment ago, so they stay short.
const documents: Shared<DocumentReference, DocumentSnapshot>[] = []
const queries: Shared<Query, QuerySnapshot>[] = []
const withMetadata = { includeMetadataChanges: true }

export function listenerOfDocument(reference: DocumentReference): LiveListener<DocumentSnapshot> {
  return shared(documents, reference, refEqual, (source) => ({
    start: (heard, failed) =>
      onSnapshot(
        source,
        withMetadata,
        (snapshot) => heard(snapshot, snapshot.metadata.fromCache, !snapshot.exists()),
        failed,
      ),
  }))
}

export function listenerOfQuery(query: Query): LiveListener<QuerySnapshot> {
  return shared(queries, query, queryEqual, (source) => ({
    start: (heard, failed) =>
      onSnapshot(
        source,
        withMetadata,
        (snapshot) => heard(snapshot, snapshot.metadata.fromCache, snapshot.empty),
        failed,
      ),
  }))
}

/** Starts those of an app again that ended with an error, such as when its session may read again. */
export function retryListenersOf(app: FirebaseApp): void {
  for (const { source, listener } of [...documents, ...queries]) {
    if (source.firestore.app === app) listener.retry()
  }
}

/** Ends every listener, such as when the user signs out. */
export function releaseAllListeners(): void {
  for (const { listener } of [...documents, ...queries]) listener.release()
}

function shared<Source, Snapshot>(
  list: Shared<Source, Snapshot>[],
  source: Source,
  isEqual: (one: Source, other: Source) => boolean,
  listening: (source: Source) => ConstructorParameters<typeof LiveListener<Snapshot>>[0],
): LiveListener<Snapshot> {
  const found = list.find((entry) => isEqual(entry.source, source))
  if (found !== undefined) return found.listener
  const entry: Shared<Source, Snapshot> = {
    source,
    listener: new LiveListener(listening(source), () => {
      const at = list.indexOf(entry)
      if (at !== -1) list.splice(at, 1)
    }),
  }
  list.push(entry)
  return entry.listener
}

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
