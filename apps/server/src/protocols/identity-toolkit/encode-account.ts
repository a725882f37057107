import type { Account } from '../../identity/accounts/account.ts'
import { GOOGLE_PROVIDER_ID } from '../../identity/providers/provider-config.ts'
import { type Realm, tenantOf } from '../../identity/realm.ts'
import type { SignInOutcome } from '../../identity/sign-in/sign-ins.ts'
import { decodeForeignHash } from '../../identity/passwords/stored-hash.ts'
import { encodePasskeys } from './passkey-json.ts'
import { encodeHiddenFactors, encodeSecondFactors } from './second-factor-json.ts'

/** Base64 of the word REDACTED: says that there is a password without telling its hash, as the vendor does. */
const REDACTED = 'UkVEQUNURUQ='

/** An account as `accounts:lookup` answers it (wire-protocol 1.2). */
export function encodeAccount(account: Account, realm: Realm): Record<string, unknown> {
  return {
    localId: account.uid,
    tenantId: tenantOf(realm),
    email: account.email,
    emailVerified: account.emailVerified,
    displayName: account.displayName,
    photoUrl: account.photoUrl,
    phoneNumber: account.phoneNumber,
    ...(account.passwordHash !== undefined && { passwordHash: REDACTED, passwordUpdatedAt: account.passwordUpdatedAt }),
    providerUserInfo: encodeProviders(account),
    ...(account.secondFactors !== undefined && { mfaInfo: encodeSecondFactors(account) }),
    ...(account.passkeys !== undefined && { passkeyInfo: encodePasskeys(account) }),
    validSince: String(account.validSince),
    disabled: account.disabled,
    createdAt: String(account.createdAt),
    ...(account.lastSignInAt !== undefined && { lastLoginAt: String(account.lastSignInAt) }),
    ...(account.lastRefreshAt !== undefined && { lastRefreshAt: new Date(account.lastRefreshAt).toISOString() }),
    ...(account.emailLinkSignIn === true && { emailLinkSignin: true }),
    ...(account.customClaims !== undefined && { customAttributes: JSON.stringify(account.customClaims) }),
    ...(account.madeByCustomToken === true && { customAuth: true }),
  }
}

/**
 * The hash itself, as `accounts:batchCreate` takes it again whatever algorithm the call names, or with the one that it came with; and as
 * `hearthHash`, whichever it is, for `HEARTH`. Without its `version` the vendor's command line throws a hash away
 * (`accountExporter.js` of firebase-tools).
 */
export function encodePasswordHash({ passwordHash }: Account): Record<string, unknown> {
  if (passwordHash === undefined) return {}
  const foreign = decodeForeignHash(passwordHash)
  const hearthHash = Buffer.from(passwordHash).toString('base64url')
  return foreign === undefined
    ? { passwordHash: hearthHash, version: 0, hearthHash }
    : { passwordHash: foreign.hash, salt: foreign.salt, version: 0, hearthHash }
}

export function encodeProviders(account: Account): Record<string, unknown>[] {
  const { email, displayName, photoUrl, phoneNumber } = account
  const providers: Record<string, unknown>[] = account.providers.map((provider) => ({
    ...provider,
    federatedId: federatedIdOf(provider),
  }))
  // Its user is the address: without one a password is no provider's.
  if (email !== undefined && (account.passwordHash !== undefined || account.emailLinkSignIn === true)) {
    providers.push({ providerId: 'password', rawId: email, federatedId: email, email, displayName, photoUrl })
  }
  if (phoneNumber !== undefined) providers.push({ providerId: 'phone', rawId: phoneNumber, phoneNumber })
  return providers
}

/** What every sign-in answers: tokens, or which second factor is wanted. */
export function encodeTokens(issued: SignInOutcome): Record<string, unknown> {
  if ('pendingCredential' in issued) {
    const { uid, account, pendingCredential } = issued
    return { localId: uid, mfaPendingCredential: pendingCredential, mfaInfo: encodeHiddenFactors(account) }
  }
  return {
    localId: issued.uid,
    idToken: issued.idToken,
    refreshToken: issued.refreshToken,
    expiresIn: String(issued.lifeSeconds),
  }
}

/** How the vendor's answers name a provider's user beside the `rawId`: Google's by a URL, all others by the same text. */
export function federatedIdOf({ providerId, rawId }: { providerId: string; rawId: string }): string {
  return providerId === GOOGLE_PROVIDER_ID ? `https://accounts.google.com/${rawId}` : rawId
}
