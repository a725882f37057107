import { getCountFromServer, type Query } from 'firebase/firestore'
import { useState, useSyncExternalStore } from 'react'
import { documentAtRow, type RowQuery } from './queries/document-at-row.ts'
import { DocumentWindow, type WindowState } from './window/document-window.ts'

export interface LiveDocuments extends WindowState {
  /** Says which rows are on the screen. */
  readonly show: (first: number, last: number) => void
  /** Says how many there are, once they are counted. */
  readonly expect: (count: number | undefined) => void
}

const chunkSize = 100
const nothing: WindowState = {
  live: { status: 'loading' },
  isKnown: false,
  size: 0,
  hasMore: false,
  isWhole: true,
  documents: [],
  documentAt: () => undefined,
}

/** The documents of a query, live where somebody looks. Build it anew with another `key` for another query. */
export function useDocuments(source: Query | undefined, asked: RowQuery): LiveDocuments {
  const { limit } = asked.query
  const [documents] = useState(
    () =>
      source &&
      new DocumentWindow(source, {
        chunkSize: limit ?? chunkSize,
        isWhole: limit !== undefined,
        findDocument: async (row, count, signal) => await documentAtRow(asked, row, count, signal),
      }),
  )
  const state = useSyncExternalStore(documents?.subscribe ?? subscribeToNothing, documents?.getSnapshot ?? getNothing)
  return { ...state, show: documents?.show ?? ignore, expect: documents?.expect ?? ignore }
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

function ignore(): void {
  // There is no query that could show anything.
}
