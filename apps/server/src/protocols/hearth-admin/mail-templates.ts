import { StatusError } from '@hearth/model'
import { z } from 'zod'
import { assertKeyScope } from '../../access/key-scopes.ts'
import type { Route } from '../../http/route.ts'
import type { ActionKind } from '../../identity/messages/action-kind.ts'
import { mailKinds } from '../../mails/mail-template.ts'
import { requireRole, requireRecentOwner } from './admin-callers.ts'
import type { HearthAdminDeps } from './deps.ts'
import { noteAct } from './note-act.ts'
import { readRequest } from './read-request.ts'

const path = '/hearth/v1/projects/:project/mail-templates'
/** A body of 32 Ki characters, each of which may be six bytes of JSON. */
const bodyBytesMax = 256 * 1024

const kindSchema = z.enum(mailKinds, `The kind must be one of ${mailKinds.join(', ')}.`)
const templateSchema = z.strictObject({
  subject: z.string('The subject is missing.'),
  body: z.string('The body is missing.'),
  senderName: z.string().nullish().transform(absent),
  replyTo: z.string().nullish().transform(absent),
})
const previewed = z.strictObject({
  kind: kindSchema,
  language: z.string('The language is missing.'),
  template: templateSchema.optional(),
})
const tested = z.strictObject({
  to: z.string('The address is missing.'),
  kind: kindSchema.default('VERIFY_EMAIL'),
  language: z.string().default('en'),
})

/** `{ defaultLanguage, sender, templates: [{ kind, language, isCustom, subject, body, senderName?, replyTo? }] }` */
export function listMailTemplates(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'editor')
      exchange.replyJson(200, await deps.mailTemplates.list(project))
    },
  }
}

export function setMailLanguage(deps: HearthAdminDeps): Route {
  return {
    method: 'PATCH',
    path,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'sign-in')
      const { defaultLanguage } = await readRequest(
        exchange,
        z.strictObject({ defaultLanguage: z.string('The language is missing.') }),
      )
      await deps.mailTemplates.setDefaultLanguage(project, defaultLanguage)
      await noteAct(deps, exchange, member, { project, service: 'mails', operation: 'update', target: 'settings' })
      exchange.replyJson(200, {})
    },
  }
}

export function setMailTemplate(deps: HearthAdminDeps): Route {
  return {
    method: 'PUT',
    path: `${path}/:kind/:language`,
    guard: 'admin',
    async handle(exchange, { project = '', kind = '', language = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'sign-in')
      const wanted = await readRequest(exchange, templateSchema, bodyBytesMax)
      const template = await deps.mailTemplates.set(project, parseKind(kind), language, wanted)
      await noteAct(deps, exchange, member, {
        project,
        service: 'mails',
        operation: 'update',
        target: `${kind}/${template.language}`,
      })
      exchange.replyJson(200, template)
    },
  }
}

/** Back to what comes with the server. */
export function resetMailTemplate(deps: HearthAdminDeps): Route {
  return {
    method: 'DELETE',
    path: `${path}/:kind/:language`,
    guard: 'admin',
    async handle(exchange, { project = '', kind = '', language = '' }) {
      const member = await requireRecentOwner(exchange, deps, project, 'sign-in')
      await deps.mailTemplates.reset(project, parseKind(kind), language)
      await noteAct(deps, exchange, member, {
        project,
        service: 'mails',
        operation: 'update',
        target: `${kind}/${language}`,
      })
      exchange.replyJson(200, {})
    },
  }
}

/** `{ language, subject, html, text, senderName?, replyTo? }`, of a draft or of what there is. */
export function previewMail(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: `${path}:preview`,
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      await requireRole(exchange, deps, project, 'editor')
      const { kind, language, template: draft } = await readRequest(exchange, previewed, bodyBytesMax)
      exchange.replyJson(200, await deps.mailTemplates.preview(project, kind, language, draft))
    },
  }
}

/** Answers when the mail server took it. */
export function sendTestMail(deps: HearthAdminDeps): Route {
  return {
    method: 'POST',
    path: '/hearth/v1/projects/:project/test-mail',
    guard: 'admin',
    async handle(exchange, { project = '' }) {
      assertKeyScope(await requireRole(exchange, deps, project, 'owner'), 'sign-in')
      const { to, kind, language } = await readRequest(exchange, tested)
      await deps.testMails.send(project, to, kind, language)
      exchange.replyJson(200, {})
    },
  }
}

function parseKind(text: string): ActionKind {
  const kind = mailKinds.find((known) => known === text)
  if (kind === undefined) {
    throw new StatusError('not-found', 'MAIL_KIND_NOT_FOUND', `There are mails of the kinds ${mailKinds.join(', ')}.`)
  }
  return kind
}

function absent(text: string | null | undefined): string | undefined {
  return text ?? undefined
}
