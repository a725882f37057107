import { keep, readKept } from './kept-storage.ts'

const key = 'hearth.withoutDatabases'

/** Whether this tab goes without the browser's databases (IndexedDB), where the session is kept, because they didn't answer. */
export function isWithoutDatabases(): boolean {
  return readKept(key, 'session') !== undefined
}

/** Loads the page anew without them. What they keep stays there. */
export function openWithoutDatabases(): void {
  keep(key, 'true', 'session')
  location.reload()
}
