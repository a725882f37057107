import { useSyncExternalStore } from 'react'
import { keep, keptKey, readKept } from '../../browser/kept-storage.ts'

/** Whose clock tables tell times by. */
export type Clock = 'local' | 'utc'

const key = keptKey('clock')
const listeners = new Set<() => void>()
/** What was chosen where nothing can be kept. */
let chosen: Clock | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): Clock {
  return chosen ?? (readKept(key) === 'utc' ? 'utc' : 'local')
}

/** The clock that this person wants times by, in all tables of this browser. */
export function useClock(): readonly [clock: Clock, setClock: (clock: Clock) => void] {
  const clock = useSyncExternalStore(subscribe, read)
  return [
    clock,
    (next) => {
      chosen = keep(key, next === 'utc' ? next : undefined) ? undefined : next
      for (const listener of listeners) listener()
    },
  ]
}
