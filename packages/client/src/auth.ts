import type { FirebaseApp } from 'firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  browserSessionPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  type Persistence,
  type PopupRedirectResolver,
} from 'firebase/auth'
import { connectOnce } from './connect-once.ts'
import { type ConnectOptions, originOf } from './origin.ts'
import { hearthPopupResolver } from './popup-resolver.ts'

export interface ConnectAuthOptions extends ConnectOptions {
  /** Where the session is kept. As `getAuth` does it when absent: IndexedDB, else local, else session storage. */
  readonly persistence?: Persistence | Persistence[]
  readonly popupRedirectResolver?: PopupRedirectResolver
}

/**
 * The app's `Auth`, pointed at the origin. Call it before `getAuth` and before anything that asks for the user; `getAuth(app)`
 * returns the same one afterwards.
 */
export function connectAuth(app: FirebaseApp, options: ConnectAuthOptions = {}): Auth {
  const { origin } = originOf(options)
  return connectOnce(app, 'auth', origin, () => {
    const auth = initializeAuth(app, {
      persistence: options.persistence ?? defaultPersistence(),
      ...(isBrowser() && { popupRedirectResolver: options.popupRedirectResolver ?? hearthPopupResolver }),
    })
    // The SDK's one public setting for another origin. Without warnings it changes the addresses and nothing that is seen.
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    return auth
  })
}

function defaultPersistence(): Persistence | Persistence[] {
  return isBrowser()
    ? [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence]
    : inMemoryPersistence
}

function isBrowser(): boolean {
  return typeof document === 'object'
}
