import { oneLine } from '@hearth/model'
import { escapeHtml } from '../html/escape-html.ts'
import type { MailTemplate, MailValues } from './mail-template.ts'

/** Tags that end a line, and those that end a paragraph. */
const lineTags = new Set(['tr', 'li', 'div'])
const paragraphTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table', 'blockquote', 'hr'])
/** What is in them is not for reading. */
const hiddenTags = new Set(['style', 'script', 'head', 'title'])
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A mail as it is sent, in both forms. */
export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly senderName: string | undefined
  readonly replyTo: string | undefined
}

const NAME_CHARACTERS_MAX = 80

/**
 * Puts the values into a template, each once and in one line: what stands in a value is never read as a placeholder, as HTML or as another
 * header or paragraph. A display name that looks like an address of a page is left out, because anybody may give themselves one and have it
 * mailed to a stranger.
 */
export function renderMail(template: MailTemplate, language: string, given: MailValues): RenderedMail {
  const name = oneLine(given.DISPLAY_NAME).trim()
  const values = { ...given, DISPLAY_NAME: isHarmlessName(name) ? name : '' }
  const body = fill(template.body, values, escapeHtml)
  const html = /^\s*<(?:!doctype|html)\b/i.test(body) ? body : htmlPage(body, language)
  const { senderName, replyTo } = template
  return {
    subject: fill(template.subject, values, asItIs),
    html,
    text: textOfHtml(html),
    senderName: senderName === undefined ? undefined : fill(senderName, values, asItIs).replaceAll(/[<>"]/g, ''),
    replyTo,
  }
}

/** What the server itself has to say, in a language that its receivers have; no template of a project. */
export interface Notice {
  readonly language: string
  /** One line. */
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Stands below them. */
  readonly link?: string | undefined
}

export function renderNotice({ language, subject, paragraphs, link }: Notice): RenderedMail {
  const body = paragraphs.map((text) => `<p>${escapeHtml(oneLine(text))}</p>`)
  if (link !== undefined) body.push(`<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`)
  const html = htmlPage(body.join('\n'), language)
  return { subject: oneLine(subject), html, text: textOfHtml(html), senderName: undefined, replyTo: undefined }
}

function fill(text: string, values: MailValues, escape: (value: string) => string): string {
  return text.replaceAll(
    /(\s?)%(DISPLAY_NAME|APP_NAME|LINK|EMAIL|NEW_EMAIL)%/g,
    (_whole, space: string, name: keyof MailValues) => {
      const value = oneLine(values[name])
      // "Hello %DISPLAY_NAME%," greets nobody as "Hello,".
      return value === '' ? '' : space + escape(value)
    },
  )
}

function asItIs(value: string): string {
  return value
}

function isHarmlessName(name: string): boolean {
  return name.length <= NAME_CHARACTERS_MAX && !/[/\\@]|\bwww\.|\w\.\w{2,}/i.test(name)
}

function htmlPage(body: string, language: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"></head>
<body>
${body.trim()}
</body></html>
`
}

/**
 * What a mail program without HTML shows: the text of the page, with the address of each link behind its words. It goes through the HTML
 * once, so that no template makes it slow.
 */
export function textOfHtml(html: string): string {
  let text = ''
  let hidden: string | undefined
  let link: { readonly href: string; readonly at: number } | undefined
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at)
    const close = open === -1 ? -1 : html.indexOf('>', open)
    const end = close === -1 ? html.length : open
    if (hidden === undefined) text += decodeEntities(html.slice(at, end).replaceAll(/\s+/g, ' '))
    if (close === -1) break
    at = close + 1
    const { name, isEnd, attributes } = parseTag(html.slice(open + 1, close))
    if (hidden !== undefined) {
      if (isEnd && name === hidden) hidden = undefined
    } else if (hiddenTags.has(name) && !isEnd) hidden = name
    else if (name === 'a' && !isEnd) {
      const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)
      link = { href: decodeEntities(href?.[1] ?? href?.[2] ?? ''), at: text.length }
    } else if (name === 'a' && link !== undefined) {
      if (link.href !== '' && text.slice(link.at).trim() !== link.href) text += ` ${link.href}`
      link = undefined
    } else if (paragraphTags.has(name)) text += '\n\n'
    else if (name === 'br' || (lineTags.has(name) && !text.endsWith('\n'))) text += '\n'
  }
  const lines = text.split('\n').map((line) => line.trim())
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

function parseTag(tag: string): { name: string; isEnd: boolean; attributes: string } {
  const [, slash = '', name = ''] = /^(\/?)([a-z0-9!-]*)/i.exec(tag) ?? []
  return { name: name.toLowerCase(), isEnd: slash !== '', attributes: tag.slice(slash.length + name.length) }
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,6}));/gi, (whole, code: string | undefined, name: string) => {
    if (code === undefined) return entities[name.toLowerCase()] ?? whole
    const point = Number(code)
    return point > 31 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
  })
}
