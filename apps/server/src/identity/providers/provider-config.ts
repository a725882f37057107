import { createPrivateKey, X509Certificate } from 'node:crypto'
import { identityError } from '../identity-error.ts'

const ADDRESS_CHARACTERS_MAX = 2_048

/** Where somebody signs in, where the code is exchanged, and who tells who it was. */
export interface OAuthEndpoints {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userInfoEndpoint: string
}

interface Provider {
  readonly providerId: string
  readonly displayName?: string | undefined
  readonly enabled: boolean
}

interface Client extends Provider {
  readonly clientId: string
  /** Absent for a public client, which PKCE alone protects. Never leaves the server but for the provider. */
  readonly clientSecret?: string | undefined
}

/** An OpenID Connect provider as a project knows it: `google.com`, `apple.com`, `yahoo.com`, `oidc.<name>`. */
export interface OpenIdProvider extends Client {
  /** Where discovery begins (OpenID Connect Discovery 1.0), an https address; http on loopback alone. */
  readonly issuer: string
  /** Whose ID tokens are taken beside those for `clientId`, where an app got one by itself: the project's apps for phones. */
  readonly acceptedClientIds?: readonly string[] | undefined
  /** Of Apple, in place of a secret. */
  readonly appleKey?: AppleKey | undefined
}

/** A provider of OAuth 2.0 alone: `github.com`, `facebook.com`, `microsoft.com`, `twitter.com`, `oauth.<name>`. */
export interface OAuthProvider extends Client {
  /** In place of the provider's public ones: of a server of one's own. All three for `oauth.<name>`. */
  readonly endpoints?: Partial<OAuthEndpoints> | undefined
}

/** A SAML 2.0 identity provider: `saml.<name>`. */
export interface SamlProvider extends Provider {
  readonly saml: SamlSettings
}

/** A key of an Apple developer team, by which the client's secret is signed. */
export interface AppleKey {
  readonly teamId: string
  readonly keyId: string
  /** PEM of PKCS #8, the content of the `.p8` file. Never leaves the server. */
  readonly privateKey: string
}

export type ProviderConfig = OpenIdProvider | OAuthProvider | SamlProvider
export type ProviderChanges = Partial<Omit<OpenIdProvider & OAuthProvider & SamlProvider, 'providerId'>>

export const GOOGLE_PROVIDER_ID = 'google.com'
export const GOOGLE_ISSUER = 'https://accounts.google.com'
export const APPLE_PROVIDER_ID = 'apple.com'

const genericPattern = /^(?:oidc|oauth|saml)\.[a-z0-9][a-z0-9-]{0,30}$/
const namedOAuth: ReadonlySet<string> = new Set(['github.com', 'facebook.com', 'microsoft.com', 'twitter.com'])
const namedOpenId: ReadonlySet<string> = new Set([GOOGLE_PROVIDER_ID, APPLE_PROVIDER_ID, 'yahoo.com'])
const endpointNames = ['authorizationEndpoint', 'tokenEndpoint', 'userInfoEndpoint'] as const
const TEXT_CHARACTERS_MAX = 2_048
const ACCEPTED_CLIENT_IDS_MAX = 50

export type ProviderProtocol = 'open-id' | 'oauth' | 'saml'

/** Undefined for an id that no provider can have. */
export function protocolOf(providerId: string): ProviderProtocol | undefined {
  if (namedOAuth.has(providerId)) return 'oauth'
  if (namedOpenId.has(providerId)) return 'open-id'
  if (!genericPattern.test(providerId)) return undefined
  if (providerId.startsWith('saml.')) return 'saml'
  return providerId.startsWith('oidc.') ? 'open-id' : 'oauth'
}

export function isOpenId(config: ProviderConfig): config is OpenIdProvider {
  return protocolOf(config.providerId) === 'open-id'
}

export function isSaml(config: ProviderConfig): config is SamlProvider {
  return protocolOf(config.providerId) === 'saml'
}

/** Throws `INVALID_CONFIG_ID`, `INVALID_CONFIG`. */
export function validateProviderConfig(config: ProviderConfig): void {
  if (protocolOf(config.providerId) === undefined) throw identityError('INVALID_CONFIG_ID')
  assertTexts([config.displayName])
  if (isSaml(config)) validateSaml(config.saml)
  else validateClient(config)
}

function validateClient(config: OpenIdProvider | OAuthProvider): void {
  const { clientId, clientSecret } = config
  if (clientId === '') throw identityError('INVALID_CONFIG', 'The client id of the provider is missing.')
  if (clientSecret === '') throw identityError('INVALID_CONFIG', 'The client secret must not be empty.')
  assertTexts([clientId, clientSecret])
  if (isOpenId(config)) validateOpenId(config)
  else validateEndpoints(config)
}

function validateOpenId({ providerId, issuer, acceptedClientIds = [], appleKey }: OpenIdProvider): void {
  if (acceptedClientIds.length > ACCEPTED_CLIENT_IDS_MAX || acceptedClientIds.some((id) => !/^\S+$/.test(id))) {
    throw identityError(
      'INVALID_CONFIG',
      `There are at most ${ACCEPTED_CLIENT_IDS_MAX} further client ids, none empty.`,
    )
  }
  assertTexts(acceptedClientIds)
  validateAddress('issuer', issuer)
  if (providerId === APPLE_PROVIDER_ID) validateAppleKey(appleKey)
}

function validateEndpoints({ providerId, endpoints = {} }: OAuthProvider): void {
  for (const name of endpointNames) {
    const address = endpoints[name]
    if (address !== undefined) validateAddress(name, address, { takesQuery: true })
    else if (!namedOAuth.has(providerId)) throw identityError('INVALID_CONFIG', `The ${name} is missing.`)
  }
}

function validateAppleKey(key: AppleKey | undefined): void {
  if (key === undefined)
    throw identityError('INVALID_CONFIG', 'The team id, the key id and the private key are missing.')
  if (!/^[A-Z0-9]{10}$/.test(key.teamId) || !/^[A-Z0-9]{10}$/.test(key.keyId)) {
    throw identityError('INVALID_CONFIG', 'The team id and the key id have ten letters and digits each.')
  }
  if (key.privateKey.length > TEXT_CHARACTERS_MAX || !isKeyOfApple(key.privateKey)) {
    throw identityError('INVALID_CONFIG', 'The private key is not the content of a .p8 file of Apple.')
  }
}

function isKeyOfApple(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem)
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    // OpenSSL says what it dislikes in words of its own, about a key.
    return false
  }
}

function assertTexts(texts: readonly (string | undefined)[]): void {
  if (texts.every((text) => text === undefined || text.length <= TEXT_CHARACTERS_MAX)) return
  throw identityError('INVALID_CONFIG', `A text of the provider has more than ${TEXT_CHARACTERS_MAX} characters.`)
}

/** https, or http on loopback. Throws `INVALID_CONFIG`. */
function validateAddress(what: string, address: string, { takesQuery = false } = {}): void {
  if (address.length > ADDRESS_CHARACTERS_MAX || !URL.canParse(address)) {
    throw identityError('INVALID_CONFIG', `The ${what} is not an absolute URL.`)
  }
  const { protocol, hostname, username, search, hash } = new URL(address)
  const isHttp = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  if (!isHttp) throw identityError('INVALID_CONFIG', `The ${what} must be an https address.`)
  if (username !== '' || hash !== '' || (search !== '' && !takesQuery)) {
    throw identityError('INVALID_CONFIG', `The ${what} must have neither a user, a query nor a fragment.`)
  }
}

function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

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
function validateSaml({ idpEntityId, ssoUrl, certificates, spEntityId, callbackUri }: SamlSettings): void {
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
