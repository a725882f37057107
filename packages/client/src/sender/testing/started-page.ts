import { type FakeBrowser, FakePage } from './fake-page.ts'

export const id = 'G-ABCDEFGHIJ'
/** What the SDK says first. */
export const init = { origin: 'firebase', update: true, firebase_id: 'cAbcdefghijklmnopqrstu' }
export const quiet = { ...init, send_page_view: false }

/** A page whose sender has begun. */
export function startedPage(browser?: FakeBrowser, tab?: FakePage): FakePage {
  const page = new FakePage(browser, tab).load()
  page.gtag('js', new Date())
  return page
}

/** What an event says by itself: without the page it happened on. */
export function saidIn(event: { readonly params: Record<string, unknown> } | undefined): Record<string, unknown> {
  const { page_location: _location, page_title: _title, page_referrer: _referrer, ...said } = event?.params ?? {}
  return said
}
