import { identityError } from '../identity-error.ts'

/** An OpenID Connect provider as a project knows it. */
export interface ProviderConfig {
  /** `google.com` or `oidc.<name>`. */
  readonly providerId: string
  readonly displayName?: string | undefined
  readonly enabled: boolean
  /** Where discovery begins (OpenID Connect Discovery 1.0), an https address; http on loopback alone. */
  readonly issuer: string
  readonly clientId: string
  /** Whose ID tokens are taken beside those for `clientId`, where an app got one by itself: the project's apps for phones. */
  readonly acceptedClientIds?: readonly string[] | undefined
  /** Absent for a public client, which PKCE alone protects. Never leaves the server but for the provider. */
  readonly clientSecret?: string | undefined
}

export const googleProviderId = 'google.com'
export const googleIssuer = 'https://accounts.google.com'

const providerIdPattern = /^oidc\.[a-z0-9][a-z0-9-]{0,30}$/
const textCharactersMax = 2_048
const acceptedClientIdsMax = 50

/** Throws `INVALID_CONFIG_ID`, `INVALID_CONFIG`. */
export function validateProviderConfig(config: ProviderConfig): void {
  if (config.providerId !== googleProviderId && !providerIdPattern.test(config.providerId)) {
    throw identityError('INVALID_CONFIG_ID')
  }
  const { clientId, acceptedClientIds = [], clientSecret, displayName } = config
  if (clientId === '') throw identityError('INVALID_CONFIG', 'The client id of the provider is missing.')
  if (clientSecret === '') throw identityError('INVALID_CONFIG', 'The client secret must not be empty.')
  if (acceptedClientIds.length > acceptedClientIdsMax || acceptedClientIds.some((id) => !/^\S+$/.test(id))) {
    throw identityError('INVALID_CONFIG', `There are at most ${acceptedClientIdsMax} further client ids, none empty.`)
  }
  if (
    [clientId, clientSecret, displayName, ...acceptedClientIds].some(
      (text) => text !== undefined && text.length > textCharactersMax,
    )
  ) {
    throw identityError('INVALID_CONFIG', `A text of the provider has more than ${textCharactersMax} characters.`)
  }
  validateIssuer(config.issuer)
}

function validateIssuer(issuer: string): void {
  if (issuer.length > textCharactersMax || !URL.canParse(issuer)) {
    throw identityError('INVALID_CONFIG', 'The issuer is not an absolute URL.')
  }
  const { protocol, hostname, username, search, hash } = new URL(issuer)
  const isHttp = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  if (!isHttp) throw identityError('INVALID_CONFIG', 'The issuer must be an https address.')
  if (username !== '' || search !== '' || hash !== '') {
    throw identityError('INVALID_CONFIG', 'The issuer must have neither a user, a query nor a fragment.')
  }
}

export function isLoopbackName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
