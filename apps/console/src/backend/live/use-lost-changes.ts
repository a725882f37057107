import { useSyncExternalStore } from 'react'
import { lostChanges, type LostChange } from './lost-changes.ts'

/** The changes of this page that never got to the server. */
export function useLostChanges(): readonly LostChange[] {
  return useSyncExternalStore(lostChanges.subscribe, lostChanges.getSnapshot)
}
