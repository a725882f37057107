import { useSyncExternalStore } from 'react'
import { pendingWrites } from './pending-writes.ts'

/** How many writes of this page wait for the server. */
export function useWaitingWrites(): number {
  return useSyncExternalStore(pendingWrites.subscribe, pendingWrites.getCount)
}
