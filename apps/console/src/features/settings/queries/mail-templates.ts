import * as api from '@hearth/api'
import { callApi } from '../../../backend/api/call-api.ts'
import type { ProjectSession } from '../../../backend/sdk/project-session.ts'

export { mailKinds } from '@hearth/api'
export type MailKind = api.MailKind
export type MailTemplate = api.MailTemplate
export type MailSettings = api.MailSettings
export type MailPreview = api.MailPreview
export type MailTexts = Readonly<api.MailTexts>

export async function getMailSettings(project: ProjectSession): Promise<MailSettings> {
  return await callApi(api.listMailTemplates, { project: project.id }, project)
}

export async function setMailLanguage(project: ProjectSession, defaultLanguage: string): Promise<void> {
  await callApi(api.setMailLanguage, { project: project.id, body: { defaultLanguage } }, project)
}

/** Throws `invalid-argument`/`INVALID_MAIL_TEMPLATE`, whose message says which text is wrong. */
export async function saveMailTemplate(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  body: MailTexts,
): Promise<void> {
  await callApi(api.setMailTemplate, { project: project.id, kind, language, body }, project)
}

export async function resetMailTemplate(project: ProjectSession, { kind, language }: MailTemplate): Promise<void> {
  await callApi(api.resetMailTemplate, { project: project.id, kind, language }, project)
}

/** How a draft looks, with made-up people in it. */
export async function previewMail(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  template: MailTexts,
): Promise<MailPreview> {
  return await callApi(api.previewMail, { project: project.id, body: { kind, language, template } }, project)
}

/** Throws `unavailable`/`MAIL_NOT_SENT`, whose message says why. */
export async function sendTestMail(
  project: ProjectSession,
  { kind, language }: MailTemplate,
  to: string,
): Promise<void> {
  await callApi(api.sendTestMail, { project: project.id, body: { to, kind, language } }, project)
}
