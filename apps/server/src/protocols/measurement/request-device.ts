import type { IncomingHttpHeaders } from 'node:http'
import type { Device } from '../../analytics/event.ts'

/** Programs that fetch pages and are not people: they call themselves so. */
const bot =
  /bot\b|bots\b|crawl|spider|slurp|archiver|headless|lighthouse|pagespeed|phantomjs|preview|scrap|monitor|uptime|pingdom|wget\/|curl\/|python-|go-http-client|facebookexternalhit|bingpreview|mediapartners/i

export function isBot({ 'user-agent': userAgent }: IncomingHttpHeaders): boolean {
  return userAgent !== undefined && bot.test(userAgent)
}

const operatingSystems: readonly (readonly [RegExp, string])[] = [
  [/android/i, 'Android'],
  [/iphone|ipad|ipod|\bios\b/i, 'iOS'],
  [/windows/i, 'Windows'],
  [/mac os x|macintosh/i, 'macOS'],
  [/\bcros\b/i, 'ChromeOS'],
  [/linux/i, 'Linux'],
]
/** The first that fits: most browsers name others, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bedg(e|a|ios)?\//i, 'Edge'],
  [/\bopr\/|opera/i, 'Opera'],
  [/samsungbrowser/i, 'Samsung Internet'],
  [/firefox\/|fxios\//i, 'Firefox'],
  [/chrome\/|crios\/|chromium\//i, 'Chrome'],
  [/safari\//i, 'Safari'],
]

/** What the headers of a request say of the device; the header itself is not kept. */
export function deviceOfRequest(headers: IncomingHttpHeaders): Device {
  const userAgent = headers['user-agent']?.slice(0, 512) ?? ''
  const operatingSystem = operatingSystems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  return {
    language: languageIn(headers['accept-language']),
    operatingSystem,
    browser,
    deviceCategory: categoryOf(userAgent),
  }
}

function categoryOf(userAgent: string): string | undefined {
  if (!userAgent.startsWith('Mozilla/')) return undefined
  if (/ipad|tablet|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod/i.test(userAgent) ? 'mobile' : 'desktop'
}

/** The first of the languages, which is the one preferred. */
function languageIn(header: string | undefined): string | undefined {
  return /^\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*(?:[,;]|$)/.exec(header?.slice(0, 64) ?? '')?.[1]
}
