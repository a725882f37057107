import type { DocumentData } from 'firebase/firestore'
import { useCallback, useRef, useState } from 'react'
import { type SeenFields, seenFields, withSeen } from './seen-fields.ts'

const nothing: SeenFields = new Map()

/** The fields seen in a collection since it was opened: a query that finds nothing doesn't make them forgotten. */
export function useSeenFields(collection: string): {
  readonly seen: SeenFields
  readonly look: (documents: readonly DocumentData[]) => void
} {
  const [known, setKnown] = useState({ collection, seen: nothing })
  const latest = useRef(known)
  const look = useCallback(
    (documents: readonly DocumentData[]): void => {
      const before = latest.current.collection === collection ? latest.current.seen : nothing
      const seen = withSeen(before, seenFields(documents))
      // React keeps what it is told, also where nothing changes, until it renders next: an hour of changes would add up.
      if (seen === before && latest.current.collection === collection) return
      latest.current = { collection, seen }
      setKnown(latest.current)
    },
    [collection],
  )
  return { seen: known.collection === collection ? known.seen : nothing, look }
}
