import { useCallback, useEffect, useRef, useState } from 'react'
import type { Selection } from './components/document-grid.tsx'

/** Which of the documents that are shown are selected. What is no longer shown is no longer selected. */
export function useSelection(shown: readonly string[]): Selection & { readonly clear: () => void } {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const order = useRef(shown)
  useEffect(() => {
    order.current = shown
  })
  const paths = new Set(shown.filter((path) => chosen.has(path)))
  return {
    paths,
    toggle: useCallback((path, isRange) => {
      const from = isRange && last.current !== undefined ? order.current.indexOf(last.current) : -1
      const to = order.current.indexOf(path)
      last.current = path
      setChosen((before) => {
        const next = new Set(before)
        if (from !== -1) {
          for (const between of order.current.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
        } else if (!next.delete(path)) next.add(path)
        return next
      })
    }, []),
    isAll: shown.length > 0 && paths.size === shown.length,
    toggleAll: () => setChosen(paths.size === shown.length ? new Set() : new Set(shown)),
    clear: () => setChosen(new Set()),
  }
}
