import { StatusError } from '@hearth/model'
import { parseEmail } from '../identity/accounts/account-fields.ts'

/** What a mail is made from, in one language. Texts may have placeholders, `%LINK%` and the like. */
export interface MailTemplate {
  /** At most 200 characters, one line. */
  readonly subject: string
  /** HTML, at most 32 KiB; without `<html>` it is what stands in the body. Must have `%LINK%`. */
  readonly body: string
  /** Stands before the server's address; the server's own name when absent. */
  readonly senderName?: string | undefined
  /** An address. */
  readonly replyTo?: string | undefined
}

/** What a placeholder stands for, in a mail to one person. */
export interface MailValues {
  /** Empty when the account has none. */
  readonly DISPLAY_NAME: string
  /** The project's name. */
  readonly APP_NAME: string
  readonly LINK: string
  /** The account's address. */
  readonly EMAIL: string
  /** The address that the account changes, or has changed, to; empty otherwise. */
  readonly NEW_EMAIL: string
}

export const placeholderNames = ['DISPLAY_NAME', 'APP_NAME', 'LINK', 'EMAIL', 'NEW_EMAIL'] as const

const SUBJECT_CHARACTERS_MAX = 200
const SENDER_CHARACTERS_MAX = 80
const BODY_CHARACTERS_MAX = 32 * 1024

/** Throws `invalid-argument`/`INVALID_MAIL_TEMPLATE`, whose `details.fields` has a message for each field that is wrong. */
export function parseMailTemplate(given: MailTemplate): MailTemplate {
  const subject = given.subject.trim()
  const senderName = given.senderName?.trim() || undefined
  const replyTo = given.replyTo?.trim() || undefined
  const fields: Record<string, string> = {}
  if (subject === '') fields['subject'] = 'The subject is missing.'
  else if (subject.length > SUBJECT_CHARACTERS_MAX) fields['subject'] = 'A subject has at most 200 characters.'
  else if (/\p{Cc}/u.test(subject)) fields['subject'] = 'A subject is one line.'
  if (senderName !== undefined && (senderName.length > SENDER_CHARACTERS_MAX || /[\p{Cc}<>"]/u.test(senderName))) {
    fields['senderName'] = 'A sender name has at most 80 characters, and neither quotes nor angle brackets.'
  }
  if (replyTo !== undefined && !isEmail(replyTo)) fields['replyTo'] = 'This is no e-mail address.'
  if (given.body.length > BODY_CHARACTERS_MAX) fields['body'] = 'A body has at most 32,768 characters.'
  else if (!given.body.includes('%LINK%'))
    fields['body'] = 'The body must have %LINK%: without it the mail leads nowhere.'
  for (const [name, text] of Object.entries({ subject, body: given.body, senderName: senderName ?? '' })) {
    const unknown = unknownPlaceholder(text)
    if (unknown !== undefined)
      fields[name] ??= `There is no placeholder ${unknown}. Those there are: ${placeholderList}.`
  }
  const [first] = Object.values(fields)
  if (first !== undefined) {
    throw new StatusError('invalid-argument', 'INVALID_MAIL_TEMPLATE', first, { details: { fields } })
  }
  return { subject, body: given.body, senderName, replyTo }
}

const placeholderList = placeholderNames.map((name) => `%${name}%`).join(', ')

function unknownPlaceholder(text: string): string | undefined {
  for (const [whole, name] of text.matchAll(/%([A-Z]{2,20}(?:_[A-Z]{1,20})?)%/g)) {
    if (!placeholderNames.some((known) => known === name)) return whole
  }
  return undefined
}

function isEmail(text: string): boolean {
  try {
    parseEmail(text)
    return true
  } catch (error) {
    if (error instanceof StatusError) return false
    throw error
  }
}
