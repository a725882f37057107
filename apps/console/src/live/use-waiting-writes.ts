import { useSyncExternalStore } from 'react'
import { pendingWrites } from './pending-writes.ts'

/** How many writes of this browser wait for the server, in whatever tab they were made. */
export function useWaitingWrites(): number {
  return useSyncExternalStore(pendingWrites.subscribe, pendingWrites.getCount)
}
