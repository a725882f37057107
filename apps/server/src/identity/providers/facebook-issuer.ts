import { decodeJwt } from '../tokens/jwt.ts'
import type { TokenIssuer } from './issuer-keys.ts'
import type { OAuthProvider } from './provider-config.ts'

export const FACEBOOK_PROVIDER_ID = 'facebook.com'

const FACEBOOK = 'https://www.facebook.com'
const LIMITED = 'https://limited.facebook.com'

/**
 * Facebook as an issuer of ID tokens, which its libraries for phones get in Limited Login
 * (https://developers.facebook.com/docs/facebook-login/limited-login/token): it is the one that the token names, or the server of one's own
 * that people sign in at. Discovery by OpenID Connect leads through a redirect to its keys.
 */
export function facebookIssuer(provider: OAuthProvider, idToken: string): TokenIssuer {
  const { providerId, enabled, clientId } = provider
  const issuer = issuerOf(provider, idToken)
  return { providerId, enabled, clientId, issuer, jwksUri: `${issuer}/.well-known/oauth/openid/jwks/` }
}

function issuerOf({ endpoints }: OAuthProvider, idToken: string): string {
  const own = endpoints?.authorizationEndpoint
  if (own !== undefined && !isFacebook(new URL(own))) return new URL(own).origin
  return decodeJwt(idToken)?.payload['iss'] === LIMITED ? LIMITED : FACEBOOK
}

/** Another version of its dialog, or the one for phones. */
function isFacebook({ hostname }: URL): boolean {
  return hostname === 'facebook.com' || hostname.endsWith('.facebook.com')
}
