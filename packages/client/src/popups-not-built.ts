import { FirebaseError } from 'firebase/app'
import { browserSessionPersistence, type PopupRedirectResolver } from 'firebase/auth'

/**
 * Stands where the SDK's own popup resolver would load a script from the vendor's host: each popup or redirect sign-in
 * fails at once and says so. The shape is the SDK's interface of a resolver (version 12.19), all of whose members it uses.
 */
class PopupsNotBuilt {
  readonly _shouldInitProactively = false
  readonly _redirectPersistence = browserSessionPersistence

  _initialize(): Promise<never> {
    return Promise.reject(notBuilt())
  }
  _openPopup(): Promise<never> {
    return Promise.reject(notBuilt())
  }
  _openRedirect(): Promise<never> {
    return Promise.reject(notBuilt())
  }
  /** Asked at each start: there was no redirect. */
  _completeRedirectFn(): Promise<null> {
    return Promise.resolve(null)
  }
  _overrideRedirectResult(): void {}
  _originValidation(): Promise<void> {
    return Promise.resolve()
  }
  _isIframeWebStorageSupported(_auth: unknown, callback: (isSupported: boolean) => void): void {
    callback(true)
  }
}

/** The SDK takes the class, not an instance, and its public type shows no members. */
export const popupsNotBuilt = PopupsNotBuilt as unknown as PopupRedirectResolver

function notBuilt(): FirebaseError {
  return new FirebaseError(
    'auth/operation-not-supported-in-this-environment',
    'Firebase: Sign-in by popup or redirect is not part of this version of @hearth/client (auth/operation-not-supported-in-this-environment).',
  )
}
