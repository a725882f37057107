import { z } from 'zod'
import { StatusError } from '@hearth/model'
import { identityError } from '../../identity/identity-error.ts'
import type { ProjectIdentity } from '../../identity/identity-settings.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { IdentityToolkitDeps } from './define-method.ts'

const bodyBytesMax = 64 * 1024

const configRequest = z.object({
  signIn: z.object({ allowDuplicateEmails: z.boolean().optional() }).optional(),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: z.boolean().optional() }).optional(),
})

/** The control endpoints of the vendor's emulator (wire-protocol 7), under `hearth dev` alone. */
export function emulatorRoutes({ accounts, settings, projects, mailbox, textMessages }: IdentityToolkitDeps): Route[] {
  const route = (
    method: string,
    path: string,
    answer: (project: string, exchange: Exchange) => Promise<object>,
  ): Route => ({
    method,
    path: `/emulator/v1/projects/:project/${path}`,
    guard: 'dev',
    async handle(exchange, params) {
      const { id } = await projects.get(params['project'] ?? '')
      exchange.note({ project: id, operation: `emulator ${path}` })
      exchange.replyJson(200, await answer(id, exchange))
    },
  })
  return [
    route('DELETE', 'accounts', async (project) => {
      await accounts.deleteAll(project)
      mailbox.clear(project)
      textMessages.clear(project)
      return {}
    }),
    route('GET', 'config', async (project) => encodeConfig(await settings.get(project))),
    route('PATCH', 'config', async (project, exchange) => {
      const parsed = configRequest.safeParse(await exchange.readJson(bodyBytesMax))
      if (!parsed.success)
        throw new StatusError('invalid-argument', 'INVALID_ARGUMENT', 'The configuration is not valid.')
      if (parsed.data.signIn?.allowDuplicateEmails === true) {
        throw identityError('OPERATION_NOT_ALLOWED', 'Several accounts with one e-mail address are not supported yet.')
      }
      const emailPrivacy = parsed.data.emailPrivacyConfig?.enableImprovedEmailPrivacy
      return encodeConfig(await settings.update(project, () => (emailPrivacy === undefined ? {} : { emailPrivacy })))
    }),
    route('GET', 'oobCodes', async (project) => ({
      oobCodes: mailbox.list(project).map(({ to, kind, code, link }) => ({
        email: to,
        requestType: kind,
        oobCode: code,
        oobLink: link,
      })),
    })),
    route('GET', 'verificationCodes', async (project) => ({ verificationCodes: textMessages.list(project) })),
  ]
}

function encodeConfig(settings: ProjectIdentity): object {
  return {
    signIn: { allowDuplicateEmails: false },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.emailPrivacy },
  }
}
