import {
  listMailTemplates,
  mailKinds,
  type MailKind,
  previewMail,
  resetMailTemplate,
  sendTestMail,
  setMailLanguage,
  setMailTemplate,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import { route } from './route.ts'

export const mailTemplates = [
  route(listMailTemplates, async ({ deps, params: { project } }) => await deps.mailTemplates.list(project)),

  route(setMailLanguage, async ({ deps, params: { project }, body, note }) => {
    await deps.mailTemplates.setDefaultLanguage(project, (await body()).defaultLanguage)
    await note({ target: 'settings' })
    return {}
  }),

  route(setMailTemplate, async ({ deps, params: { project, kind, language }, body, note }) => {
    const template = await deps.mailTemplates.set(project, kindOf(kind), language, await body())
    await note({ target: `${kind}/${template.language}` })
    return template
  }),

  route(resetMailTemplate, async ({ deps, params: { project, kind, language }, note }) => {
    await deps.mailTemplates.reset(project, kindOf(kind), language)
    await note({ target: `${kind}/${language}` })
    return {}
  }),

  route(previewMail, async ({ deps, params: { project }, body }) => {
    const { kind, language, template: draft } = await body()
    return await deps.mailTemplates.preview(project, kind, language, draft)
  }),

  route(sendTestMail, async ({ deps, params: { project }, body }) => {
    const { to, kind, language } = await body()
    await deps.testMails.send(project, to, kind, language)
    return {}
  }),
]

function kindOf(text: string): MailKind {
  const kind = mailKinds.find((known) => known === text)
  if (kind === undefined) {
    throw new StatusError('not-found', 'MAIL_KIND_NOT_FOUND', `There are mails of the kinds ${mailKinds.join(', ')}.`)
  }
  return kind
}
