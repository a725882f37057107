import { escapeHtml } from './escape-html.ts'
import { PAGE_STYLE, styleSource } from './page-style.ts'

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
