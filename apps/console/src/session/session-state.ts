import type { IdTokenResult, User } from 'firebase/auth'

/** Why nobody is signed in any more, when it is worth saying. */
export type SignedOutReason = 'chosen' | 'ended' | 'disabled' | 'deleted'

export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason | undefined }
  | SignedIn

export interface SignedIn {
  readonly status: 'signed-in'
  /** The SDK's own object, for its calls. It changes in place: show `account` instead. */
  readonly user: User
  readonly account: Account
  readonly token: IdTokenResult
}

/** The signed-in user's record, as it was when it last changed. */
export interface Account {
  readonly uid: string
  readonly email: string | null
  readonly emailVerified: boolean
  readonly displayName: string | null
  readonly photoURL: string | null
  readonly phoneNumber: string | null
  readonly isAnonymous: boolean
  readonly tenantId: string | null
  readonly providerData: User['providerData']
  readonly creationTime: string | undefined
  readonly lastSignInTime: string | undefined
}

export function accountOf(user: User): Account {
  return {
    uid: user.uid,
    email: user.email,
    emailVerified: user.emailVerified,
    displayName: user.displayName,
    photoURL: user.photoURL,
    phoneNumber: user.phoneNumber,
    isAnonymous: user.isAnonymous,
    tenantId: user.tenantId,
    providerData: [...user.providerData],
    creationTime: user.metadata.creationTime,
    lastSignInTime: user.metadata.lastSignInTime,
  }
}

export function hasPassword({ providerData }: Account): boolean {
  return providerData.some(({ providerId }) => providerId === 'password')
}
