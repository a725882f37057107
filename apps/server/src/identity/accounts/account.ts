import type { Passkey } from '../passkeys/passkey.ts'
import type { SecondFactor } from '../sign-in/second-factor.ts'

/** An account of a project's end user. Times are milliseconds since the epoch unless a name says otherwise. */
export interface Account {
  /** 1 to 128 characters. */
  readonly uid: string
  /** Lower case and trimmed; unique in the project. */
  readonly email?: string | undefined
  readonly emailVerified: boolean
  /** Verified addresses that the user changed from, the oldest first: each may take the change back (`former-emails.ts`). */
  readonly formerEmails?: readonly FormerEmail[] | undefined
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
  /** E.164; unique in the project. */
  readonly phoneNumber?: string | undefined
  readonly disabled: boolean
  /** An argon2id string in PHC format. */
  readonly passwordHash?: string | undefined
  readonly passwordUpdatedAt?: number | undefined
  /** Has signed in by a link from a mail, and may do so again. */
  readonly emailLinkSignIn?: boolean | undefined
  /** What an administrator put into the ID token; reserved names excluded. */
  readonly customClaims?: Readonly<Record<string, unknown>> | undefined
  readonly providers: readonly LinkedProvider[]
  /** At most ten. */
  readonly passkeys?: readonly Passkey[] | undefined
  /** Asked for after the first; at most five. */
  readonly secondFactors?: readonly SecondFactor[] | undefined
  /** Made by the sign-in with a custom token. */
  readonly madeByCustomToken?: boolean | undefined
  /** Hashes of the networks that its password was brought from lately, the newest last (`known-networks.ts`). */
  readonly knownNetworks?: readonly string[] | undefined
  readonly createdAt: number
  readonly lastSignInAt?: number | undefined
  /** When somebody last began a session or went on with one. */
  readonly lastRefreshAt?: number | undefined
  /** The newest `auth_time` that a session of it has begun with; seconds. */
  readonly lastAuthTime?: number | undefined
  /** Seconds: sessions and ID tokens whose sign-in is older have ended. */
  readonly validSince: number
  /** How often all its sessions were ended; those that began before the last time are over, in the same second too. */
  readonly revocations?: number | undefined
}

export interface FormerEmail {
  readonly email: string
  /** Milliseconds since the epoch; undefined while nobody has verified the address after it. */
  readonly recoverableUntil?: number | undefined
}

/** A federated identity that belongs to an account; unique in the project. */
export interface LinkedProvider {
  /** `google.com`, `oidc.x`, ... */
  readonly providerId: string
  /** The provider's own id of the user. */
  readonly rawId: string
  readonly email?: string | undefined
  readonly displayName?: string | undefined
  readonly photoUrl?: string | undefined
}

/** Nothing to sign in with again: neither password, phone, provider, passkey nor custom token. */
export function isAnonymous(account: Account): boolean {
  return (
    account.passwordHash === undefined &&
    account.email === undefined &&
    account.phoneNumber === undefined &&
    account.providers.length === 0 &&
    (account.passkeys ?? []).length === 0 &&
    account.madeByCustomToken !== true
  )
}
