import { useMemo, useSyncExternalStore } from 'react'
import { lostKeys, type LostChange, readLostChanges, subscribeToLostChanges } from './lost-changes.ts'

/** The changes that waited in this browser and never got to the server. */
export function useLostChanges(): readonly LostChange[] {
  const keys = useSyncExternalStore(subscribeToLostChanges, lostKeys)
  return useMemo(() => (keys === '' ? [] : readLostChanges(keys.split('\n'))), [keys])
}

export function useLostCount(): number {
  return useLostChanges().length
}
