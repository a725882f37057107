import { keep, readKept } from './kept-storage.ts'

const key = 'hearth.withoutDatabases'
let isOfThisPage = false

/**
 * Whether this tab goes without the browser's databases (IndexedDB), because they didn't answer. It ends with the tab, or with the page
 * where documents of somebody else can't be deleted yet.
 */
export function isWithoutDatabases(): boolean {
  return isOfThisPage || readKept(key, 'session') !== undefined
}

/** This page opens none from now on. */
export function goWithoutDatabases(): void {
  isOfThisPage = true
}

/** Loads the page anew without them. What they keep stays there. */
export function openWithoutDatabases(): void {
  keep(key, 'true', 'session')
  location.reload()
}
