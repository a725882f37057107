import type { Exchange } from '../../http/exchange.ts'

/** As apps send it: `key` of the query, else the header that libraries for phones use. */
export function apiKeyOf(exchange: Exchange): string | undefined {
  const header = exchange.headers['x-goog-api-key']
  return exchange.query.get('key') ?? (typeof header === 'string' ? header : undefined)
}
