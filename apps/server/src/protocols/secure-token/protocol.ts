import { askingPage } from '../../http/asking-page.ts'
import type { Exchange } from '../../http/exchange.ts'
import { readForm } from '../../http/form.ts'
import { identityError } from '../../identity/identity-error.ts'
import type { PublishedKey } from '../../identity/tokens/published-keys.ts'
import type { SigningKeys } from '../../identity/tokens/signing-keys.ts'
import type { SignIns } from '../../identity/sign-in/sign-ins.ts'
import type { Protocol, Route } from '../../http/route.ts'
import type { Projects } from '../../projects/projects.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import { writeIdentityError } from '../identity-answers/error-body.ts'

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

const BODY_BYTES_MAX = 64 * 1024
const FORM_FIELDS_MAX = 20

/** `POST /v1/token`: a new ID token for a refresh token. The one call whose body is a form; JSON is read as well. */
function refreshRoute(path: string, deps: { signIns: SignIns; projects: Projects }): Route {
  return {
    method: 'POST',
    path,
    guard: 'identity',
    async handle(exchange) {
      const project = await deps.projects.projectOfApiKey(apiKeyOf(exchange), askingPage(exchange))
      exchange.note({ project, operation: 'token' })
      const { grantType, refreshToken } = await readGrant(exchange)
      if (!grantType) throw identityError('MISSING_GRANT_TYPE')
      if (grantType !== 'refresh_token') throw identityError('INVALID_GRANT_TYPE')
      if (!refreshToken) throw identityError('MISSING_REFRESH_TOKEN')
      const issued = await deps.signIns.refresh(project, refreshToken, exchange.headers['user-agent'])
      exchange.note({ uid: issued.uid })
      exchange.replyJson(200, {
        access_token: issued.idToken,
        id_token: issued.idToken,
        expires_in: String(issued.lifeSeconds),
        token_type: 'Bearer',
        refresh_token: issued.refreshToken,
        user_id: issued.uid,
        project_id: project,
      })
    },
  }
}

async function readGrant(
  exchange: Exchange,
): Promise<{ grantType: string | undefined; refreshToken: string | undefined }> {
  if (exchange.headers['content-type']?.startsWith('application/json') === true) {
    const body = await exchange.readJson(BODY_BYTES_MAX)
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    return {
      grantType: textOf(fields['grant_type'] ?? fields['grantType']),
      refreshToken: textOf(fields['refresh_token'] ?? fields['refreshToken']),
    }
  }
  const form = await readForm(exchange, { bytesMax: BODY_BYTES_MAX, fieldsMax: FORM_FIELDS_MAX })
  const fieldOf = (...names: string[]) =>
    names.map((name) => form.get(name)?.toString()).find((text) => text !== undefined)
  return {
    grantType: fieldOf('grant_type', 'grantType'),
    refreshToken: fieldOf('refresh_token', 'refreshToken'),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
