import type { MailKind } from '../../identity/messages/action-mails.ts'
import type { MailTemplate } from '../mail-template.ts'

/** The sentences of the mails in one language, with placeholders; no HTML. */
export interface MailLanguage {
  /** Its own name for itself. */
  readonly name: string
  /** With `%DISPLAY_NAME%`, which may be empty. */
  readonly greeting: string
  readonly mails: Readonly<Record<MailKind, MailSentences>>
}

export interface MailSentences {
  readonly subject: string
  /** Leads to the link, which follows it. */
  readonly request: string
  readonly after: string
}

export function templateOf(language: MailLanguage, kind: MailKind): MailTemplate {
  const { subject, request, after } = language.mails[kind]
  const body = `<p>${language.greeting}</p>
<p>${request}</p>
<p><a href="%LINK%">%LINK%</a></p>
<p>${after}</p>
`
  return { subject, body }
}
