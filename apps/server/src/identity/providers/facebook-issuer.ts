import { decodeJwt } from '../tokens/jwt.ts'
import type { OAuthProvider, OpenIdProvider } from './provider-config.ts'

export const facebookProviderId = 'facebook.com'

const facebook = 'https://www.facebook.com'
const limited = 'https://limited.facebook.com'

/**
 * Facebook as an issuer of ID tokens, which its libraries for phones get in Limited Login
 * (https://developers.facebook.com/docs/facebook-login/limited-login/token): it is the one that the token names, or the server of one's own
 * that people sign in at.
 */
export function facebookIssuer(provider: OAuthProvider, idToken: string): OpenIdProvider {
  const { providerId, enabled, clientId, endpoints } = provider
  const own = endpoints?.authorizationEndpoint
  if (own !== undefined) return { providerId, enabled, clientId, issuer: new URL(own).origin }
  return { providerId, enabled, clientId, issuer: decodeJwt(idToken)?.payload['iss'] === limited ? limited : facebook }
}

/** Where its keys are; discovery by OpenID Connect leads through a redirect there. */
export function facebookKeys(issuer: string): string {
  return `${issuer}/.well-known/oauth/openid/jwks/`
}
