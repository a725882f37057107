import { z } from 'zod'
import type { Account } from '../../identity/accounts/account.ts'
import { identityError } from '../../identity/identity-error.ts'
import { algorithms, type AssertionAnswer, type RegistrationAnswer } from '../../identity/passkeys/passkey-verifier.ts'
import type { StartedEnrolment } from '../../identity/passkeys/passkey-enrolment.ts'
import { passkeysOf } from '../../identity/passkeys/passkey.ts'
import { CHALLENGE_LIFE_MS } from '../../identity/passkeys/passkey-challenges.ts'
import { optionalText, optionalTexts } from './define-method.ts'

/** `PublicKeyCredential.toJSON()` of the browser and of Android, which the vendor's SDKs pass on, or the names of the API's own messages. */
const attestation = z.object({
  clientDataJSON: optionalText,
  clientDataJson: optionalText,
  attestationObject: optionalText,
  transports: optionalTexts,
})

const assertion = z.object({
  clientDataJSON: optionalText,
  clientDataJson: optionalText,
  authenticatorData: optionalText,
  signature: optionalText,
  userHandle: optionalText,
})

export const registrationRequest = z
  .object({
    id: optionalText,
    credentialId: optionalText,
    response: attestation.nullish(),
    authenticatorAttestationResponse: attestation.nullish(),
  })
  .nullish()

export const assertionRequest = z
  .object({
    id: optionalText,
    credentialId: optionalText,
    response: assertion.nullish(),
    authenticatorAssertionResponse: assertion.nullish(),
  })
  .nullish()

/** Throws `MISSING_AUTHENTICATOR_RESPONSE`, also for a part that is missing. */
export function decodeRegistration(request: z.infer<typeof registrationRequest>): RegistrationAnswer {
  const response = request?.response ?? request?.authenticatorAttestationResponse
  return {
    id: required(request?.id ?? request?.credentialId),
    clientDataJSON: required(response?.clientDataJSON ?? response?.clientDataJson),
    attestationObject: required(response?.attestationObject),
    transports: response?.transports ?? [],
  }
}

/** Throws `MISSING_AUTHENTICATOR_RESPONSE`, also for a part that is missing. */
export function decodeAssertion(request: z.infer<typeof assertionRequest>): AssertionAnswer {
  const response = request?.response ?? request?.authenticatorAssertionResponse
  return {
    id: required(request?.id ?? request?.credentialId),
    clientDataJSON: required(response?.clientDataJSON ?? response?.clientDataJson),
    authenticatorData: required(response?.authenticatorData),
    signature: required(response?.signature),
    userHandle: response?.userHandle || undefined,
  }
}

function required(part: string | undefined): string {
  if (!part) throw identityError('MISSING_AUTHENTICATOR_RESPONSE')
  return part
}

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn, 5.1.9). A browser offers no authenticator that has a passkey of the account. */
export function encodeCreationOptions(
  { challenge, rpId, userHandle, account }: StartedEnrolment,
  rpName: string,
): Record<string, unknown> {
  const name = account.email ?? account.phoneNumber ?? account.displayName ?? account.uid
  return {
    rp: { id: rpId, name: rpName },
    user: { id: userHandle, name, displayName: account.displayName ?? name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: passkeysOf(account).map(({ id, transports }) => ({ type: 'public-key', id, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** `PublicKeyCredentialRequestOptionsJSON` (WebAuthn, 5.1.10), for whichever passkey of this relying party the user chooses. */
export function encodeRequestOptions({
  challenge,
  rpId,
}: {
  challenge: string
  rpId: string
}): Record<string, unknown> {
  return { challenge, rpId, timeout: CHALLENGE_LIFE_MS, userVerification: 'required' }
}

/** `passkeyInfo` of an account: the vendor's two names, and ours beside them. */
export function encodePasskeys(account: Account): Record<string, unknown>[] {
  return passkeysOf(account).map(({ id, name, rpId, enrolledAt, lastUsedAt }) => ({
    credentialId: id,
    name,
    rpId,
    enrolledAt: new Date(enrolledAt).toISOString(),
    ...(lastUsedAt !== undefined && { lastUsedAt: new Date(lastUsedAt).toISOString() }),
  }))
}

/** With what `accounts:batchCreate` needs to take them again; no secret is among it. */
export function encodePasskeysWithKeys(account: Account): Record<string, unknown>[] {
  const infos = encodePasskeys(account)
  return passkeysOf(account).map(({ publicKey, counter, userHandle, transports }, index) => ({
    ...infos[index],
    publicKey,
    signCount: counter,
    userHandle,
    ...(transports !== undefined && { transports }),
  }))
}
