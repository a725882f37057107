import type { Account, LinkedProvider } from './account.ts'
import { parseDisplayName, parseEmail, parsePhoneNumber, parsePhotoUrl } from './account-fields.ts'
import { base64urlOf, passkeysOf } from '../passkeys/passkey.ts'
import { identityError } from '../identity-error.ts'

export type DeletableAttribute = 'DISPLAY_NAME' | 'PHOTO_URL'

/** What somebody wants to change in an account. Absent fields stay. */
export interface AccountEdit {
  /** Empty clears it. */
  readonly displayName?: string | undefined
  /** Empty clears it. */
  readonly photoUrl?: string | undefined
  readonly email?: string | undefined
  readonly emailVerified?: boolean | undefined
  readonly phoneNumber?: string | undefined
  readonly disabled?: boolean | undefined
  /** Empty or undefined members clear them. */
  readonly claims?: { readonly value: Readonly<Record<string, unknown>> | undefined } | undefined
  readonly linkProvider?: LinkedProvider | undefined
  readonly deleteAttributes?: readonly DeletableAttribute[] | undefined
  /** `password` (which takes links from mails along, as with the vendor), `phone` or a federated provider. */
  readonly deleteProviders?: readonly string[] | undefined
  /** Ids of passkeys that the account has. */
  readonly deletePasskeys?: readonly string[] | undefined
}

/** The account after the edit; throws what the fields' parsers throw, and `PASSKEY_ENROLLMENT_NOT_FOUND`. Passwords and sessions are not its subject. */
export function editAccount(account: Account, edit: AccountEdit): Account {
  let edited = account
  if (edit.displayName !== undefined) edited = { ...edited, displayName: parseDisplayName(edit.displayName) }
  if (edit.photoUrl !== undefined) edited = { ...edited, photoUrl: parsePhotoUrl(edit.photoUrl) }
  if (edit.email !== undefined) {
    const email = parseEmail(edit.email)
    // Nobody has shown that the new address is theirs.
    if (email !== edited.email) edited = { ...edited, email, emailVerified: false, formerEmails: undefined }
  }
  if (edit.emailVerified !== undefined) edited = { ...edited, emailVerified: edit.emailVerified }
  if (edit.phoneNumber !== undefined) edited = { ...edited, phoneNumber: parsePhoneNumber(edit.phoneNumber) }
  if (edit.disabled !== undefined) edited = { ...edited, disabled: edit.disabled }
  if (edit.claims !== undefined) edited = { ...edited, customClaims: edit.claims.value }
  if (edit.linkProvider !== undefined) edited = linked(edited, edit.linkProvider)
  for (const attribute of edit.deleteAttributes ?? []) {
    edited = attribute === 'DISPLAY_NAME' ? { ...edited, displayName: undefined } : { ...edited, photoUrl: undefined }
  }
  for (const providerId of edit.deleteProviders ?? []) edited = unlinked(edited, providerId)
  for (const id of edit.deletePasskeys ?? []) edited = withoutPasskey(edited, base64urlOf(id))
  return edited
}

function linked(account: Account, provider: LinkedProvider): Account {
  if (provider.providerId === '' || provider.rawId === '') throw identityError('INVALID_PROVIDER_ID')
  const others = account.providers.filter(({ providerId }) => providerId !== provider.providerId)
  return { ...account, providers: [...others, provider] }
}

function unlinked(account: Account, providerId: string): Account {
  switch (providerId) {
    case 'password':
    case 'emailLink':
      return { ...account, passwordHash: undefined, passwordUpdatedAt: undefined, emailLinkSignIn: undefined }
    case 'phone':
      return { ...account, phoneNumber: undefined }
    default:
      return { ...account, providers: account.providers.filter((provider) => provider.providerId !== providerId) }
  }
}

function withoutPasskey(account: Account, id: string): Account {
  const passkeys = passkeysOf(account)
  const others = passkeys.filter((passkey) => passkey.id !== id)
  if (others.length === passkeys.length) throw identityError('PASSKEY_ENROLLMENT_NOT_FOUND')
  return { ...account, passkeys: others.length === 0 ? undefined : others }
}

/**
 * The account once its e-mail address was shown to belong to whoever acts now. A way in that was added while nobody had shown that may be
 * somebody else's, prepared for the owner of the address: it goes, and with it the way back of addresses before. Whoever made the account
 * (a visitor, an import, an app's own server for a visitor) makes no difference, nor does who gave it the address. A second factor lets
 * nobody in by itself, and users add one to a verified address alone: it stays, so that a mailbox is never worth more than one factor.
 */
export function claimedByEmail(account: Account): Account {
  if (account.emailVerified) return account
  return {
    ...account,
    emailVerified: true,
    passwordHash: undefined,
    passwordUpdatedAt: undefined,
    phoneNumber: undefined,
    providers: [],
    passkeys: undefined,
    formerEmails: undefined,
  }
}
