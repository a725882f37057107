import {
  GoogleAuthProvider,
  OAuthProvider,
  SAMLAuthProvider,
  type AuthProvider,
  type OAuthCredential,
} from 'firebase/auth'
import type { FirebaseError } from 'firebase/app'

/** The SDK's provider for an id such as `google.com` or `oidc.acme`. */
export function authProviderOf(providerId: string): AuthProvider {
  if (providerId.startsWith('saml.')) return new SAMLAuthProvider(providerId)
  return providerId === GoogleAuthProvider.PROVIDER_ID ? new GoogleAuthProvider() : new OAuthProvider(providerId)
}

/** What a provider gave and the server didn't take, because its address has an account: to be linked once that one is signed in. */
export interface PendingLink {
  readonly email: string
  readonly credential: OAuthCredential
}

/** Read off `auth/account-exists-with-different-credential`; undefined for any other error. */
export function pendingLinkOf(thrown: unknown): PendingLink | undefined {
  const error = thrown as FirebaseError
  if (error?.code !== 'auth/account-exists-with-different-credential') return undefined
  const email = error.customData?.['email']
  const credential = OAuthProvider.credentialFromError(error)
  return typeof email === 'string' && credential !== null ? { email, credential } : undefined
}
