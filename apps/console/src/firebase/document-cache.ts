import { loseChangesOf } from '../live/lost-changes.ts'
import { pendingWrites } from '../live/pending-writes.ts'
import { keep, keptKeys, keptPrefix, ownerKey } from './kept-storage.ts'
import { isKeptBehind, isLeftBehind } from './left-behind.ts'

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

/**
 * The session ended by itself: what its user wrote and the server has not got stays until they are back, in the databases that hold it, and
 * everything else is deleted. With nothing of the kind, or after its time, all of it.
 */
export async function leaveBehind(): Promise<void> {
  if (!isLeftBehind(Date.now())) return await clearDocumentCache()
  const projects = pendingWrites.listApps()
  for (const key of keptKeys('')) {
    const isOurs = key.startsWith(keptPrefix) || notes.test(key)
    const isOfQueue = projects.some((app) => key.startsWith('firestore_') && key.includes(`_firestore/${app}/`))
    if (isOurs && !isKeptBehind(key) && !isOfQueue) keep(key, undefined)
  }
  const names = await databaseNames()
  const isNeeded = (name: string): boolean => projects.some((app) => name.startsWith(`firestore/${app}/`))
  await Promise.all(names.filter((name) => ours.test(name) && !isNeeded(name)).map(drop))
}

/** Deletes what this browser keeps of a project that can't be entered any more. What waited there to be saved is kept as lost. */
export async function forgetProject(project: string): Promise<void> {
  loseChangesOf(project)
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
