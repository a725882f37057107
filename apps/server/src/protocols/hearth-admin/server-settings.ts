import {
  getServerSettings,
  setMailServer,
  setPublicAddress,
  testMailServer,
  testPublicAddress,
  unsetMailServer,
  unsetPublicAddress,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { ConsoleUser } from '../../access/admin-access.ts'
import type { Exchange } from '../../http/exchange.ts'
import { smtpOptionsOf } from '../../mails/mail-server.ts'
import { testAddress } from '../../outbound/address-test.ts'
import { firstWebAppOf } from '../../projects/app-configuration.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { HearthAdminDeps } from './deps.ts'
import { auditAct } from './note-act.ts'
import { route } from './route.ts'

const ADDRESS = 'public-address'
const MAILS = 'mail-server'

export const serverSettings = [
  route(getServerSettings, async ({ deps }) => {
    const { publicUrl, publicUrlFrom, mailServer, mailsFrom, mails } = deps.settings.server
    const given = mailsFrom === 'variable' ? mails : undefined
    return {
      publicAddress: { from: publicUrlFrom, url: publicUrl ?? null },
      mailServer: {
        from: mailsFrom,
        // Of the variable no more than the host, as in the list of all settings.
        host: mailServer?.host ?? (given === undefined ? null : new URL(given.smtpUrl).hostname),
        port: mailServer?.port ?? null,
        security: mailServer?.security ?? null,
        user: mailServer?.user ?? null,
        hasPassword: mailServer?.password !== undefined,
        sender: mailServer?.sender ?? given?.from ?? null,
        replyTo: mailServer?.replyTo ?? given?.replyTo ?? null,
      },
    }
  }),

  route(setPublicAddress, async ({ deps, exchange, caller, body }) => {
    const url = await deps.settings.server.setPublicUrl((await body()).url)
    await audit(deps, exchange, caller, ADDRESS, { url })
    return {}
  }),

  route(unsetPublicAddress, async ({ deps, exchange, caller }) => {
    await deps.settings.server.unsetPublicUrl()
    await audit(deps, exchange, caller, ADDRESS)
    return {}
  }),

  route(testPublicAddress, async ({ deps, caller, body }) => {
    const { url } = await body()
    deps.addressTestRate.take(caller.uid)
    const { apiKey } = await firstWebAppOf(deps.projects, CONSOLE_PROJECT)
    return await testAddress(url, '/hearth/v1/console', (answer) => apiKeyIn(answer) === apiKey)
  }),

  route(setMailServer, async ({ deps, exchange, caller, body }) => {
    const wanted = await body()
    await deps.settings.server.setMailServer(wanted)
    const { host, port, security, sender } = wanted
    await audit(deps, exchange, caller, MAILS, { host: `${host}:${port}`, security, sender })
    return {}
  }),

  route(unsetMailServer, async ({ deps, exchange, caller }) => {
    await deps.settings.server.unsetMailServer()
    await audit(deps, exchange, caller, MAILS)
    return {}
  }),

  route(testMailServer, async ({ deps, body }) => {
    if (deps.mode === 'dev') {
      throw new StatusError('failed-precondition', 'NOT_UNDER_DEV', 'Under hearth dev mails are shown and not sent.')
    }
    const { to, language, mailServer } = await body()
    const smtp = mailServer && smtpOptionsOf(deps.settings.server.complete(mailServer))
    return await deps.testMails.tryOut(to, language, smtp)
  }),
]

async function audit(
  deps: HearthAdminDeps,
  exchange: Exchange,
  { uid }: ConsoleUser,
  target: string,
  detail?: Readonly<Record<string, string>>,
): Promise<void> {
  const act = { project: CONSOLE_PROJECT, action: setPublicAddress.audit, target, ...(detail && { detail }) }
  await auditAct(deps, exchange, { uid, key: undefined }, act)
}

/** What a page of this server is told to call itself by: no other server has it. */
function apiKeyIn(answer: unknown): unknown {
  return (answer as { app?: { apiKey?: unknown } } | null | undefined)?.app?.apiKey
}
