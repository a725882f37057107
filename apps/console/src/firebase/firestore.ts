import type { FirebaseApp } from 'firebase/app'
import {
  type Firestore,
  initializeFirestore,
  memoryLocalCache,
  persistentLocalCache,
  persistentMultipleTabManager,
  terminate,
} from 'firebase/firestore'
import { defaultDatabase } from '../databases/default-database.ts'
import { pendingWrites } from '../live/pending-writes.ts'
import { settleWrites } from './settle-writes.ts'
import { isWithoutDatabases } from './without-databases.ts'

const opened = new Map<FirebaseApp, Map<string, Firestore>>()

/**
 * A document database of the console's app or of a project's. What was read and what waits to be written is kept in this browser, for all
 * its tabs, until the user signs out (document-cache.ts); where the browser keeps nothing, in memory. Loads the largest part of the SDK: lazy
 * screens only.
 */
export function firestoreOf(app: FirebaseApp, database: string = defaultDatabase): Firestore {
  const ofApp = opened.get(app) ?? new Map<string, Firestore>()
  const known = ofApp.get(database)
  if (known !== undefined) return known
  // Not the helper's: that one is made once for an app, and this one anew after each sign-out.
  const settings = {
    host: location.host,
    ssl: location.protocol === 'https:',
    localCache: isWithoutDatabases()
      ? memoryLocalCache()
      : persistentLocalCache({ tabManager: persistentMultipleTabManager() }),
  }
  const firestore = initializeFirestore(app, settings, database)
  opened.set(app, ofApp.set(database, firestore))
  settleWrites(firestore, database)
  // What closed pages left for other databases of the app goes out with it, whichever is looked at.
  for (const other of pendingWrites.databasesOf(app)) firestoreOf(app, other)
  return firestore
}

/** Ends those of an app and lets go of their part of the browser's storage. What they still had to write stays there. */
export async function closeFirestore(app: FirebaseApp): Promise<void> {
  const ofApp = opened.get(app)
  opened.delete(app)
  await Promise.allSettled([...(ofApp?.values() ?? [])].map(async (firestore) => await terminate(firestore)))
}

/** Ends all of them. */
export async function closeAllFirestores(): Promise<void> {
  await Promise.allSettled([...opened.keys()].map(closeFirestore))
}
