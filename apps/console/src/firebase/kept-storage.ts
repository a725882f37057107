/** What this browser keeps of a user begins with this, all of it readable by whoever has the browser. */
export const keptPrefix = 'hearth.kept.'
/** Whose documents this browser keeps: a uid. */
export const ownerKey = 'hearth.documents'

/** Where this browser keeps something until the user signs out. */
export function keptKey(name: string): string {
  return keptPrefix + name
}

export function readKept(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // Storage is blocked: nothing was kept.
    return undefined
  }
}

/** Undefined takes it away. */
export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full. The databases are kept by the same rule of the browser.
  }
}
