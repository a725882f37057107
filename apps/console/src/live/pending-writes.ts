import { useSyncExternalStore } from 'react'
import { connection } from './connection.ts'

let waiting = 0
const listeners = new Set<() => void>()

/**
 * Counts a write as waiting until the server has it. The SDK keeps writes while offline and its promises then stay open, so this
 * count is what tells "waiting" from "saved". Returns the same promise.
 */
export function trackWrite<Result>(write: Promise<Result>): Promise<Result> {
  change(1)
  const patience = setTimeout(() => void connection.probe(), 3000)
  void write
    .catch(() => undefined)
    .finally(() => {
      clearTimeout(patience)
      change(-1)
    })
  return write
}

/** How many writes wait for the server. */
export function useWaitingWrites(): number {
  return useSyncExternalStore(subscribe, () => waiting)
}

function change(by: number): void {
  waiting += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

// A page that is closed takes its waiting writes with it.
addEventListener('beforeunload', (event) => {
  if (waiting > 0) event.preventDefault()
})
