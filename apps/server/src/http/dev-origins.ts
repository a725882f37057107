import type { IncomingHttpHeaders } from 'node:http'
import { StatusError } from '@hearth/model'
import { isLoopbackName } from './host-check.ts'

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
