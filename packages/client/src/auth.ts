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
import { connectOnce, stayConnected } from './connect-once.ts'
import { linkUser } from './link-user.ts'
import { type ConnectOptions, originOf } from './origin.ts'
import { hearthPopupResolver } from './popup-resolver.ts'
import { SignInWindow } from './sign-in-window.ts'

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
    stayConnected(app, origin)
    const auth = initializeAuth(app, {
      persistence: options.persistence ?? defaultPersistence(),
      ...(isBrowser() && { popupRedirectResolver: options.popupRedirectResolver ?? hearthPopupResolver }),
    })
    // The SDK's one public setting for another origin. Without warnings it changes the addresses and nothing that is seen.
    connectAuthEmulator(auth, origin, { disableWarnings: true })
    linkUser(app, origin)
    return auth
  })
}

/**
 * Closes the window of a sign-in through a provider that is under way: its promise rejects with `auth/popup-closed-by-user` at once. For a
 * "Cancel" in the page, since a window may be lost behind others. Does nothing where none is open.
 */
export function cancelSignInWindow(): void {
  SignInWindow.cancel()
}

function defaultPersistence(): Persistence | Persistence[] {
  return isBrowser()
    ? [indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence]
    : inMemoryPersistence
}

function isBrowser(): boolean {
  return typeof document === 'object'
}
