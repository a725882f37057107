import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export interface Selection {
  readonly paths: ReadonlySet<string>
  /** Selects or leaves one; with `isRange` all between the last one and this. Stays the same function. */
  readonly toggle: (path: string, isRange: boolean) => void
  readonly toggleAll: () => void
  /** Whether all that are known are selected. */
  readonly isAll: boolean
}

const none: ReadonlySet<string> = new Set()

/** Which of the documents that are shown are selected. What is no longer shown is no longer selected. */
export function useSelection(shown: readonly QueryDocumentSnapshot[]): Selection & { readonly clear: () => void } {
  const [chosen, setChosen] = useState(none)
  const last = useRef<string>(undefined)
  const order = useRef(shown)
  useEffect(() => {
    order.current = shown
  })
  // The SDK makes each path anew, and mostly nothing is chosen.
  const paths = useMemo(
    () => (chosen.size === 0 ? none : new Set(pathsOf(shown).filter((path) => chosen.has(path)))),
    [shown, chosen],
  )
  return {
    paths,
    toggle: useCallback((path, isRange) => {
      const all = isRange ? pathsOf(order.current) : []
      const from = isRange && last.current !== undefined ? all.indexOf(last.current) : -1
      const to = all.indexOf(path)
      last.current = path
      setChosen((before) => {
        const next = new Set(before)
        if (from !== -1) {
          for (const between of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
        } else if (!next.delete(path)) next.add(path)
        return next
      })
    }, []),
    isAll: shown.length > 0 && paths.size === shown.length,
    toggleAll: () => setChosen(paths.size === shown.length ? none : new Set(pathsOf(shown))),
    clear: () => setChosen(none),
  }
}

function pathsOf(documents: readonly QueryDocumentSnapshot[]): readonly string[] {
  return documents.map(({ ref }) => ref.path)
}
