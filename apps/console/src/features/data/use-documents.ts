import { getCountFromServer, type Query } from 'firebase/firestore'
import { useState, useSyncExternalStore } from 'react'
import { DocumentWindow, type WindowState } from './window/document-window.ts'

export interface LiveDocuments extends WindowState {
  /** Says which rows are on the screen. */
  readonly show: (first: number, last: number) => void
}

const chunkSize = 100
const nothing: WindowState = {
  live: { status: 'loading' },
  isKnown: false,
  size: 0,
  hasMore: false,
  documents: [],
  documentAt: () => undefined,
}

/** The documents of a query, live where somebody looks. Build it anew with another `key` for another query. */
export function useDocuments(source: Query | undefined, limit: number | undefined): LiveDocuments {
  const [documents] = useState(
    () => source && new DocumentWindow(source, { chunkSize: limit ?? chunkSize, isWhole: limit !== undefined }),
  )
  const state = useSyncExternalStore(documents?.subscribe ?? subscribeToNothing, documents?.getSnapshot ?? getNothing)
  return { ...state, show: documents?.show ?? showNothing }
}

/** How many documents a query has, asked from the server. */
export async function countDocuments(source: Query): Promise<number> {
  return (await getCountFromServer(source)).data().count
}

function subscribeToNothing(): () => void {
  return () => undefined
}

function getNothing(): WindowState {
  return nothing
}

function showNothing(): void {
  // There is no query that could show anything.
}
