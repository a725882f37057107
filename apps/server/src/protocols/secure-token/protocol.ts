import type { Exchange } from '../../http/exchange.ts'
import type { PublishedKey } from '../../identity/tokens/published-keys.ts'
import type { SigningKeys } from '../../identity/tokens/signing-keys.ts'
import type { SignIns } from '../../identity/sign-in/sign-ins.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'
import { writeIdentityError } from '../identity-answers/error-body.ts'
import { refreshRoute } from './refresh.ts'

export interface SecureTokenDeps {
  readonly signIns: SignIns
  readonly keys: SigningKeys
  readonly projects: Projects
}

/** Refreshing ID tokens, and the keys that verify them (wire-protocol 1.2, 1.8). */
export function createSecureTokenProtocol(deps: SecureTokenDeps): Protocol {
  return {
    name: 'secure-token',
    routes: [
      refreshRoute('/securetoken.googleapis.com/v1/token', deps),
      refreshRoute('/v1/token', deps),
      ...keyRoutes(deps),
    ],
    writeError: writeIdentityError,
  }
}

/** New keys are published two hours before they sign, but the first key of a project only when it is needed. */
const CACHED_SECONDS = 5 * 60

/**
 * The public keys of ID tokens and session cookies, those of all projects together, as the vendor publishes one set for all of its own:
 * the check of issuer and audience tells them apart, and nobody learns here which projects there are.
 */
function keyRoutes({ keys }: { keys: Pick<SigningKeys, 'publishedOfAll'> }): Route[] {
  const route = (path: string, encode: (keys: readonly PublishedKey[]) => unknown): Route => {
    // The list stays the same one until a key comes or goes.
    let encoded: { readonly of: readonly PublishedKey[]; readonly text: string } | undefined
    return {
      method: 'GET',
      path,
      guard: 'open',
      async handle(exchange: Exchange) {
        const published = await keys.publishedOfAll()
        if (encoded?.of !== published) encoded = { of: published, text: JSON.stringify(encode(published)) }
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': `public, max-age=${CACHED_SECONDS}`,
        }
        exchange.reply(200, headers, encoded.text)
      },
    }
  }
  return [
    route('/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com', encodeCertificates),
    route('/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com', encodeCertificates),
    route('/identitytoolkit/v3/relyingparty/publicKeys', encodeCertificates),
    route('/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys', encodeCertificates),
    route('/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys', encodeJwks),
    route('/.well-known/jwks.json', encodeJwks),
  ]
}

function encodeCertificates(keys: readonly PublishedKey[]): Record<string, string> {
  return Object.fromEntries(keys.map(({ kid, certificate }) => [kid, certificate]))
}

function encodeJwks(keys: readonly PublishedKey[]): unknown {
  return { keys: keys.map(({ kid, jwk }) => ({ ...jwk, kid, alg: 'RS256', use: 'sig' })) }
}
