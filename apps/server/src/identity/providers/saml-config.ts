import { X509Certificate } from 'node:crypto'
import { identityError } from '../identity-error.ts'
import { validateAddress } from './provider-config.ts'

/** A SAML 2.0 identity provider, as the project knows it. */
export interface SamlSettings {
  /** What the provider calls itself. */
  readonly idpEntityId: string
  /** Where browsers are sent to sign in (HTTP-Redirect binding). */
  readonly ssoUrl: string
  /** PEM, with or without its first and last line; an answer is signed by one of them. */
  readonly certificates: readonly string[]
  /** What the provider calls this project. */
  readonly spEntityId: string
  /** As its administrator wrote it, to be given back; requests name the address that the browser knows this server by. */
  readonly callbackUri?: string | undefined
}

const CERTIFICATES_MAX = 4
const CERTIFICATE_CHARACTERS_MAX = 16 * 1024
/** Entity ids (SAML 2.0 Metadata, section 2.2.1). */
const ENTITY_ID_CHARACTERS_MAX = 1_024

/** Throws `INVALID_CONFIG`. */
export function validateSaml({ idpEntityId, ssoUrl, certificates, spEntityId, callbackUri }: SamlSettings): void {
  for (const [name, id] of Object.entries({ idpEntityId, spEntityId })) {
    if (id === '' || id.length > ENTITY_ID_CHARACTERS_MAX) {
      throw identityError('INVALID_CONFIG', `The ${name} has 1 to ${ENTITY_ID_CHARACTERS_MAX} characters.`)
    }
  }
  validateAddress('ssoUrl', ssoUrl, { takesQuery: true })
  if (callbackUri !== undefined) validateAddress('callbackUri', callbackUri)
  if (certificates.length === 0 || certificates.length > CERTIFICATES_MAX) {
    throw identityError('INVALID_CONFIG', `There are 1 to ${CERTIFICATES_MAX} certificates of the provider.`)
  }
  if (!certificates.every(isCertificate)) {
    throw identityError('INVALID_CONFIG', 'A certificate of the provider is no X.509 certificate of an RSA key in PEM.')
  }
}

/** Providers show certificates without their first and last line as well. */
export function pemOf(certificate: string): string {
  const text = certificate.trim()
  if (text.startsWith('-----')) return text
  return `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
}

function isCertificate(text: string): boolean {
  if (text.length > CERTIFICATE_CHARACTERS_MAX) return false
  try {
    return new X509Certificate(pemOf(text)).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    // Not a certificate: OpenSSL's words tell its owner no more than that.
    return false
  }
}
