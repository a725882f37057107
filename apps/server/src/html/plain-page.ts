import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.ts'

/** For the server's own few pages: readable in a narrow window, and in the browser's light or dark. */
const STYLE = `
:root { color-scheme: light dark }
body { margin: 0; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
main { max-width: 44rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.375rem; line-height: 1.25 }
h2 { font-size: 1.0625rem; line-height: 1.25 }
input:not([hidden], [type=checkbox]) { display: block; box-sizing: border-box; width: 100%; max-width: 24rem; padding: .5rem; font: inherit }
button { min-height: 2.75rem; padding: .5rem 1rem; font: inherit }
pre { white-space: pre-wrap; font: .875rem/1.5 ui-monospace, monospace }
`

/** Goes into the page's head. */
export const PAGE_STYLE = `<style>${STYLE}</style>`

/** For the page's policy: this style and no other. */
export const styleSource = `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Nothing but text and a form: the page runs no script, loads nothing and tells nobody where it is. */
export const plainPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; ${styleSource}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'cache-control': 'no-store',
}

/**
 * Those of a page whose form this server takes from its own pages alone. Without a referrer browsers send such a form with `Origin: null`
 * (Fetch standard, 3.1), as they do for any other site's; other servers are told nothing here either.
 */
export const formPageHeaders = { ...plainPageHeaders, 'referrer-policy': 'same-origin' }

/** A whole page; `content` is HTML that is safe already, `title` what it is called in the tab where that is not its heading. */
export function plainPage(heading: string, content: string, title = heading): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
${PAGE_STYLE}</head>
<body><main>
<h1>${escapeHtml(heading)}</h1>
${content}
</main></body></html>
`
}
