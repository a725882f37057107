import { isWithoutDatabases } from './without-databases.ts'
import { keep, ownerKey, readKept } from './kept-storage.ts'
import { countUnsent, endLeftBehind } from './left-behind.ts'

/** In the place of a uid: its user signed out, and nothing of it stays. */
const nobody = '-'

/**
 * The documents kept in this browser are this user's from now on; what was kept of somebody else goes first. Call it before anything of
 * theirs is read. Returns how many changes of somebody else went with it that the server had not got.
 *
 * @param uid undefined: nobody's. What its user had written and could not send stays for some days, unless they signed out.
 */
export async function claimDocumentCache(uid: string | undefined): Promise<number> {
  const owner = readKept(ownerKey)
  // Such a tab neither reads nor clears them.
  if (isWithoutDatabases()) return 0
  let gone = 0
  if (owner !== undefined && owner !== uid) {
    // Rarely needed, and never on the first screen of somebody new.
    const { clearDocumentCache, leaveBehind } = await import('./document-cache.ts')
    if (uid === undefined && owner !== nobody) await leaveBehind()
    else {
      const { changes, drafts } = countUnsent()
      gone = owner === nobody ? 0 : changes + drafts
      await clearDocumentCache()
    }
  }
  if (uid === undefined) return gone
  keep(ownerKey, uid)
  endLeftBehind()
  return gone
}

/** Their user signs out: nothing stays, also where the page is closed before it is deleted. */
export function disclaimDocumentCache(): void {
  if (readKept(ownerKey) !== undefined) keep(ownerKey, nobody)
}
