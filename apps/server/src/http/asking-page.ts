import type { Exchange } from './exchange.ts'

/** The page that sent a request, as its browser says. Programs may say anything, or nothing. */
export interface AskingPage {
  /** Its origin; undefined when nobody says. */
  readonly website: string | undefined
  /** A page of this server. */
  readonly isOwnPage: boolean
}

/** By `Origin`, else by `Referer`; `Sec-Fetch-Site` speaks for pages of this server, whose reads have neither. */
export function askingPage({ headers, publicOrigin }: Pick<Exchange, 'headers' | 'publicOrigin'>): AskingPage {
  const website = headers.origin ?? originOf(headers.referer)
  const isOwnPage = website === undefined ? headers['sec-fetch-site'] === 'same-origin' : website === publicOrigin
  return { website, isOwnPage }
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}
