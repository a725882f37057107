import { StatusError } from '@hearth/model'
import type { FailedSignIns } from '../../audit/failed-sign-ins.ts'
import { jsonErrorHeaders } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { httpStatusOf } from '../../http/status-codes.ts'
import type { AccessTokens } from '../../identity/tokens/access-tokens.ts'
import { decodeJwt } from '../../identity/tokens/jwt.ts'
import { CERTIFICATE_PATH, TOKEN_PATH } from '../../identity/tokens/key-file.ts'
import type { ServiceKeys } from '../../identity/tokens/service-keys.ts'
import { readGrant } from './read-grant.ts'

interface OauthDeps {
  readonly accessTokens: AccessTokens
  readonly serviceKeys: ServiceKeys
  readonly onFailedSignIn: FailedSignIns['record']
}

/** The one that key files name, and those of clients that know the vendor's alone: older Node libraries, and its command line. */
const tokenPaths = [TOKEN_PATH, '/oauth2/v4/token', '/oauth2/v3/token']

/** Access tokens for service keys (RFC 6749, RFC 7523), and the certificates of these, as key files name them. */
export function createOauthProtocol(deps: OauthDeps): Protocol {
  return {
    name: 'oauth',
    crossOrigin: false,
    routes: [...tokenPaths.map((path) => tokenRoute(path, deps)), certificateRoute(deps)],
    writeError: writeOauthError,
  }
}

function tokenRoute(path: string, deps: OauthDeps): Route {
  return {
    method: 'POST',
    path,
    guard: 'identity',
    async handle(exchange) {
      exchange.note({ operation: 'token' })
      const { assertion } = await readGrant(exchange)
      const audiences = tokenPaths.map((one) => exchange.publicOrigin + one)
      try {
        const issued = await deps.accessTokens.issue(assertion, { address: exchange.clientAddress, audiences })
        exchange.note({ project: issued.project })
        const answer = { access_token: issued.token, expires_in: issued.lifeSeconds, token_type: 'Bearer' }
        const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
        exchange.reply(200, headers, JSON.stringify(answer))
      } catch (error) {
        if (error instanceof StatusError) await recordFailure(deps, exchange, assertion, error)
        throw error
      }
    },
  }
}

/** In the audit log of the project whose key is named; other names are anybody's invention. */
async function recordFailure(
  { serviceKeys, onFailedSignIn }: OauthDeps,
  exchange: Exchange,
  assertion: string,
  { code, reason }: StatusError,
): Promise<void> {
  if (code !== 'unauthenticated' && code !== 'resource-exhausted') return
  const issuer = decodeJwt(assertion)?.payload['iss']
  const named = typeof issuer === 'string' ? await serviceKeys.findByAddress(issuer) : undefined
  if (named === undefined) return
  const { clientAddress: address, id: requestId } = exchange
  onFailedSignIn({ project: named.project, operation: 'token', reason, target: named.id, address, requestId })
}

function certificateRoute({ serviceKeys }: OauthDeps): Route {
  return {
    method: 'GET',
    path: `${CERTIFICATE_PATH}/:address`,
    guard: 'open',
    async handle(exchange, { address = '' }) {
      const found = await serviceKeys.findByAddress(address)
      if (found?.certificate === undefined)
        throw new StatusError('not-found', 'KEY_NOT_FOUND', 'There is no such service key.')
      exchange.replyJson(200, { [found.id]: found.certificate })
    },
  }
}

/** RFC 6749, section 5.2. What an assertion lacks is `invalid_grant`, for which clients sign another one. */
function writeOauthError(exchange: Exchange, error: StatusError): void {
  const isGrant = error.code === 'unauthenticated'
  const status = isGrant ? 400 : httpStatusOf(error)
  const body = { error: isGrant ? 'invalid_grant' : nameOf(error), error_description: error.message }
  exchange.reply(status, jsonErrorHeaders(error), JSON.stringify({ ...body, request_id: exchange.id }))
}

function nameOf({ code, reason }: StatusError): string {
  if (code === 'resource-exhausted' || code === 'unavailable') return 'temporarily_unavailable'
  if (code === 'internal') return 'server_error'
  return reason === 'unsupported_grant_type' ? reason : 'invalid_request'
}
