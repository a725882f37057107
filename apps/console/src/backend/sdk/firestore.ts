import type { FirebaseApp } from 'firebase/app'
import {
  type Firestore,
  initializeFirestore,
  memoryEagerGarbageCollector,
  memoryLocalCache,
  terminate,
} from 'firebase/firestore'
import { defaultDatabase } from '../default-database.ts'

/** Whose documents are about the console itself. */
const consoleProject = 'console'

const opened = new Map<FirebaseApp, Map<string, Firestore>>()

/**
 * A document database of the console's app or of a project's. What was read and what waits to be written is in this tab's memory: of a project up
 * to the 40 MB that are the SDK's default, of the console's own documents what somebody listens to. Among those is each act of a team, of which
 * an hour would leave megabytes that no screen asks for again. Loads the largest part of the SDK: lazy screens only.
 */
export function firestoreOf(app: FirebaseApp, database: string = defaultDatabase): Firestore {
  const ofApp = opened.get(app) ?? new Map<string, Firestore>()
  const known = ofApp.get(database)
  if (known !== undefined) return known
  // Not the helper's: that one is made once for an app, and this one anew after each sign-out.
  const isOwn = app.options.projectId === consoleProject
  const settings = {
    host: location.host,
    ssl: location.protocol === 'https:',
    ...(isOwn && { localCache: memoryLocalCache({ garbageCollector: memoryEagerGarbageCollector() }) }),
  }
  const firestore = initializeFirestore(app, settings, database)
  opened.set(app, ofApp.set(database, firestore))
  return firestore
}

/** Ends those of an app, with what they still had to write. */
export async function closeFirestore(app: FirebaseApp): Promise<void> {
  const ofApp = opened.get(app)
  opened.delete(app)
  await Promise.allSettled([...(ofApp?.values() ?? [])].map(async (firestore) => await terminate(firestore)))
}

/** Ends all of them. */
export async function closeAllFirestores(): Promise<void> {
  await Promise.allSettled([...opened.keys()].map(closeFirestore))
}
