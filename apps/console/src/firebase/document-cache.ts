import { keep, keptPrefix, ownerKey } from './kept-storage.ts'

/** The SDK's databases of the console's app and of the projects' apps, by the names that it gives them. */
const ours = /^firestore\/(\[DEFAULT\]\/console|project:[^/]+\/[^/]+)\/main$/
/** The SDK's notes between tabs, and the sessions of projects. */
const notes = /^(firestore_\w+_(firestore\/)?(\[DEFAULT\]|project:)|firebase:authUser:.*:project:)/

/** The browser's databases may never answer, and nobody should wait for that to sign out. */
const waitMsMax = 3000

/** Deletes every document that this browser keeps, with what waits to be written. Other tabs' connections to them end. */
export async function clearDocumentCache(): Promise<void> {
  keep(ownerKey, undefined)
  for (const key of keysOfStorage()) if (key.startsWith(keptPrefix) || notes.test(key)) keep(key, undefined)
  // A browser without the list keeps nothing either (the SDK needs more of the same interface).
  const databases = await Promise.race([globalThis.indexedDB?.databases?.().catch(() => []), after(waitMsMax)])
  const names = (databases ?? []).map(({ name = '' }) => name)
  await Promise.all(names.filter((name) => ours.test(name)).map(drop))
}

/** Deletes what this browser keeps of a project that can't be entered any more. */
export async function forgetProject(project: string): Promise<void> {
  const isOf = (key: string): boolean => key.startsWith(keptPrefix) && key.endsWith(`.${project}`)
  for (const key of keysOfStorage()) if (isOf(key) || key.endsWith(`:project:${project}`)) keep(key, undefined)
  await drop(`firestore/project:${project}/${project}/main`)
}

/** Another tab that is slow to let go holds it up: the browser deletes it then as soon as that tab does. */
function drop(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => resolve())
    setTimeout(resolve, waitMsMax)
  })
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}

function keysOfStorage(): readonly string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Storage is blocked: nothing was kept.
    return []
  }
}
