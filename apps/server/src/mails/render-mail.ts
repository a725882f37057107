import { oneLine } from '@hearth/model'
import { escapeHtml } from '../html/escape-html.ts'
import type { MailTemplate, MailValues } from './mail-template.ts'
import { textOfHtml } from './text-of-html.ts'

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
