import { isKeptForAnother, noteSignedIn } from './kept-owner.ts'
import { keep, nobody, ownerKey, readKept } from './kept-storage.ts'
import { countUnsent, endLeftBehind } from './left-behind.ts'
import { goWithoutDatabases, isWithoutDatabases } from './without-databases.ts'

/**
 * The documents kept in this browser are this user's from now on; what was kept of somebody else, or of nobody knows whom, goes first. Call
 * it before anything of theirs is read. Where it can't be deleted, this page keeps none. Returns how many changes of somebody else went with
 * it that the server had not got.
 *
 * @param uid undefined: nobody's. What its user had written and could not send stays for some days, unless they signed out.
 */
export async function claimDocumentCache(uid: string | undefined): Promise<number> {
  noteSignedIn(uid)
  // Such a tab neither reads nor clears them.
  if (isWithoutDatabases()) return 0
  if (readKept(ownerKey) === uid) {
    if (uid !== undefined) endLeftBehind()
    return 0
  }
  // Rarely needed, and never on the first screen of somebody new.
  const { aloneWithCache, clearDocumentCache, leaveBehind } = await import('./document-cache.ts')
  return await aloneWithCache(async () => {
    const owner = readKept(ownerKey)
    // Another tab was here first.
    if (owner === uid) return 0
    const isKnown = owner !== undefined && owner !== nobody
    if (uid === undefined) {
      await (isKnown ? leaveBehind() : clearDocumentCache())
      return 0
    }
    const { changes, drafts } = countUnsent()
    if (!(await clearDocumentCache())) {
      goWithoutDatabases()
      return 0
    }
    keep(ownerKey, uid)
    endLeftBehind()
    return isKnown ? changes + drafts : 0
  })
}

/** Their user signs out: nothing stays, also where the page is closed before it is deleted. Somebody else's stays. */
export function disclaimDocumentCache(): void {
  if (readKept(ownerKey) !== undefined && !isKeptForAnother()) keep(ownerKey, nobody)
}
