import { useSyncExternalStore } from 'react'
import { connection, type ConnectionChange, type ConnectionState } from './connection.ts'

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.getSnapshot)
}

export function useConnectionChanges(): readonly ConnectionChange[] {
  return useSyncExternalStore(connection.subscribe, connection.getChanges)
}
