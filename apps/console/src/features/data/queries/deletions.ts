import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** Documents were deleted or made again, and the server has it: what is listed once and not live is asked for anew. */
export function tellDeletions(): void {
  count += 1
  for (const listener of listeners) listener()
}

/** A number that is another one after each `tellDeletions`. */
export function useDeletions(): number {
  return useSyncExternalStore(subscribe, () => count)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
