import type { Route } from '../../http/route.ts'
import { buildTagScript } from './tag-script.ts'

/** The script that apps load in place of the vendor's tag; `l` in its query names the data layer and is read by the script itself. */
export function getTag(): Route {
  const { text, etag } = buildTagScript()
  const headers = {
    etag,
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  }
  return {
    method: 'GET',
    path: '/gtag.js',
    guard: 'open',
    handle(exchange) {
      if (exchange.headers['if-none-match'] === etag) exchange.reply(304, headers)
      else exchange.reply(200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' }, text)
    },
  }
}
