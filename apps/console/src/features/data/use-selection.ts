import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export interface Selection {
  readonly paths: ReadonlySet<string>
  /** Selects or leaves one; with `isRange` all between the last one and this. Stays the same function. */
  readonly toggle: (path: string, isRange: boolean) => void
  readonly toggleAll: () => void
  /** Whether all that are known are selected. */
  readonly isAll: boolean
  /** Whether that was so when all were selected together, and none was left since. More may have become known. */
  readonly wasAll: boolean
  /** How many there were when all that the query finds were selected, known here or not; undefined when they aren't. None was left since, whatever came or went. */
  readonly found: number | undefined
  /** Selects all that the query finds, of which there are so many; nothing where another selection was made while they were counted. */
  readonly takeFound: (count: () => Promise<number>) => Promise<void>
}

interface Chosen {
  readonly paths: ReadonlySet<string>
  readonly wasAll: boolean
  readonly found: number | undefined
}

const none: ReadonlySet<string> = new Set()
const noneChosen: Chosen = { paths: none, wasAll: false, found: undefined }

/**
 * Which documents of a list are selected. What has left the list is no longer selected; while parts of the list are too far away to be known
 * (`isWhole` is false) what was selected in them still is.
 */
export function useSelection(
  shown: readonly QueryDocumentSnapshot[],
  isWhole: boolean,
): Selection & {
  readonly clear: () => void
  /** Selects these and no others. */
  readonly take: (paths: readonly string[]) => void
} {
  const [chosen, setChosen] = useState(noneChosen)
  const last = useRef<string>(undefined)
  const order = useRef(shown)
  useEffect(() => {
    order.current = shown
  })
  // The SDK makes each path anew, and mostly nothing is chosen.
  const { paths, isAll } = useMemo(() => {
    if (chosen.found !== undefined) {
      return { paths: new Set([...chosen.paths, ...pathsOf(shown)]), isAll: shown.length > 0 }
    }
    if (chosen.paths.size === 0) return { paths: none, isAll: false }
    const there = pathsOf(shown).filter((path) => chosen.paths.has(path))
    return {
      paths: isWhole ? new Set(there) : chosen.paths,
      isAll: shown.length > 0 && there.length === shown.length,
    }
  }, [shown, isWhole, chosen])
  return {
    paths,
    toggle: useCallback((path, isRange) => {
      const all = isRange ? pathsOf(order.current) : []
      const from = isRange && last.current !== undefined ? all.indexOf(last.current) : -1
      const to = all.indexOf(path)
      last.current = path
      setChosen((before) => {
        const next = new Set(before.found === undefined ? before.paths : [...before.paths, ...pathsOf(order.current)])
        if (from === -1 && next.delete(path)) return { paths: next, wasAll: false, found: undefined }
        const added = from === -1 ? [path] : all.slice(Math.min(from, to), Math.max(from, to) + 1)
        for (const between of added) next.add(between)
        return { ...before, paths: next }
      })
    }, []),
    isAll,
    wasAll: isAll || chosen.wasAll,
    found: chosen.found,
    takeFound: async (count) => {
      const asked = chosen
      const found = await count()
      setChosen((now) => (now === asked ? { ...now, wasAll: true, found } : now))
    },
    toggleAll: () =>
      setChosen(isAll ? noneChosen : { ...noneChosen, paths: new Set([...paths, ...pathsOf(shown)]), wasAll: true }),
    clear: () => setChosen(noneChosen),
    take: (taken) => setChosen({ ...noneChosen, paths: new Set(taken) }),
  }
}

function pathsOf(documents: readonly QueryDocumentSnapshot[]): readonly string[] {
  return documents.map(({ ref }) => ref.path)
}
