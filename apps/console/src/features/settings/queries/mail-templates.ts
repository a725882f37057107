import * as z from 'zod/mini'
import type { ProjectSession } from '../../../firebase/project-session.ts'

export const mailKinds = [
  'VERIFY_EMAIL',
  'PASSWORD_RESET',
  'EMAIL_SIGNIN',
  'VERIFY_AND_CHANGE_EMAIL',
  'RECOVER_EMAIL',
] as const
export type MailKind = (typeof mailKinds)[number]

const mailTemplate = z.object({
  kind: z.enum(mailKinds),
  language: z.string(),
  /** Written for this project; the server's own otherwise. */
  isCustom: z.boolean(),
  subject: z.string(),
  body: z.string(),
  senderName: z.optional(z.string()),
  replyTo: z.optional(z.string()),
})
const mailSettings = z.object({
  defaultLanguage: z.string(),
  /** Whose name and reply address mails have. */
  sender: z.enum(['project', 'server']),
  templates: z.array(mailTemplate),
})
const mailPreview = z.object({ subject: z.string(), html: z.string() })

export type MailTemplate = z.infer<typeof mailTemplate>
export type MailSettings = z.infer<typeof mailSettings>
export type MailPreview = z.infer<typeof mailPreview>

/** What is written of a template; texts that are left out are the server's own. */
export interface MailTexts {
  readonly subject: string
  readonly body: string
  readonly senderName?: string
  readonly replyTo?: string
}

export async function getMailSettings(project: ProjectSession): Promise<MailSettings> {
  return await project.call({ path: pathOf(project), answer: mailSettings })
}

export async function setMailLanguage(project: ProjectSession, defaultLanguage: string): Promise<void> {
  await project.call({ method: 'PATCH', path: pathOf(project), body: { defaultLanguage }, answer: z.unknown() })
}

/** Throws `invalid-argument`/`INVALID_MAIL_TEMPLATE`, whose message says which text is wrong. */
export async function saveMailTemplate(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  texts: MailTexts,
): Promise<void> {
  const path = `${pathOf(project)}/${kind}/${encodeURIComponent(language)}`
  await project.call({ method: 'PUT', path, body: texts, answer: z.unknown() })
}

export async function resetMailTemplate(project: ProjectSession, { kind, language }: MailTemplate): Promise<void> {
  const path = `${pathOf(project)}/${kind}/${encodeURIComponent(language)}`
  await project.call({ method: 'DELETE', path, answer: z.unknown() })
}

/** How a draft looks, with made-up people in it. */
export async function previewMail(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  template: MailTexts,
): Promise<MailPreview> {
  const body = { kind, language, template }
  return await project.call({ method: 'POST', path: `${pathOf(project)}:preview`, body, answer: mailPreview })
}

/** Throws `unavailable`/`MAIL_NOT_SENT`, whose message says why. */
export async function sendTestMail(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  to: string,
): Promise<void> {
  const path = `/hearth/v1/projects/${encodeURIComponent(project.id)}/test-mail`
  await project.call({ method: 'POST', path, body: { to, kind, language }, answer: z.unknown() })
}

function pathOf(project: ProjectSession): string {
  return `/hearth/v1/projects/${encodeURIComponent(project.id)}/mail-templates`
}
