import { StatusError } from '@hearth/model'
import { identityError } from '../identity-error.ts'
import { base64urlOf, isCredentialId, isPublicKey, knownTransports, type Passkey } from './passkey.ts'
import { SPENT_CHALLENGE } from './passkey-challenges.ts'
import type { FoundParty } from './relying-party.ts'

/** What an authenticator answered to `navigator.credentials.create`; binary values in base64 of either alphabet. */
export interface RegistrationAnswer {
  readonly id: string
  readonly clientDataJSON: string
  readonly attestationObject: string
  readonly transports: readonly string[]
}

/** What an authenticator answered to `navigator.credentials.get`; binary values in base64 of either alphabet. */
export interface AssertionAnswer {
  readonly id: string
  readonly clientDataJSON: string
  readonly authenticatorData: string
  readonly signature: string
  readonly userHandle: string | undefined
}

/** For whom an answer must be, and to which challenge. */
export interface Expected extends FoundParty {
  readonly isGoodChallenge: (challenge: string) => boolean
}

/** COSE algorithms in the order of preference: ES256, EdDSA, RS256. */
export const algorithms: readonly number[] = [-7, -8, -257]
/** Far beyond what authenticators send, signatures and attestations of any kind among it. */
const PART_CHARACTERS_MAX = 16 * 1024

/** Most processes never see a passkey: what reads them takes a quarter of a second and 27 MB to load. */
const load = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
})
type Library = Awaited<ReturnType<typeof load>>

/**
 * The new key of an authenticator that has verified its user, and the challenge that it answers to (WebAuthn, 7.1). Attestations are not
 * asked for, and none is looked at: what makes an authenticator says nothing about who holds it, and no certificate is read, nor a list
 * of revoked ones fetched, for strangers. Throws `INVALID_AUTHENTICATOR_RESPONSE`.
 */
export async function verifyRegistration(
  answer: RegistrationAnswer,
  expected: Expected,
): Promise<{ readonly key: Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'>; readonly challenge: string }> {
  const id = base64urlOf(answer.id)
  const clientDataJSON = base64urlOf(answer.clientDataJSON)
  assertLengths(id, clientDataJSON, answer.attestationObject)
  return await orInvalid(async (library) => {
    const { origin, challenge } = readClientData(library, clientDataJSON, expected)
    const attestationObject = withoutAttestation(library, base64urlOf(answer.attestationObject))
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: expected.party.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    })
    if (!verified || registrationInfo === undefined) throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
    const { credential } = registrationInfo
    const publicKey = Buffer.from(credential.publicKey).toString('base64url')
    if (credential.id !== id || !isCredentialId(id) || !isPublicKey(publicKey)) {
      throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
    }
    return {
      key: {
        id,
        publicKey,
        counter: credential.counter,
        transports: knownTransports(answer.transports),
      },
      challenge,
    }
  })
}

/** The count of an authenticator's signature by a passkey, and the challenge that it answers to (WebAuthn, 7.2). Throws `INVALID_AUTHENTICATOR_RESPONSE`, for a count that goes back too. */
export async function verifyAssertion(
  answer: AssertionAnswer,
  passkey: Passkey,
  expected: Expected,
): Promise<{ readonly counter: number; readonly challenge: string }> {
  const clientDataJSON = base64urlOf(answer.clientDataJSON)
  const authenticatorData = base64urlOf(answer.authenticatorData)
  const signature = base64urlOf(answer.signature)
  assertLengths(clientDataJSON, authenticatorData, signature)
  const { id, counter } = passkey
  const isOwners = answer.userHandle === undefined || base64urlOf(answer.userHandle) === passkey.userHandle
  if (!isOwners || passkey.rpId !== expected.party.rpId) throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
  return await orInvalid(async (library) => {
    const { origin, challenge } = readClientData(library, clientDataJSON, expected)
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: expected.party.rpId,
      requireUserVerification: true,
      credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter },
    })
    if (!verified) throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
    return { counter: authenticationInfo.newCounter, challenge }
  })
}

function readClientData(
  { decodeClientDataJSON }: Library,
  clientDataJSON: string,
  { expects, isGoodChallenge }: Expected,
): { origin: string; challenge: string } {
  const { origin, challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON)
  if (typeof origin !== 'string' || crossOrigin === true || !expects(origin)) {
    throw identityError('INVALID_AUTHENTICATOR_RESPONSE', 'This page or app is none that the passkeys are used by.')
  }
  if (typeof challenge !== 'string' || !isGoodChallenge(challenge)) {
    throw identityError('INVALID_AUTHENTICATOR_RESPONSE', SPENT_CHALLENGE)
  }
  return { origin, challenge }
}

function withoutAttestation({ decodeAttestationObject, isoBase64URL, isoCBOR }: Library, encoded: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(encoded)).get('authData')
  const plain = new Map<string, Uint8Array | string | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(plain))
}

function assertLengths(...parts: readonly string[]): void {
  if (parts.some((part) => part === '' || part.length > PART_CHARACTERS_MAX)) {
    throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
  }
}

/** The library tells with errors of all kinds, in words that quote what came, whatever is wrong with an answer. */
async function orInvalid<Result>(read: (library: Library) => Promise<Result>): Promise<Result> {
  const library = await load()
  try {
    return await read(library)
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw identityError('INVALID_AUTHENTICATOR_RESPONSE')
  }
}
