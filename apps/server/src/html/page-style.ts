import { createHash } from 'node:crypto'

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
