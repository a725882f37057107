import type { Firestore, QueryDocumentSnapshot } from 'firebase/firestore'
import { useEffect, useMemo, useState } from 'react'
import { DocumentWindow } from '../window/document-window.ts'
import { type CollectionQuery, readQuery, writeQuery } from './collection-query.ts'
import type { SeenFields } from './seen-fields.ts'
import { sdkQuery } from './sdk-query.ts'
import { holdsText, queriesOfTexts, queryOfIds } from './text-search.ts'

/** So many documents are found by each question at most. */
const foundMax = 50
/** Nobody is asked at each key. */
const pauseMs = 150

export interface FoundDocuments {
  readonly documents: readonly QueryDocumentSnapshot[]
  /** There may be more in the collection. */
  readonly isCut: boolean
}

/**
 * What is found for a text: documents of the whole collection by the beginning of their ids or of a text, live, then those of `loaded` that hold
 * the text anywhere. undefined while nothing is sought.
 *
 * @param textFields the fields of texts that the index is asked for, the most telling first
 */
export function useTextSearch(
  { firestore, path, query }: { readonly firestore: Firestore; readonly path: string; readonly query: CollectionQuery },
  textFields: readonly (readonly string[])[],
  loaded: readonly QueryDocumentSnapshot[],
  text: string,
): FoundDocuments | undefined {
  const sought = text.trim()
  const ofIds = sought === '' ? undefined : queryOfIds(query, sought)
  const ofTexts = sought === '' ? [] : queriesOfTexts(query, textFields, sought)
  const indexed = useIndexed(firestore, path, [...(ofIds === undefined ? [] : [ofIds]), ...ofTexts])
  return useMemo(() => {
    if (sought === '') return undefined
    const found = new Map<string, QueryDocumentSnapshot>()
    const held = loaded.filter((document) => holdsText(document, sought))
    for (const document of [...indexed.documents, ...held])
      if (!found.has(document.id)) found.set(document.id, document)
    return { documents: [...found.values()], isCut: indexed.isCut }
  }, [indexed, loaded, sought])
}

const none: FoundDocuments = { documents: [], isCut: false }

/** The first documents of each query, live, one query after the other. One that the server refuses finds nothing. */
function useIndexed(firestore: Firestore, path: string, queries: readonly CollectionQuery[]): FoundDocuments {
  const [found, setFound] = useState(none)
  const asked = JSON.stringify(queries.map(writeQuery))
  useEffect(() => {
    const windows = (JSON.parse(asked) as Parameters<typeof readQuery>[0][]).flatMap((one) => {
      const source = sdkQuery(firestore, path, readQuery(one).query)
      if (!('query' in source)) return []
      const findDocument = async () => await Promise.resolve(undefined)
      return [new DocumentWindow(source.query, { chunkSize: foundMax, isWhole: true, findDocument })]
    })
    if (windows.length === 0) {
      setFound(none)
      return undefined
    }
    const tell = (): void => {
      const parts = windows.map((window) => window.getSnapshot().documents)
      setFound({ documents: parts.flat(), isCut: parts.some(({ length }) => length >= foundMax) })
    }
    let stops: readonly (() => void)[] = []
    const timer = setTimeout(() => {
      stops = windows.map((window) => window.subscribe(tell))
      tell()
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [firestore, path, asked])
  return found
}

/** Those of the columns that are texts, as paths. */
export function textFields(fields: readonly string[], seen: SeenFields): readonly (readonly string[])[] {
  return fields.flatMap((field) => {
    const { type, path } = seen.get(field) ?? {}
    return type === 'string' && path !== undefined ? [path] : []
  })
}
