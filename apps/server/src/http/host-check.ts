import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { StatusError } from '@hearth/model'
import type { Http2ServerRequest } from 'node:http2'

/** A name of DNS or an address, and maybe a port. Browsers and libraries send nothing else, whatever more RFC 3986 allows. */
const spelling = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * Under `hearth dev` a page of any origin can reach this server on loopback, and with DNS rebinding it can do so as the same
 * origin. Such a page's requests carry its own name as host, so only names that nobody else can point here are answered: loopback
 * names, what the operator set, and the vendor's API host names that clients use through a re-routing agent.
 */
export function isTrustedHost(authority: string | undefined, alsoTrusted: readonly string[]): boolean {
  // HTTP/1.0 and hand-written clients; a browser always sends it.
  if (authority === undefined) return true
  const name = hostNameOf(authority)
  return isLoopbackName(name) || isVendorName(name) || alsoTrusted.includes(name)
}

/** An API host of the vendor: what a server library believes it talks to, whose calls are led here. In lower case. */
export function isVendorName(name: string): boolean {
  return name.endsWith('.googleapis.com')
}

/** Names that lead to this machine only. In lower case, an IPv6 address in brackets. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name === '[::1]' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** The name without its port, in lower case. */
export function hostNameOf(authority: string): string {
  const colon = authority.lastIndexOf(':')
  const name = colon > authority.lastIndexOf(']') ? authority.slice(0, colon) : authority
  return name.toLowerCase()
}

/**
 * Under `hearth dev` whoever asks may do almost anything, so pages of foreign sites must not ask: those of loopback addresses and
 * of the origins in `allowed` may. Clients that are no browsers name no origin. A form in a page that hides its address sends
 * `null`, as a sandboxed frame of any site does; what the browser says of the site tells the two apart (Fetch standard, "append a
 * request `Origin` header"; Fetch Metadata, `Sec-Fetch-Site`). Throws `permission-denied`/`ORIGIN_NOT_ALLOWED`.
 */
export function assertDevOrigin(method: string, headers: IncomingHttpHeaders, allowed: readonly string[]): void {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined) {
    // Links and images come from anywhere, change nothing, and no page can read their answers.
    if (site === 'cross-site' && method !== 'GET' && method !== 'HEAD') throw foreign('another site')
    return
  }
  if (origin === 'null' && site === 'same-origin') return
  if (isLoopbackOrigin(origin) || allowed.includes(origin)) return
  throw foreign(origin === 'null' ? 'an origin without a name' : origin.slice(0, 200))
}

/** `http` or `https`, a loopback name, any port. */
function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/([^/?#@\\]+)$/.exec(origin)?.[1]
  return host !== undefined && isLoopbackName(host.replace(/:\d{1,5}$/, '').toLowerCase())
}

function foreign(who: string): StatusError {
  const sentence = `Pages of ${who} may not call this server: "hearth dev" answers pages of loopback addresses.`
  return new StatusError('permission-denied', 'ORIGIN_NOT_ALLOWED', `${sentence} Set HEARTH_DEV_ORIGINS to allow more.`)
}

/**
 * The host and port that a client asked for. Undefined where it named none, which only HTTP/1.0 allows. Who names one that can't be read named one all the same, so that is never taken for none. Throws
 * `invalid-argument`/`INVALID_HOST` for none in a later version, a name that is none or that no address can be made of, several `Host` headers, and an `:authority` that differs from `Host`.
 */
export function authorityOf(request: IncomingMessage | Http2ServerRequest): string | undefined {
  const { host, ':authority': pseudo } = request.headers
  const authority = pseudo ?? host
  if (authority === undefined) {
    if (request.httpVersion === '1.0') return undefined
    throw invalidHost('A request names its host in "Host", and one of HTTP/2 in ":authority".')
  }
  if (authority !== lastAuthority) {
    if (!isAuthority(authority)) throw invalidHost('The host of this request is no name of a host.')
    lastAuthority = authority
  }
  if (pseudo !== undefined && host !== undefined && pseudo !== host) {
    throw invalidHost('The host is one in ":authority" and another in "Host".')
  }
  if (isRepeated(request.rawHeaders)) throw invalidHost('This request names its host more than once.')
  return authority
}

/** Nearly all requests name the same. */
let lastAuthority: string | undefined

/** Addresses are made from it, and not every name that is spelt well is part of one: `localhost:99999`, `127.0.0.999`. */
function isAuthority(value: unknown): value is string {
  return typeof value === 'string' && spelling.test(value) && URL.canParse(`http://${value}`)
}

/** Node keeps the first of several, and a proxy in front may have gone by the last. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

function invalidHost(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_HOST', message)
}
