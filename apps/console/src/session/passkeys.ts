import {
  AuthCredential,
  reauthenticateWithCredential,
  signInWithCredential,
  type Auth,
  type User,
  type UserCredential,
} from 'firebase/auth'
import { callHearth } from '../backend/api/call-hearth.ts'
import { HearthError } from '../backend/api/hearth-error.ts'

/** A passkey of one's own account. */
export interface OwnPasskey {
  readonly credentialId: string
  readonly name: string
  /** RFC 3339. */
  readonly enrolledAt?: string
  readonly lastUsedAt?: string
}

/** What the identity protocol answers to a sign-in; the SDK takes it as it is. */
interface Tokens {
  readonly idToken: string
}

/** Throws what the server says, and `PASSKEY_CANCELLED` where the browser or the person does not go on. */
export async function signInWithPasskey(auth: Auth): Promise<UserCredential> {
  return await signInWithCredential(auth, new GivenTokens(await proveByPasskey(auth)))
}

/** Throws as `signInWithPasskey`, and `auth/user-mismatch` for a passkey of somebody else's account. */
export async function reauthenticateWithPasskey(auth: Auth, user: User): Promise<UserCredential> {
  return await reauthenticateWithCredential(user, new GivenTokens(await proveByPasskey(auth)))
}

/** Has the browser make a passkey. Needs a recent sign-in. Throws as `signInWithPasskey`, and `PASSKEY_ON_DEVICE` where it has one of the account. */
export async function addPasskey(auth: Auth, user: User, name: string): Promise<void> {
  const { credentialCreationOptions } = await ask(auth, 'passkeyEnrollment:start', await withToken(user), isCreation)
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(credentialCreationOptions)
  const authenticatorRegistrationResponse = await answerOf(navigator.credentials.create({ publicKey }))
  const body = { ...(await withToken(user)), name, authenticatorRegistrationResponse }
  const tokens = await ask(auth, 'passkeyEnrollment:finalize', body, isTokens)
  // The refresh token of the session is another now.
  await reauthenticateWithCredential(user, new GivenTokens(tokens))
}

/** Needs a recent sign-in. */
export async function removePasskey(auth: Auth, user: User, { credentialId }: OwnPasskey): Promise<void> {
  const body = { ...(await withToken(user)), deletePasskey: [credentialId] }
  await callHearth({ method: 'POST', path: pathOf(auth, 'v1/accounts:update'), body, answer: isAnything })
}

export async function listPasskeys(auth: Auth, user: User): Promise<readonly OwnPasskey[]> {
  const path = pathOf(auth, 'v1/accounts:lookup')
  const { users } = await callHearth({ method: 'POST', path, body: await withToken(user), answer: isLookUp })
  return users[0]?.passkeyInfo ?? []
}

async function proveByPasskey(auth: Auth): Promise<Tokens> {
  const { credentialRequestOptions } = await ask(auth, 'passkeySignIn:start', {}, isRequest)
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(credentialRequestOptions)
  const authenticatorAuthenticationResponse = await answerOf(navigator.credentials.get({ publicKey }))
  return await ask(auth, 'passkeySignIn:finalize', { authenticatorAuthenticationResponse }, isTokens)
}

async function answerOf(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch((thrown: unknown) => {
    if (!(thrown instanceof DOMException)) throw thrown
    const { name, message } = thrown
    if (name === 'InvalidStateError')
      throw new HearthError({ code: 'already-exists', reason: 'PASSKEY_ON_DEVICE', message })
    // Given up, out of time, none there: browsers tell the person, and keep from the page which it was.
    if (name === 'NotAllowedError' || name === 'AbortError') return null
    throw new HearthError({ code: 'failed-precondition', reason: 'PASSKEY_REFUSED', message })
  })
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw new HearthError({ code: 'cancelled', reason: 'PASSKEY_CANCELLED', message: 'The browser gave no passkey.' })
}

async function withToken(user: User): Promise<{ idToken: string }> {
  return { idToken: await user.getIdToken() }
}

/** The public types of the official SDK have no passkeys: what it does not call is called by hand, what it keeps is given to it. */
async function ask<Answer>(
  auth: Auth,
  method: string,
  body: object,
  answer: (body: unknown) => body is Answer,
): Promise<Answer> {
  return await callHearth({ method: 'POST', path: pathOf(auth, `v2/accounts/${method}`), body, answer })
}

function pathOf(auth: Auth, method: string): string {
  return `/identitytoolkit.googleapis.com/${method}?${new URLSearchParams({ key: auth.app.options.apiKey ?? '' })}`
}

/** A sign-in that is done: the SDK asks a credential for its tokens, by these names. */
class GivenTokens extends AuthCredential {
  override readonly providerId = 'passkey'
  override readonly signInMethod = 'passkey'
  readonly #tokens: Tokens

  constructor(tokens: Tokens) {
    super()
    this.#tokens = tokens
  }

  async _getIdTokenResponse(): Promise<Tokens> {
    return this.#tokens
  }

  async _getReauthenticationResolver(): Promise<Tokens> {
    return this.#tokens
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isAnything = (_body: unknown): _body is unknown => true
const isTokens = (body: unknown): body is Tokens => isObject(body) && typeof body['idToken'] === 'string'

function isCreation(
  body: unknown,
): body is { readonly credentialCreationOptions: PublicKeyCredentialCreationOptionsJSON } {
  return isObject(body) && isObject(body['credentialCreationOptions'])
}

function isRequest(
  body: unknown,
): body is { readonly credentialRequestOptions: PublicKeyCredentialRequestOptionsJSON } {
  return isObject(body) && isObject(body['credentialRequestOptions'])
}

function isLookUp(
  body: unknown,
): body is { readonly users: readonly { readonly passkeyInfo?: readonly OwnPasskey[] }[] } {
  return isObject(body) && Array.isArray(body['users']) && body['users'].every(isObject)
}
