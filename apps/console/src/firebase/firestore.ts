import type { FirebaseApp } from 'firebase/app'
import {
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
  persistentLocalCache,
  persistentMultipleTabManager,
  terminate,
} from 'firebase/firestore'
import { settleWrites } from './settle-writes.ts'
import { isWithoutDatabases } from './without-databases.ts'

const opened = new Map<FirebaseApp, Firestore>()

/**
 * The document database of the console's app or of a project's. What was read and what waits to be written is kept in this browser, for all
 * its tabs, until the user signs out (document-cache.ts); where the browser keeps nothing, in memory. Loads the largest part of the SDK: lazy
 * screens only.
 */
export function firestoreOf(app: FirebaseApp): Firestore {
  const known = opened.get(app)
  if (known !== undefined) return known
  // Not the helper's: that one is made once for an app, and this one anew after each sign-out.
  const firestore = initializeFirestore(app, {
    host: location.host,
    ssl: location.protocol === 'https:',
    localCache: isWithoutDatabases()
      ? memoryLocalCache()
      : persistentLocalCache({ tabManager: persistentMultipleTabManager() }),
  })
  opened.set(app, firestore)
  settleWrites(firestore)
  return firestore
}

/** Ends one and lets go of its part of the browser's storage. What it still had to write stays there. */
export async function closeFirestore(app: FirebaseApp): Promise<void> {
  const firestore = opened.get(app)
  opened.delete(app)
  if (firestore !== undefined) await terminate(firestore)
}

/** Ends all of them. */
export async function closeAllFirestores(): Promise<void> {
  await Promise.allSettled([...opened.keys()].map(closeFirestore))
}
