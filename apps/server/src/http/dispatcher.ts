import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { StatusError } from '@hearth/model'
import type { Log } from '../lib/ambient.ts'
import { authorityOf, assertDevOrigin, hostNameOf, isLoopbackName, isTrustedHost, isVendorName } from './host-check.ts'
import { ConnectionTurns } from './connection-turns.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { asStatusError, isServerFault, writeJsonError, isVendorPath, writeVendorError } from './error-body.ts'
import type { FilesHost } from './files-host.ts'
import { type ExchangeSetting, HttpExchange } from './http-exchange.ts'
import { discardRest } from './request-body.ts'
import { enterPipeline, leavePipeline } from './pipelined-requests.ts'
import { StreamAdmission } from './stream-admission.ts'
import { type PathSegments, splitPath } from './path-segments.ts'
import type { RequestLine } from './request-line.ts'
import { Router } from './router.ts'
import type { Protocol, FindUnserved, FindUnservedAt, Unserved } from './route.ts'
import type { Site } from './static-site.ts'
import { grpcStatusOf } from './status-codes.ts'

const IDLE_BODY_MS_MAX = 60_000

export interface DispatcherOptions {
  readonly mode: 'start' | 'dev'
  readonly protocols: readonly Protocol[]
  readonly site: Site
  readonly exchange: ExchangeSetting
  /** Host names besides the loopback ones that `dev` answers to. */
  readonly trustedHosts: readonly string[]
  /** Undefined: files come from the same host as everything else. */
  readonly filesHost: FilesHost | undefined
  /** Origins besides the loopback ones whose pages `dev` answers. */
  readonly trustedOrigins: readonly string[]
  readonly findUnserved: FindUnserved
  readonly findUnservedAt: FindUnservedAt
  readonly nextRequestId: () => string
  readonly log: Log
  /** Told of each request when its answer has ended. */
  readonly logRequest: (line: RequestLine) => void
}

/** Brings each request to its route and each failure to the client and the log. Nothing a handler throws gets past it. */
export class Dispatcher {
  readonly #turns = new ConnectionTurns((request, response) => this.#serve(request, response))
  readonly #options: DispatcherOptions
  readonly #routes: Router
  readonly #grpcRoutes: Router
  #headersOf: HeadersOfAddress
  #isProxyKnown: boolean
  /** The last that was found to be one of ours: nearly all requests name the same. */
  #trustedAuthority: string | undefined

  constructor(options: DispatcherOptions) {
    this.#options = options
    this.admitStream = new StreamAdmission(options.exchange).admit
    this.#routes = new Router(options.protocols, { grpc: false })
    this.#grpcRoutes = new Router(options.protocols, { grpc: true })
    this.#headersOf = headersOfAddress(options.exchange.publicUrl)
    this.#isProxyKnown = options.mode === 'dev' || options.exchange.trustedProxyHops > 0
  }

  /** Each connection has its turn. */
  readonly dispatch = (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): void => {
    if ('stream' in request || enterPipeline(request, response as ServerResponse)) this.#turns.take(request, response)
  }

  /** Whether there is room for a stream of HTTP/2; else it is reset. Asked when it arrives. */
  readonly admitStream: StreamAdmission['admit']

  /** Whether one that wants to go on in another protocol may; the others are answered like any request. */
  readonly mayUpgrade = (request: IncomingMessage): boolean => {
    if (this.#options.mode !== 'dev') return true
    try {
      this.#assertDevClient({ method: request.method ?? 'GET', headers: request.headers }, authorityOf(request))
      return true
    } catch {
      return false
    }
  }

  #serve(request: IncomingMessage | Http2ServerRequest, response: ServerResponse | Http2ServerResponse): void {
    const id = this.#options.nextRequestId()
    const { exchange: setting } = this.#options
    if (setting.publicUrl !== this.#headersOf.publicUrl) this.#headersOf = headersOfAddress(setting.publicUrl)
    const exchange = new HttpExchange(request, response, id, setting, this.#headersOf.headers)
    response.on('close', () => {
      if (!('stream' in request)) leavePipeline(request)
      exchange.release()
      this.#logRequest(exchange, response)
    })
    // An answer to a client that has left must not become an uncaught exception.
    response.on('error', ignoreGoneClient)
    request.on('error', ignoreGoneClient)
    try {
      this.#route(exchange)
    } catch (thrown) {
      this.#fail(exchange, undefined, thrown)
    }
  }

  #route(exchange: HttpExchange): void {
    exchange.admit()
    const { headers } = exchange
    const authority = authorityOf(exchange.request)
    if (this.#options.mode === 'dev') this.#assertDevClient(exchange, authority)
    else if (!this.#headersOf.isAlwaysSecure && cameSecurely(exchange, authority))
      exchange.houseHeaders.push(...strictTransport)
    if (!this.#isProxyKnown && headers['x-forwarded-for'] !== undefined) this.#warnOfProxy()
    const isGrpc = headers['content-type']?.startsWith('application/grpc') === true
    if (isGrpc && !('stream' in exchange.request)) {
      throw new StatusError('invalid-argument', 'GRPC_NEEDS_HTTP2', 'gRPC needs HTTP/2.')
    }
    const method = exchange.method
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead && !isGrpc) setImmediate(guardIdleBody, exchange)

    const unservedAtPort = this.#options.findUnservedAt(exchange.request.socket.localPort)
    if (unservedAtPort !== undefined) {
      this.#answerUnserved(exchange, unservedAtPort)
      return
    }
    const path = splitPath(exchange.path)
    const { filesHost } = this.#options
    const isForFiles = filesHost?.isAsked(authority) === true
    if (isRead && !isGrpc && !isForFiles && this.#options.site.serveFile(exchange, path.raw[0] ?? '')) return
    const router = isGrpc ? this.#grpcRoutes : this.#routes
    // A signed link is a file's, also when a browser opens it like a page.
    const isNavigation =
      isRead && !isForFiles && headers.accept?.includes('text/html') === true && !exchange.query.has('X-Goog-Signature')
    const routedMethod = method === 'OPTIONS' ? (headers['access-control-request-method'] ?? method) : method
    const match = router.match(routedMethod, path.decoded, path.raw, { literalRootOnly: isNavigation })
    if (isForFiles && match?.route.sendsFiles !== true) throw notFound('Nothing but files is at this host.')

    if (match?.protocol.crossOrigin !== false) {
      exchange.houseHeaders.push(...corsHeaders(headers.origin))
    }
    if (method === 'OPTIONS' && match?.route.method !== 'OPTIONS') {
      exchange.reply(204, preflightHeaders(headers['access-control-request-headers']))
      return
    }
    // A name of a bucket may as well be the beginning of an address of another API, and forms are posted where that is all there is.
    if (match === undefined || match.route.path.startsWith('/:') || match.route.path === '/') {
      const unserved = isGrpc || isNavigation ? undefined : this.#options.findUnserved(exchange, authority)
      if (unserved !== undefined) {
        this.#fail(exchange, unserved, unserved.error)
        return
      }
    }
    if (match === undefined) {
      this.#answerUnknown(exchange, path, { isGrpc, isNavigation, authority })
      return
    }
    const { route, protocol, params } = match
    const elsewhere = isRead && !isForFiles && route.sendsFiles ? filesHost?.documentAddress(exchange) : undefined
    if (elsewhere !== undefined) {
      exchange.reply(302, { location: elsewhere, vary: 'sec-fetch-dest, accept', 'cache-control': 'no-store' })
      return
    }
    if (route.guard === 'dev' && this.#options.mode !== 'dev') {
      this.#fail(exchange, protocol, devOnly())
      return
    }
    try {
      const done = route.handle(exchange, params)
      if (done !== undefined) done.then(undefined, (thrown: unknown) => this.#fail(exchange, protocol, thrown))
    } catch (thrown) {
      this.#fail(exchange, protocol, thrown)
    }
  }

  /** Whatever is asked at the port of a service that is not here. */
  #answerUnserved(exchange: HttpExchange, unserved: Unserved): void {
    const { headers, method } = exchange
    exchange.houseHeaders.push(...corsHeaders(headers.origin))
    if (method === 'OPTIONS') exchange.reply(204, preflightHeaders(headers['access-control-request-headers']))
    else this.#fail(exchange, unserved, unserved.error)
  }

  /** Once: a client can send the header, too, and must not fill the log. */
  #warnOfProxy(): void {
    this.#isProxyKnown = true
    this.#options.log.warn(
      {},
      'a reverse proxy seems to be in front, and HEARTH_TRUSTED_PROXY_HOPS is 0: all who come by it count as one address, and share its limits',
    )
  }

  #assertDevClient({ method, headers }: Pick<HttpExchange, 'method' | 'headers'>, authority: string | undefined): void {
    const { trustedHosts, trustedOrigins } = this.#options
    if (authority !== this.#trustedAuthority) {
      if (!isTrustedHost(authority, trustedHosts)) {
        const message = 'This server answers to loopback names only. Set HEARTH_PUBLIC_URL to the address you use.'
        throw new StatusError('permission-denied', 'HOST_NOT_ALLOWED', message)
      }
      this.#trustedAuthority = authority
    }
    assertDevOrigin(method, headers, trustedOrigins)
  }

  #answerUnknown(
    exchange: HttpExchange,
    path: PathSegments,
    kind: { isGrpc: boolean; isNavigation: boolean; authority: string | undefined },
  ): void {
    if (kind.isGrpc) {
      answerUnknownGrpc(exchange)
      return
    }
    if (isEmulatorPath(exchange.path)) {
      throw this.#options.mode === 'dev' ? notFound('This emulator address is not one that Hearth has.') : devOnly()
    }
    const allowed = this.#routes.methodsFor(path.decoded, path.raw, { literalRootOnly: kind.isNavigation })
    if (allowed.length > 0) {
      const message = `This address answers ${allowed.join(', ')}, not ${exchange.method}.`
      throw new StatusError('unimplemented', 'METHOD_NOT_ALLOWED', message, { details: { allow: allowed.join(', ') } })
    }
    if (kind.isNavigation) {
      this.#options.site.servePage(exchange)
      return
    }
    if (isVendorPath(exchange.path) || isVendorName(hostNameOf(kind.authority ?? ''))) {
      throw new StatusError('unimplemented', 'NOT_SERVED', 'Hearth does not serve this method of the vendor’s APIs.')
    }
    throw notFound('There is nothing at this address.')
  }

  #fail(exchange: HttpExchange, protocol: Pick<Protocol, 'writeError'> | undefined, thrown: unknown): void {
    const error = asStatusError(thrown)
    exchange.note({ reason: error.reason })
    if (isServerFault(error)) {
      this.#options.log.error({ id: exchange.id, err: error.cause ?? error, reason: error.reason }, error.message)
    }
    if (exchange.isAnswered) {
      if (!exchange.isComplete) exchange.abort()
      return
    }
    discardRest(exchange.request)
    try {
      if (protocol === undefined) writeRouteError(exchange, error)
      else protocol.writeError(exchange, error)
    } catch (second) {
      this.#options.log.error({ id: exchange.id, err: second }, 'an error answer could not be written')
      if (exchange.isAnswered) exchange.abort()
      else writeJsonError(exchange, asStatusError(second))
    }
  }

  #logRequest(exchange: HttpExchange, response: ServerResponse | Http2ServerResponse): void {
    const { id, method, path, notes } = exchange
    this.#options.logRequest({
      id,
      method,
      path,
      status: response.statusCode,
      ms: performance.now() - exchange.startedAt,
      isCut: !exchange.isComplete,
      notes,
    })
  }
}

/** For what no protocol was found for, or none that may answer. */
function writeRouteError(exchange: HttpExchange, error: StatusError): void {
  if (exchange.headers['content-type']?.startsWith('application/grpc') === true && 'stream' in exchange.request) {
    answerGrpc(exchange, error)
    return
  }
  const isVendors = isVendorPath(exchange.path) || error.reason === 'NOT_SERVED'
  if (isVendors) writeVendorError(exchange, error, { isListed: false })
  else writeJsonError(exchange, error)
}

const strictTransport = ['strict-transport-security', 'max-age=31536000'] as const

/** Of every answer; names and values in turn. A protocol may replace one by naming it again. */
const securityHeaders = [
  'x-content-type-options',
  'nosniff',
  'referrer-policy',
  'no-referrer',
  'x-frame-options',
  'DENY',
] as const

/** What answers carry while clients reach the server at an address. */
interface HeadersOfAddress {
  readonly publicUrl: string | undefined
  readonly isAlwaysSecure: boolean
  readonly headers: readonly string[]
}

function headersOfAddress(publicUrl: string | undefined): HeadersOfAddress {
  const isAlwaysSecure = isSecure(publicUrl)
  return {
    publicUrl,
    isAlwaysSecure,
    headers: isAlwaysSecure ? [...securityHeaders, ...strictTransport] : securityHeaders,
  }
}

/** Clients reach it by TLS, its own or a proxy's. */
function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true && !isLoopbackName(new URL(publicUrl).hostname)
}

/**
 * By TLS of our own, at a name that leads to a server. What a browser learns of a loopback name counts for all of its ports, and so for
 * whatever else is developed on that machine.
 */
function cameSecurely({ request: { socket } }: HttpExchange, authority: string | undefined): boolean {
  return 'encrypted' in socket && authority !== undefined && !isLoopbackName(hostNameOf(authority))
}

/**
 * A body that makes no progress for a minute ends the connection; an upload that goes on may take hours. Asked after the
 * bytes that came with the head were parsed: most bodies are whole by then.
 */
function guardIdleBody(exchange: HttpExchange): void {
  const { request } = exchange
  if (request.complete || request.destroyed) return
  const timed = 'stream' in request ? request.stream : request.socket
  timed.setTimeout(IDLE_BODY_MS_MAX, destroyIdle)
  request.once('end', () => {
    timed.removeListener('timeout', destroyIdle)
    // Where the answer has ended before, it is already the time for which an idle connection is kept.
    if (!exchange.isComplete) timed.setTimeout(0)
  })
}

function destroyIdle(this: { destroy(): unknown }): void {
  this.destroy()
}

/** Addresses that only the vendor's emulators have; the pages that `connectAuthEmulator` needs are routes of their own. */
function isEmulatorPath(path: string): boolean {
  return (
    path === '/emulators' ||
    path.startsWith('/emulator/') ||
    path.startsWith('/internal/') ||
    path.startsWith('/_admin/') ||
    path.startsWith('/functions/')
  )
}

function answerUnknownGrpc(exchange: HttpExchange): void {
  exchange.note({ reason: 'ROUTE_NOT_FOUND' })
  const message = `There is no method ${exchange.path} (request ${exchange.id}).`
  answerGrpc(exchange, new StatusError('unimplemented', 'ROUTE_NOT_FOUND', message))
}

function answerGrpc(exchange: HttpExchange, error: StatusError): void {
  exchange.reply(200, {
    'content-type': 'application/grpc',
    'grpc-status': String(grpcStatusOf(error)),
    'grpc-message': encodeURIComponent(error.message),
  })
}

function notFound(message: string): StatusError {
  return new StatusError('not-found', 'ROUTE_NOT_FOUND', message)
}

function devOnly(): StatusError {
  return new StatusError('not-found', 'DEV_ONLY', 'This address exists under "hearth dev" only.')
}

function ignoreGoneClient(): void {
  // The close that follows is logged with the request.
}
