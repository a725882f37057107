import { StatusError } from '@hearth/model'
import { escapeHtml } from '../../html/escape-html.ts'
import type { DevMailbox, DevTextMessages } from '../../identity/messages/dev-outbox.ts'
import { PAGE_STYLE, styleSource } from '../../html/plain-page.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol } from '../../http/route.ts'
import type { MailTemplates } from '../../mails/mail-templates.ts'

export interface DevMessagesDeps {
  readonly mailbox: DevMailbox
  readonly textMessages: DevTextMessages
  readonly templates: Pick<MailTemplates, 'render'>
}

const SHOWN_MAX = 100
const HTML = 'text/html; charset=utf-8'

/** Our own script refreshes the page; whatever stands in a mail runs and loads nothing. */
const pageHeaders = {
  'content-type': HTML,
  'content-security-policy': `default-src 'none'; script-src 'self'; ${styleSource}; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'cache-control': 'no-store',
}
/** A mail as its template has it, in a world of its own: without scripts, without an origin, with nothing from elsewhere. */
const mailHeaders = {
  'content-type': HTML,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cache-control': 'no-store',
}

/** What `hearth dev` shows instead of sending it: a page of the last mails and text messages. */
export function createDevMessagesProtocol({ mailbox, textMessages, templates }: DevMessagesDeps): Protocol {
  const shownMails = async (): Promise<ShownMessage[]> =>
    await Promise.all(
      mailbox.newest(SHOWN_MAX).map(async ({ number, realm, at, item }) => {
        const { subject, text } = await templates.render(realm, item)
        return { kind: 'mail', number, realm, at, to: item.to, subject, text, link: item.link } as const
      }),
    )
  const shownTexts = (): ShownMessage[] =>
    textMessages
      .newest(SHOWN_MAX)
      .map(({ realm, at, item }) => ({ kind: 'text', realm, at, to: item.phoneNumber, code: item.code }) as const)
  return {
    name: 'dev-messages',
    crossOrigin: false,
    writeError: writeJsonError,
    routes: [
      {
        method: 'GET',
        path: '/hearth/dev/mails',
        guard: 'dev',
        async handle(exchange) {
          const messages = [...(await shownMails()), ...shownTexts()].toSorted((one, other) => other.at - one.at)
          exchange.reply(200, pageHeaders, messagesPage(messages.slice(0, SHOWN_MAX)))
        },
      },
      {
        method: 'GET',
        path: '/hearth/dev/mails.js',
        guard: 'dev',
        handle(exchange) {
          const headers = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }
          exchange.reply(200, headers, REFRESH_SCRIPT)
        },
      },
      {
        method: 'GET',
        path: '/hearth/dev/mails/:mail',
        guard: 'dev',
        async handle(exchange, { mail = '' }) {
          const found = /^\d{1,9}$/.test(mail) ? mailbox.find(Number(mail)) : undefined
          if (found === undefined)
            throw new StatusError('not-found', 'MAIL_NOT_FOUND', 'There is no such mail any more.')
          const rendered = await templates.render(found.realm, found.item)
          exchange.reply(200, mailHeaders, rendered.html)
        },
      },
    ],
  }
}

/**
 * Writes times as the browser's person does, and puts what is new into the open page, once a second; it leaves the page alone while nothing is
 * new, so that text can be selected.
 */
const REFRESH_SCRIPT = `const everyMs = 1000
let shown = document.querySelector('main').innerHTML
function localize() {
  for (const time of document.querySelectorAll('time')) time.textContent = new Date(time.dateTime).toLocaleString()
}
async function refresh() {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const [now, next] = [document.querySelector('main'), page.querySelector('main')]
    if (answer.ok && now !== null && next !== null && shown !== next.innerHTML) {
      shown = next.innerHTML
      now.replaceWith(next)
      localize()
    }
  } catch (error) {
    // The server is being started anew.
    console.debug(error)
  }
  setTimeout(refresh, everyMs)
}
localize()
setTimeout(refresh, everyMs)
`

type ShownMessage =
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
function messagesPage(messages: readonly ShownMessage[]): string {
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
