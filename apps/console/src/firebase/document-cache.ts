import { loseChangesOf } from '../live/lost-changes.ts'
import { pendingWrites } from '../live/pending-writes.ts'
import { isKeptForAnother, isKeptForUs } from './kept-owner.ts'
import { keep, keptKeys, keptPrefix, nobody, ownerKey, rulesDraftPrefix } from './kept-storage.ts'
import { isKeptBehind, isLeftBehind } from './left-behind.ts'

/** The SDK's databases of the console's app and of the projects' apps, by the names that it gives them; a named database adds `.<id>`. */
const ours = /^firestore\/(\[DEFAULT\]\/console|project:[^/]+\/[^/]+)\/main$/
/** The SDK's notes between tabs, and the sessions of projects. */
const notes = /^(firestore_\w+_(firestore\/)?(\[DEFAULT\]|project:)|firebase:authUser:.*:project:)/

/** The browser's databases may never answer, and nobody should wait for that to sign out. */
const waitMsMax = 3000

/** One tab at a time says whose the documents of this browser are, and deletes those of whoever was before. */
export async function aloneWithCache<Result>(work: () => Promise<Result>): Promise<Result> {
  // Over plain http beyond this machine a browser has no locks.
  const locks = navigator.locks as LockManager | undefined
  return locks === undefined ? await work() : await locks.request(ownerKey, work)
}

/**
 * Deletes every document that this browser keeps, with what waits to be written. Other tabs' connections to them end. What can't be deleted
 * now is marked as nobody's, and goes with the next page. Answers whether all of it is gone. Call it in `aloneWithCache`.
 *
 * @param of a uid: a tab may have slept while they signed out elsewhere and somebody else signed in, whose documents stay
 */
export async function clearDocumentCache(of?: string): Promise<boolean> {
  if (of !== undefined && isKeptForAnother(of)) return true
  keep(ownerKey, nobody)
  for (const key of keptKeys('')) if (key.startsWith(keptPrefix) || notes.test(key)) keep(key, undefined)
  const names = await databaseNames()
  const isGone =
    names !== undefined && (await Promise.all(names.filter((name) => ours.test(name)).map(drop))).every(Boolean)
  if (isGone) keep(ownerKey, undefined)
  return isGone
}

/**
 * The session ended by itself: what its user wrote and the server has not got stays until they are back, in the databases that hold it, and
 * everything else is deleted. With nothing of the kind, or after its time, all of it. Call it in `aloneWithCache`.
 *
 * @param of as for `clearDocumentCache`
 */
export async function leaveBehind(of?: string): Promise<void> {
  if (of !== undefined && isKeptForAnother(of)) return
  if (!isLeftBehind(Date.now())) {
    await clearDocumentCache()
    return
  }
  const projects = pendingWrites.listApps()
  for (const key of keptKeys('')) {
    const isOurs = key.startsWith(keptPrefix) || notes.test(key)
    const isOfQueue = projects.some((app) => key.startsWith('firestore_') && key.includes(`_firestore/${app}/`))
    if (isOurs && !isKeptBehind(key) && !isOfQueue) keep(key, undefined)
  }
  const names = await databaseNames()
  const isNeeded = (name: string): boolean => projects.some((app) => name.startsWith(`firestore/${app}/`))
  await Promise.all((names ?? []).filter((name) => ours.test(name) && !isNeeded(name)).map(drop))
}

/** Deletes what this browser keeps of a project that can't be entered any more. What waited there to be saved is kept as lost. */
export async function forgetProject(project: string): Promise<void> {
  if (!isKeptForUs()) return
  loseChangesOf(project)
  // A draft that is still there is one for which there was no room among what is lost.
  const isOf = (key: string): boolean =>
    key.startsWith(keptPrefix) && key.endsWith(`.${project}`) && !key.startsWith(rulesDraftPrefix)
  for (const key of keptKeys('')) if (isOf(key) || key.endsWith(`:project:${project}`)) keep(key, undefined)
  const prefix = `firestore/project:${project}/${project}`
  const names = await databaseNames()
  await Promise.all(
    (names ?? []).filter((name) => name === `${prefix}/main` || name.startsWith(`${prefix}.`)).map(drop),
  )
}

/** Undefined when the browser doesn't answer. */
async function databaseNames(): Promise<readonly string[] | undefined> {
  // A browser without the list keeps nothing either (the SDK needs more of the same interface).
  const listing = globalThis.indexedDB?.databases?.().catch(() => undefined) ?? []
  const databases = await Promise.race([listing, after(waitMsMax)])
  return databases?.map(({ name = '' }) => name)
}

/** Another tab that is slow to let go holds it up: the browser deletes it then as soon as that tab does. Answers whether it is gone. */
function drop(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve(true))
    request.addEventListener('error', () => resolve(false))
    setTimeout(resolve, waitMsMax, false)
  })
}

function after(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms, undefined))
}
