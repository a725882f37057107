import type { RequestOrigin } from '../../identity/sign-in/request-origin.ts'
import type { Exchange } from '../../http/exchange.ts'

const USER_AGENT_CHARACTERS_MAX = 500

/** `X-Firebase-Locale` is what the SDK's `auth.languageCode` says. */
export function originOf(exchange: Exchange): RequestOrigin {
  const { 'x-firebase-locale': locale, 'user-agent': userAgent } = exchange.headers
  const isTag = typeof locale === 'string' && /^[a-zA-Z]{2,3}(?:[-_]\w{2,8})*$/.test(locale)
  return {
    address: exchange.clientAddress,
    userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX),
    locale: isTag ? locale : undefined,
  }
}
