import type { IncomingHttpHeaders } from 'node:http'

/** What there is of a request when it arrives. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Who asks: the peer, or with `trustedProxyHops` reverse proxies of ours in front what the outermost of them has written into
 * `x-forwarded-for`. Entries further left are anybody's.
 */
export function clientAddressOf(request: Arrival, trustedProxyHops: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxyHops === 0) return peer
  const forwarded = request.headers['x-forwarded-for']
  if (forwarded === undefined) return peer
  const addresses = String(forwarded).split(',')
  return addresses[Math.max(0, addresses.length - trustedProxyHops)]?.trim() || peer
}
