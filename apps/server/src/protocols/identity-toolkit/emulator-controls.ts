import { z } from 'zod'
import { StatusError } from '@hearth/model'
import type { ProjectIdentity } from '../../identity/identity-settings.ts'
import { type Realm, realmOf } from '../../identity/realm.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import { refuseConsole } from '../../projects/project-id.ts'
import type { IdentityToolkitDeps } from './define-method.ts'

const BODY_BYTES_MAX = 64 * 1024

const configRequest = z.object({
  signIn: z.object({ allowDuplicateEmails: z.boolean().optional() }).optional(),
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: z.boolean().optional() }).optional(),
})

/** The control endpoints of the vendor's emulator (wire-protocol 7), under `hearth dev` alone. */
export function emulatorRoutes({ accounts, settings, projects, mailbox, textMessages }: IdentityToolkitDeps): Route[] {
  const route = (
    method: string,
    path: string,
    answer: (realm: Realm, exchange: Exchange) => Promise<object>,
  ): Route => ({
    method,
    path: `/emulator/v1/projects/:project/${path}`,
    guard: 'dev',
    async handle(exchange, params) {
      const { id } = await projects.get(params['project'] ?? '')
      refuseConsole(id)
      exchange.note({ project: id, operation: `emulator ${path}` })
      exchange.replyJson(200, await answer(realmOf(id, params['tenant']), exchange))
    },
  })
  const clear = async (realm: Realm): Promise<object> => {
    await accounts.deleteAll(realm)
    mailbox.clear(realm)
    textMessages.clear(realm)
    return {}
  }
  const listMails = async (realm: Realm): Promise<object> => ({
    oobCodes: mailbox.listUnused(realm).map(({ to, kind, code, link }) => ({
      email: to,
      requestType: kind,
      oobCode: code,
      oobLink: link,
    })),
  })
  const listMessages = async (realm: Realm): Promise<object> => ({ verificationCodes: textMessages.listUnused(realm) })
  return [
    ...['', 'tenants/:tenant/'].flatMap((of) => [
      route('DELETE', `${of}accounts`, clear),
      route('GET', `${of}oobCodes`, listMails),
      route('GET', `${of}verificationCodes`, listMessages),
    ]),
    route('GET', 'config', async (project) => encodeConfig(await settings.get(project))),
    route('PATCH', 'config', async (project, exchange) => {
      const parsed = configRequest.safeParse(await exchange.readJson(BODY_BYTES_MAX))
      if (!parsed.success)
        throw new StatusError('invalid-argument', 'INVALID_ARGUMENT', 'The configuration is not valid.')
      const emailPrivacy = parsed.data.emailPrivacyConfig?.enableImprovedEmailPrivacy
      const duplicateEmails = parsed.data.signIn?.allowDuplicateEmails
      const changes = {
        ...(emailPrivacy !== undefined && { emailPrivacy }),
        ...(duplicateEmails !== undefined && { duplicateEmails }),
      }
      return encodeConfig(await settings.update(project, () => changes))
    }),
  ]
}

function encodeConfig(settings: ProjectIdentity): object {
  return {
    signIn: { allowDuplicateEmails: settings.duplicateEmails },
    emailPrivacyConfig: { enableImprovedEmailPrivacy: settings.emailPrivacy },
  }
}
