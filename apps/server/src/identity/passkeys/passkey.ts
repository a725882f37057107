/** A key pair of a user's authenticator; this server has the public half (WebAuthn, a discoverable credential). */
export interface Passkey {
  /** The authenticator's id of it, in base64url; unique among the accounts of a realm. */
  readonly id: string
  readonly name: string
  /** COSE_Key in base64url. */
  readonly publicKey: string
  /** Of the last signature, as the authenticator counts them; 0 for authenticators that don't. */
  readonly counter: number
  /** The relying party that it was made for; it signs for no other. */
  readonly rpId: string
  /** What the authenticator calls the account, in base64url. */
  readonly userHandle: string
  /** How browsers reach the authenticator: `internal`, `hybrid`, `usb`, ... */
  readonly transports?: readonly string[] | undefined
  /** Milliseconds since the epoch. */
  readonly enrolledAt: number
  readonly lastUsedAt?: number | undefined
}

/** Of one account. */
export const PASSKEYS_MAX = 10
/** The method of a session that began with one. */
export const PASSKEY_PROVIDER = 'passkey'
export const PASSKEY_NAME_CHARACTERS_MAX = 256
/** RSA of 4096 bits has 523. */
const PUBLIC_KEY_BYTES_MAX = 1_024
/** WebAuthn, 4: the longest id of a credential. */
const CREDENTIAL_ID_BYTES_MAX = 1_023
const USER_HANDLE_BYTES_MAX = 64
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

export function passkeysOf(account: { readonly passkeys?: readonly Passkey[] | undefined }): readonly Passkey[] {
  return account.passkeys ?? []
}

/** Base64 of either alphabet, padded or not, as base64url without padding: the vendor's SDKs for phones send the former. */
export function base64urlOf(text: string): string {
  return text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')
}

export function isCredentialId(text: string): boolean {
  return isBase64url(text, CREDENTIAL_ID_BYTES_MAX)
}

export function isPublicKey(text: string): boolean {
  return isBase64url(text, PUBLIC_KEY_BYTES_MAX)
}

/** WebAuthn, 4: 64 bytes at most. */
export function isUserHandle(text: string): boolean {
  return isBase64url(text, USER_HANDLE_BYTES_MAX)
}

/** Of the names that came those that browsers know, which are given them again; undefined for none. */
export function knownTransports(names: readonly string[] | undefined): readonly string[] | undefined {
  const known = transports.filter((transport) => names?.includes(transport))
  return known.length === 0 ? undefined : known
}

function isBase64url(text: string, bytesMax: number): boolean {
  return text !== '' && text.length <= Math.ceil((bytesMax * 4) / 3) && /^[\w-]+$/.test(text)
}
