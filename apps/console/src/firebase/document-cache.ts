import { keep, keptKeys, keptPrefix, ownerKey } from './kept-storage.ts'

/** The SDK's databases of the console's app and of the projects' apps, by the names that it gives them; a named database adds `.<id>`. */
const ours = /^firestore\/(\[DEFAULT\]\/console|project:[^/]+\/[^/]+)\/main$/
/** The SDK's notes between tabs, and the sessions of projects. */
const notes = /^(firestore_\w+_(firestore\/)?(\[DEFAULT\]|project:)|firebase:authUser:.*:project:)/

/** The browser's databases may never answer, and nobody should wait for that to sign out. */
const waitMsMax = 3000

/** Deletes every document that this browser keeps, with what waits to be written. Other tabs' connections to them end. */
export async function clearDocumentCache(): Promise<void> {
  keep(ownerKey, undefined)
  for (const key of keptKeys('')) if (key.startsWith(keptPrefix) || notes.test(key)) keep(key, undefined)
  const names = await databaseNames()
  await Promise.all(names.filter((name) => ours.test(name)).map(drop))
}

/** Deletes what this browser keeps of a project that can't be entered any more. */
export async function forgetProject(project: string): Promise<void> {
  const isOf = (key: string): boolean => key.startsWith(keptPrefix) && key.endsWith(`.${project}`)
  for (const key of keptKeys('')) if (isOf(key) || key.endsWith(`:project:${project}`)) keep(key, undefined)
  const prefix = `firestore/project:${project}/${project}`
  const names = await databaseNames()
  await Promise.all(names.filter((name) => name === `${prefix}/main` || name.startsWith(`${prefix}.`)).map(drop))
}

async function databaseNames(): Promise<readonly string[]> {
  // A browser without the list keeps nothing either (the SDK needs more of the same interface).
  const databases = await Promise.race([globalThis.indexedDB?.databases?.().catch(() => []), after(waitMsMax)])
  return (databases ?? []).map(({ name = '' }) => name)
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
