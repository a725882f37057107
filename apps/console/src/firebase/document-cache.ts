/** Whose documents this browser keeps: a uid. */
const ownerKey = 'hearth.documents'
/** What else is kept of them, all of it readable by whoever has the browser; each begins with this. */
const keptPrefix = 'hearth.kept.'
/** The SDK's databases of the console's app and of the projects' apps, by the names that it gives them. */
const ours = /^firestore\/(\[DEFAULT\]\/console|project:[^/]+\/[^/]+)\/main$/
/** The SDK's notes between tabs, and the sessions of projects. */
const notes = /^(firestore_\w+_(firestore\/)?(\[DEFAULT\]|project:)|firebase:authUser:.*:project:)/

/** Where this browser keeps something until the user signs out. */
export function keptKey(name: string): string {
  return keptPrefix + name
}

/**
 * The documents kept in this browser are this user's from now on; what was kept of somebody else goes first. Call it before anything of
 * theirs is read.
 *
 * @param uid undefined: nobody's
 */
export async function claimDocumentCache(uid: string | undefined): Promise<void> {
  const owner = read(ownerKey)
  if (owner !== undefined && owner !== uid) await clearDocumentCache()
  if (uid !== undefined) write(ownerKey, uid)
}

/** Deletes every document that this browser keeps, with what waits to be written. Other tabs' connections to them end. */
export async function clearDocumentCache(): Promise<void> {
  write(ownerKey, undefined)
  for (const key of keysOfStorage()) if (key.startsWith(keptPrefix) || notes.test(key)) write(key, undefined)
  // A browser without the list keeps nothing either (the SDK needs more of the same interface).
  const databases = await globalThis.indexedDB?.databases?.().catch(() => [])
  const names = (databases ?? []).map(({ name = '' }) => name)
  await Promise.all(names.filter((name) => ours.test(name)).map(drop))
}

/** Deletes what this browser keeps of a project that can't be entered any more. */
export async function forgetProject(project: string): Promise<void> {
  const isOf = (key: string): boolean => key.startsWith(keptPrefix) && key.endsWith(`.${project}`)
  for (const key of keysOfStorage()) if (isOf(key) || key.endsWith(`:project:${project}`)) write(key, undefined)
  await drop(`firestore/project:${project}/${project}/main`)
}

/** Another tab that is slow to let go holds it up: the browser deletes it then as soon as that tab does. */
function drop(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => resolve())
    setTimeout(resolve, 3000)
  })
}

function keysOfStorage(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Storage is blocked: nothing was kept.
    return []
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // Storage is blocked: nothing was kept.
    return undefined
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Storage is blocked or full. The databases are kept by the same rule of the browser.
  }
}
