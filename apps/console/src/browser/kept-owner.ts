import { keep, keptKeys, keptPrefix, ownerKey, readKept, rulesDraftPrefix } from './kept-storage.ts'
import { isWithoutDatabases } from './without-databases.ts'

/** Of this page, the last one; they may have signed out since. */
let user: string | undefined

/** What this browser keeps is this user's from now on; what it kept of somebody else goes. Call it before anything of it is read. */
export function claimKept(uid: string): void {
  user = uid
  // Such a tab may have another user than the browser's others.
  if (isWithoutDatabases() || readKept(ownerKey) === uid) return
  forget(keptKeys(keptPrefix))
  keep(ownerKey, uid)
}

/** Whether what this browser keeps is of whoever signed in here, and goes when they sign out. */
export function isKeptForUs(): boolean {
  return user !== undefined && readKept(ownerKey) === user
}

/** Nothing of a user stays who signs out. What somebody else has by now stays: a tab may have slept while they came. */
export function forgetKept(uid: string): void {
  if (isOfAnother(uid)) return
  forget([...keptKeys(keptPrefix), ownerKey])
}

/**
 * The session of a user ended by itself: they alone find the drafts of rules again.
 *
 * @param uid undefined: of whoever it was, before this page was opened
 */
export function leaveDrafts(uid?: string): void {
  if (!isWithoutDatabases() && !isOfAnother(uid))
    forget(keptKeys(keptPrefix).filter((key) => !key.startsWith(rulesDraftPrefix)))
}

/** A project can't be entered any more. Drafts of its rules stay: they are its user's own words. */
export function forgetKeptOf(project: string): void {
  if (!isKeptForUs()) return
  forget(keptKeys(keptPrefix).filter((key) => key.endsWith(`.${project}`) && !key.startsWith(rulesDraftPrefix)))
}

function isOfAnother(uid: string | undefined): boolean {
  const owner = readKept(ownerKey)
  return uid !== undefined && owner !== undefined && owner !== uid
}

function forget(keys: readonly string[]): void {
  for (const key of keys) keep(key, undefined)
}
