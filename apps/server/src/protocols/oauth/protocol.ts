import { StatusError } from '@hearth/model'
import type { FailedSignIns } from '../../audit/failed-sign-ins.ts'
import { jsonErrorHeaders } from '../../http/error-body.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { httpStatusOf } from '../../http/status-codes.ts'
import type { AccessTokens } from '../../identity/tokens/access-tokens.ts'
import { decodeJwt } from '../../identity/tokens/jwt.ts'
import { CERTIFICATE_PATH, TOKEN_PATH, type ServiceKeys } from '../../identity/tokens/service-keys.ts'
import { parseForm, readPlainBody } from '../../http/form.ts'
import { boundaryOf, invalidMultipart } from '../storage-transfer/multipart-reader.ts'

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

/** What a client wants a token for: an assertion that a service key signed. */
interface Grant {
  readonly assertion: string
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const BODY_BYTES_MAX = 32 * 1024
const FIELDS_MAX = 20

/**
 * Reads a request for a token (RFC 6749, section 4.5; RFC 7523, section 2.1), as a form of either encoding. The vendor's command line has no setting for assertions: it
 * sends its one as a refresh token, in parts. Throws `invalid-argument`: `unsupported_grant_type`, `invalid_request`, and those of `readForm` and
 * `parseMultipartFields`.
 */
export async function readGrant(exchange: Exchange): Promise<Grant> {
  const fields = await readFields(exchange)
  const type = fields('grant_type')
  if (type !== ASSERTION_TYPE && type !== 'refresh_token') {
    const text = `The grant type must be ${ASSERTION_TYPE} with an assertion that a service key signed.`
    throw new StatusError('invalid-argument', 'unsupported_grant_type', text)
  }
  const field = type === ASSERTION_TYPE ? 'assertion' : 'refresh_token'
  const assertion = fields(field)
  if (assertion === undefined || assertion === '') {
    throw new StatusError('invalid-argument', 'invalid_request', `The field ${field} is missing.`)
  }
  return { assertion }
}

async function readFields(exchange: Exchange): Promise<(name: string) => string | undefined> {
  const body = await readPlainBody(exchange, BODY_BYTES_MAX)
  const contentType = exchange.headers['content-type'] ?? ''
  if (contentType.startsWith('multipart/form-data')) {
    const fields = parseMultipartFields(body, { contentType, fieldsMax: FIELDS_MAX })
    return (name) => fields.get(name)
  }
  const form = await parseForm(body, { fieldsMax: FIELDS_MAX, decodedBytesMax: BODY_BYTES_MAX })
  return (name) => form.get(name)?.toString()
}

/**
 * The texts of a short `multipart/form-data` body (RFC 7578) by their names; of several with one name, the first. Throws
 * `invalid-argument`/`INVALID_MULTIPART`, for more than `fieldsMax` as well.
 */
export function parseMultipartFields(
  body: Buffer,
  { contentType, fieldsMax }: { readonly contentType: string; readonly fieldsMax: number },
): ReadonlyMap<string, string> {
  const delimiter = `\r\n--${boundaryOf(contentType, 'multipart/form-data')}`
  // A line break put before the body makes the first boundary look like all others.
  const [, ...parts] = `\r\n${body.toString()}`.split(delimiter, fieldsMax + 3)
  const isWhole = parts.pop()?.startsWith('--') === true
  if (parts.length > fieldsMax) throw invalidMultipart(`The form has more than ${fieldsMax} fields.`)
  if (!isWhole) throw invalidMultipart('The body ended before its last boundary.')
  const fields = new Map<string, string>()
  for (const part of parts) {
    const endOfHeaders = part.indexOf('\r\n\r\n')
    const name = /^content-disposition:[^\r\n]*;[ \t]*name="([^"\r\n]*)"/im.exec(part.slice(0, endOfHeaders))?.[1]
    if (endOfHeaders < 0 || name === undefined) throw invalidMultipart('Each part of a form has a name.')
    if (!fields.has(name)) fields.set(name, part.slice(endOfHeaders + 4))
  }
  return fields
}
