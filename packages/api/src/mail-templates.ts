import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/** A body of 32 Ki characters, each of which may be six bytes of JSON. */
const bodyBytesMax = 256 * 1024

export const mailKinds = [
  'VERIFY_EMAIL',
  'PASSWORD_RESET',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'RECOVER_EMAIL',
] as const
export type MailKind = (typeof mailKinds)[number]

const kind = z.enum(mailKinds, `The kind must be one of ${mailKinds.join(', ')}.`)
const nullable = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? undefined),
)
const texts = z.strictObject({
  subject: z.string('The subject is missing.'),
  body: z.string('The body is missing.'),
  senderName: nullable,
  replyTo: nullable,
})
/** What is written of a template; texts that are left out are the server's own. */
export type MailTexts = z.input<typeof texts>

const template = z.object({
  kind: z.enum(mailKinds),
  language: z.string(),
  /** Written for this project; the server's own otherwise. */
  isCustom: z.boolean(),
  subject: z.string(),
  body: z.string(),
  senderName: z.optional(z.string()),
  replyTo: z.optional(z.string()),
})
export type MailTemplate = z.infer<typeof template>

export const listMailTemplates = {
  method: 'GET',
  path: '/hearth/v1/projects/:project/mail-templates',
  summary: 'The [mail templates](#mail-templates) of every kind and language that there is.',
  who: 'editor',
  answer: z.object({
    defaultLanguage: z.string(),
    /** Whose name and reply address mails have. */
    sender: z.enum(['project', 'server']),
    templates: z.array(template),
  }),
} as const satisfies Endpoint

export type MailSettings = z.infer<(typeof listMailTemplates)['answer']>

export const setMailLanguage = {
  method: 'PATCH',
  path: '/hearth/v1/projects/:project/mail-templates',
  summary: 'The language of mails to those whose own is not known.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'sign-in',
  audit: 'mails.update',
  body: z.strictObject({ defaultLanguage: z.string('The language is missing.') }),
  answer: done,
} as const satisfies Endpoint

export const setMailTemplate = {
  method: 'PUT',
  path: '/hearth/v1/projects/:project/mail-templates/:kind/:language',
  summary: 'Writes a template; `details.fields` of an error says what is wrong with which text.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'sign-in',
  audit: 'mails.update',
  body: texts,
  bodyBytesMax,
  answer: template,
  errors: { INVALID_MAIL_TEMPLATE: 'invalid-argument', MAIL_KIND_NOT_FOUND: 'not-found' },
} as const satisfies Endpoint

export const resetMailTemplate = {
  method: 'DELETE',
  path: '/hearth/v1/projects/:project/mail-templates/:kind/:language',
  summary: 'Back to what comes with the server.',
  who: 'owner',
  recentSignIn: 'always',
  scope: 'sign-in',
  audit: 'mails.update',
  answer: done,
  errors: { MAIL_KIND_NOT_FOUND: 'not-found' },
} as const satisfies Endpoint

export const previewMail = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/mail-templates:preview',
  summary: 'How a mail looks, of a draft or of what there is.',
  who: 'editor',
  body: z.strictObject({
    kind,
    language: z.string('The language is missing.'),
    template: z.optional(texts),
  }),
  bodyBytesMax,
  answer: z.object({
    language: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
    senderName: z.optional(z.string()),
    replyTo: z.optional(z.string()),
  }),
  errors: { INVALID_MAIL_TEMPLATE: 'invalid-argument' },
} as const satisfies Endpoint

export type MailPreview = z.infer<(typeof previewMail)['answer']>

export const sendTestMail = {
  method: 'POST',
  path: '/hearth/v1/projects/:project/test-mail',
  summary: 'Answers when the mail server took it; `details.smtpCode` of an error says why it did not. 10 an hour.',
  who: 'owner',
  scope: 'sign-in',
  body: z.strictObject({
    to: z.string('The address is missing.'),
    kind: z._default(kind, 'VERIFY_EMAIL'),
    language: z._default(z.string(), 'en'),
  }),
  answer: done,
  errors: { MAIL_NOT_SENT: 'unavailable' },
} as const satisfies Endpoint
