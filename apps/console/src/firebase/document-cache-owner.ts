import { isWithoutDatabases } from './without-databases.ts'
import { keep, ownerKey, readKept } from './kept-storage.ts'

/**
 * The documents kept in this browser are this user's from now on; what was kept of somebody else goes first. Call it before anything of
 * theirs is read.
 *
 * @param uid undefined: nobody's
 */
export async function claimDocumentCache(uid: string | undefined): Promise<void> {
  const owner = readKept(ownerKey)
  // Such a tab neither reads nor clears them.
  if (isWithoutDatabases()) return
  // Rarely needed, and never on the first screen of somebody new.
  if (owner !== undefined && owner !== uid) await (await import('./document-cache.ts')).clearDocumentCache()
  if (uid !== undefined) keep(ownerKey, uid)
}
