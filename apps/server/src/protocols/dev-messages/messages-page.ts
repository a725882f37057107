import { escapeHtml } from '../../html/escape-html.ts'
import { PAGE_STYLE } from '../../html/page-style.ts'

export type ShownMessage =
  | {
      readonly kind: 'mail'
      readonly number: number
      readonly realm: string
      /** Milliseconds. */
      readonly at: number
      readonly to: string
      readonly subject: string
      readonly text: string
      readonly link: string
    }
  | {
      readonly kind: 'text'
      readonly realm: string
      /** Milliseconds. */
      readonly at: number
      readonly to: string
      readonly code: string
    }

/** A page of the messages, the newest first. Without scripts it is loaded anew every few seconds, with them it changes in place. */
export function messagesPage(messages: readonly ShownMessage[]): string {
  const list =
    messages.length === 0
      ? '<p>Nothing was sent yet. Mails and text messages of every project are shown here as soon as they are sent.</p>'
      : messages.map(messageArticle).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mails and text messages</title>
${PAGE_STYLE}
<noscript><meta http-equiv="refresh" content="3"></noscript><script src="/hearth/dev/mails.js" defer></script></head>
<body><main aria-live="polite">
<h1>Mails and text messages</h1>
${list}
</main></body></html>
`
}

function messageArticle(message: ShownMessage): string {
  const head = `<p>${escapeHtml(message.realm)} to <b>${escapeHtml(message.to)}</b>, <time datetime="${isoOf(message)}">${isoOf(message)}</time></p>`
  if (message.kind === 'text') {
    return `<article><h2>Text message: ${escapeHtml(message.code)}</h2>\n${head}</article><hr>`
  }
  return `<article><h2>${escapeHtml(message.subject)}</h2>
${head}
<pre>${textWithLink(message.text, message.link)}</pre>
<p><a href="/hearth/dev/mails/${message.number}" target="_blank" rel="noreferrer">As HTML</a></p></article><hr>`
}

function isoOf({ at }: ShownMessage): string {
  return new Date(at).toISOString()
}

/** Only the link that the server made can be clicked. */
function textWithLink(text: string, link: string): string {
  const anchor = `<a href="${escapeHtml(link)}" target="_blank" rel="noreferrer">${escapeHtml(link)}</a>`
  return text.split(link).map(escapeHtml).join(anchor)
}
