import type { Firestore, QueryDocumentSnapshot } from 'firebase/firestore'
import { useEffect, useMemo, useState } from 'react'
import { DocumentWindow } from '../window/document-window.ts'
import { type CollectionQuery, readQuery, writeQuery } from './collection-query.ts'
import { sdkQuery } from './sdk-query.ts'
import { holdsText, queryOfIds } from './text-search.ts'

/** So many documents are found by their ids at most. */
const idsMax = 50
/** Nobody is asked at each key. */
const pauseMs = 150

/**
 * What is found for a text: documents of the whole collection by the beginning of their ids, live, then those of `loaded` that hold the text.
 * undefined while nothing is sought.
 */
export function useTextSearch(
  { firestore, path, query }: { readonly firestore: Firestore; readonly path: string; readonly query: CollectionQuery },
  loaded: readonly QueryDocumentSnapshot[],
  text: string,
): readonly QueryDocumentSnapshot[] | undefined {
  const sought = text.trim()
  const byId = useIds(firestore, path, query, sought)
  return useMemo(() => {
    if (sought === '') return undefined
    const known = new Set(byId.map(({ id }) => id))
    return [...byId, ...loaded.filter((document) => !known.has(document.id) && holdsText(document, sought))]
  }, [byId, loaded, sought])
}

const none: readonly QueryDocumentSnapshot[] = []

function useIds(
  firestore: Firestore,
  path: string,
  query: CollectionQuery,
  sought: string,
): readonly QueryDocumentSnapshot[] {
  const [found, setFound] = useState(none)
  const ofText = sought === '' ? undefined : queryOfIds(query, sought)
  const asked = ofText && JSON.stringify(writeQuery(ofText))
  useEffect(() => {
    const source = asked === undefined ? undefined : sdkQuery(firestore, path, readQuery(JSON.parse(asked)).query)
    if (source === undefined || !('query' in source)) {
      setFound(none)
      return undefined
    }
    const window = new DocumentWindow(source.query, { chunkSize: idsMax, isWhole: true })
    let stop = (): void => undefined
    const timer = setTimeout(() => {
      stop = window.subscribe(() => setFound(window.getSnapshot().documents))
      setFound(window.getSnapshot().documents)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [firestore, path, asked])
  return found
}
