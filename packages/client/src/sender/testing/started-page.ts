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
