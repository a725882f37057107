import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'
import { StatusError } from '@hearth/model'

/** A name of DNS or an address, and maybe a port. Browsers and libraries send nothing else, whatever more RFC 3986 allows. */
const spelling = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

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
