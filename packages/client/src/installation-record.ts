import type { FirebaseApp } from 'firebase/app'

// Where `firebase/installations` keeps an app's installation (12.19, no public interface).
const databaseName = 'firebase-installations-database'
const storeName = 'firebase-installations-store'

/** Whether this browser keeps an installation of the app. To ask makes none. */
export async function hasInstallation(app: FirebaseApp): Promise<boolean> {
  return (await inStore(app, 'readonly', (store, key) => store.count(key))) === 1
}

/** Removes the app's installation from this browser, whatever the server knows of it. */
export async function removeInstallation(app: FirebaseApp): Promise<void> {
  await inStore(app, 'readwrite', (store, key) => store.delete(key))
}

/** Undefined where nothing is kept, or may be. */
async function inStore<Result>(
  { name, options }: FirebaseApp,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore, key: string) => IDBRequest<Result>,
): Promise<Result | undefined> {
  const database = await openExisting()
  if (database === undefined) return undefined
  try {
    const store = database.transaction(storeName, mode).objectStore(storeName)
    return await answerOf(ask(store, `${name}!${options.appId ?? ''}`))
  } catch {
    // The SDK has never made its store.
    return undefined
  } finally {
    database.close()
  }
}

/** A database that is not there stays so: the SDK makes it, with what is in it. */
async function openExisting(): Promise<IDBDatabase | undefined> {
  try {
    const request = globalThis.indexedDB.open(databaseName)
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    return await answerOf(request)
  } catch {
    return undefined
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer of the database')))
  })
}
