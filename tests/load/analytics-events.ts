import type { KeptBatch, KeptEvent } from '../../apps/server/src/analytics/event.ts'
import type { App } from '../../apps/server/src/projects/projects.ts'

/** How a shop's events are spread: `count` events of `days` days before `endMs`, in batches of one client each. */
export interface EventSpread {
  readonly count: number
  readonly days: number
  readonly endMs: number
  readonly users: number
}

export const appOfEvents: App = {
  appId: '1:123456789012:web:0123456789abcdef',
  project: 'demo-app',
  name: 'Shop',
  platform: 'web',
  apiKey: 'hk_demo-app_x',
  measurementId: 'G-0123456789',
}
const dayMs = 24 * 60 * 60_000
const perBatch = 10
/** The frequent ones first; how often falls with the place. */
const names =
  'page_view user_engagement scroll view_item view_item_list click session_start search add_to_cart select_item first_visit begin_checkout login add_payment_info purchase sign_up share refund file_download video_start'.split(
    ' ',
  )
const languages = 'en-US en-GB de-DE fr-FR es-ES pt-BR ja-JP it-IT nl-NL pl-PL sv-SE tr-TR ko-KR zh-CN hi-IN'.split(' ')
const browsers = ['Chrome', 'Safari', 'Firefox', 'Edge']
const systems = ['Windows', 'Android', 'iOS', 'macOS', 'Linux']
const categories = ['desktop', 'mobile', 'tablet']
const pages = 300

/** The batches of each day, the oldest day first. The same each time. */
export function* eventDays({ count, days, endMs, users }: EventSpread): Iterable<KeptBatch[]> {
  const random = randomNumbers(42)
  const perDay = Math.floor(count / days / perBatch)
  for (let day = days - 1; day >= 0; day--) {
    const start = Math.floor(endMs / dayMs) * dayMs - day * dayMs
    yield Array.from({ length: perDay }, (_none, index) =>
      batchAt(start + Math.floor((index / perDay) * dayMs), users, random),
    )
  }
}

function batchAt(receivedAt: number, users: number, random: () => number): KeptBatch {
  const user = Math.floor(random() ** 2 * users)
  const page = skewed(pages, random)
  const events = Array.from({ length: perBatch }, (_none, index): KeptEvent => {
    const name = names[skewed(names.length, random)] ?? ''
    return {
      name,
      time: receivedAt - (perBatch - index) * 100,
      params: {
        ...(name === 'page_view' && {
          page_location: `https://shop.example/p/${page}?from=mail`,
          page_title: `Product ${page}`,
        }),
        ...(name === 'purchase' && { value: Math.floor(random() * 100), currency: 'EUR' }),
        ...(name === 'login' && { method: random() < 0.5 ? 'mail' : 'popup' }),
        ...(name === 'search' && { search_term: `term ${skewed(500, random)}` }),
      },
      engagementMs: Math.floor(random() * 5_000),
    }
  })
  return {
    appId: appOfEvents.appId,
    platform: appOfEvents.platform,
    clientId: `client-${user}`,
    userProperties: { plan: user % 5 === 0 ? 'paid' : 'free' },
    sessionId: String(Math.floor(receivedAt / 1_800_000)),
    device: {
      language: languages[user % languages.length],
      browser: browsers[user % browsers.length],
      operatingSystem: systems[user % systems.length],
      deviceCategory: categories[user % categories.length],
      appVersion: `2.${user % 4}`,
    },
    receivedAt,
    events,
  }
}

/** Below `length`, small numbers much more often than large ones. */
function skewed(length: number, random: () => number): number {
  return Math.floor(random() ** 3 * length)
}

/** Mulberry32: the same numbers for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
