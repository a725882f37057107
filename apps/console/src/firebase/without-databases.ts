const key = 'hearth.withoutDatabases'

/** Whether this tab goes without the browser's databases (IndexedDB), because they didn't answer. It ends with the tab. */
export function isWithoutDatabases(): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    // Storage is blocked, and the SDK finds that out by itself.
    return false
  }
}

/** Loads the page anew without them. What they keep stays there. */
export function openWithoutDatabases(): void {
  try {
    sessionStorage.setItem(key, 'true')
  } catch {
    // Nothing can be said to the next page: it tries as this one did.
  }
  location.reload()
}
