import type { DocumentData } from 'firebase/firestore'
import { useState } from 'react'
import { type SeenFields, seenFields, withSeen } from './seen-fields.ts'

const nothing: SeenFields = new Map()

/** The fields seen in a collection since it was opened: a query that finds nothing doesn't make them forgotten. */
export function useSeenFields(collection: string): {
  readonly seen: SeenFields
  readonly look: (documents: readonly DocumentData[]) => void
} {
  const [known, setKnown] = useState({ collection, seen: nothing })
  return {
    seen: known.collection === collection ? known.seen : nothing,
    look: (documents) => {
      const fresh = seenFields(documents)
      setKnown((before) => {
        if (before.collection !== collection) return { collection, seen: fresh }
        const together = withSeen(before.seen, fresh)
        return together === before.seen ? before : { collection, seen: together }
      })
    },
  }
}
