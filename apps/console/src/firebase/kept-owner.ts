import { nobody, ownerKey, readKept } from './kept-storage.ts'
import { isWithoutDatabases } from './without-databases.ts'

/** Of this page, the last one; they may have signed out since. */
let signedIn: string | undefined

/** Who uses this page from now on. Whose the browser's entries are is another matter: a tab without databases takes them from nobody. */
export function noteSignedIn(uid: string | undefined): void {
  signedIn = uid
}

/** Whether the writes that this browser keeps may be sent and ended here: they are one's own, and the tab has the databases that hold them. */
export function isKeptForUs(): boolean {
  return isOwnKept() && !isWithoutDatabases()
}

/** Whether what this browser keeps is of whoever signed in here, and goes when they sign out. */
export function isOwnKept(): boolean {
  return signedIn !== undefined && readKept(ownerKey) === signedIn
}

/**
 * Whether what this browser keeps is of somebody else, who may come back for it.
 *
 * @param uid than whom; without it, than whoever signed in here
 */
export function isKeptForAnother(uid: string | undefined = signedIn): boolean {
  const owner = readKept(ownerKey)
  return owner !== undefined && owner !== nobody && owner !== uid
}
