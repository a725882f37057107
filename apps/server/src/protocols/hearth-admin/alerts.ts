import {
  type AlertLanguage,
  getProjectAlertSettings,
  getServerAlertSettings,
  type Incident as ShownIncident,
  type Incidents as ShownIncidents,
  listProjectAlerts,
  listServerAlerts,
  projectAlertKinds,
  removeProjectAlertWebhook,
  removeServerAlertWebhook,
  serverAlertKinds,
  setProjectAlertSettings,
  setProjectAlertWebhook,
  setServerAlertSettings,
  setServerAlertWebhook,
  testProjectAlertMail,
  testProjectAlertWebhook,
  testServerAlertMail,
  testServerAlertWebhook,
} from '@hearth/api'
import { StatusError } from '@hearth/model'
import type { ConsoleUser } from '../../access/admin-access.ts'
import type { AlertSettings } from '../../alerts/alert-settings.ts'
import type { Incident } from '../../alerts/incident.ts'
import type { Exchange } from '../../http/exchange.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import type { HearthAdminDeps } from './deps.ts'
import { auditAct } from './note-act.ts'
import { route, timeJson } from './route.ts'

const SETTINGS = 'alerts'
const WEBHOOK = 'alert-webhook'

export const alerts = [
  route(listProjectAlerts, async ({ deps, params: { project } }) => {
    assertNoServer(project)
    return await listIncidents(deps, project)
  }),

  route(getProjectAlertSettings, async ({ deps, params: { project } }) => {
    assertNoServer(project)
    const { kinds, team, ...shown } = await readSettings(deps, project)
    return { ...shown, kinds: projectAlertKinds.filter((kind) => kinds.includes(kind)), team }
  }),

  route(setProjectAlertSettings, async ({ deps, params: { project }, body, note }) => {
    assertNoServer(project)
    const settings = await body()
    await deps.alerts.settings.set(project, settings)
    await note({ target: SETTINGS, detail: detailOf(settings) })
    return {}
  }),

  route(setProjectAlertWebhook, async ({ deps, params: { project }, body, note }) => {
    assertNoServer(project)
    const { newSecret: secret } = await deps.webhooks.set(project, 'alerts', await body())
    await note({ target: WEBHOOK })
    return { secret }
  }),

  route(removeProjectAlertWebhook, async ({ deps, params: { project }, note }) => {
    assertNoServer(project)
    await deps.webhooks.remove(project, 'alerts')
    await note({ target: WEBHOOK })
    return {}
  }),

  route(testProjectAlertMail, async ({ deps, params: { project }, body }) => {
    assertNoServer(project)
    return await sendTest(deps, project, await body())
  }),

  route(testProjectAlertWebhook, async ({ deps, params: { project } }) => {
    assertNoServer(project)
    return await deps.alerts.tests.callWebhook(project)
  }),

  route(listServerAlerts, async ({ deps }) => await listIncidents(deps, CONSOLE_PROJECT)),

  route(getServerAlertSettings, async ({ deps }) => {
    const { kinds, team, ...shown } = await readSettings(deps, CONSOLE_PROJECT)
    return {
      ...shown,
      kinds: serverAlertKinds.filter((kind) => kinds.includes(kind)),
      team: team === 'nobody' ? ('nobody' as const) : ('owners' as const),
    }
  }),

  route(setServerAlertSettings, async ({ deps, exchange, caller, body }) => {
    const settings = await body()
    await deps.alerts.settings.set(CONSOLE_PROJECT, settings)
    await auditOfServer(deps, exchange, caller, SETTINGS, detailOf(settings))
    return {}
  }),

  route(setServerAlertWebhook, async ({ deps, exchange, caller, body }) => {
    const { newSecret: secret } = await deps.webhooks.set(CONSOLE_PROJECT, 'alerts', await body())
    await auditOfServer(deps, exchange, caller, WEBHOOK)
    return { secret }
  }),

  route(removeServerAlertWebhook, async ({ deps, exchange, caller }) => {
    await deps.webhooks.remove(CONSOLE_PROJECT, 'alerts')
    await auditOfServer(deps, exchange, caller, WEBHOOK)
    return {}
  }),

  route(testServerAlertMail, async ({ deps, body }) => await sendTest(deps, CONSOLE_PROJECT, await body())),

  route(testServerAlertWebhook, async ({ deps }) => await deps.alerts.tests.callWebhook(CONSOLE_PROJECT)),
]

async function listIncidents(
  { alerts: { isWatched, incidents } }: HearthAdminDeps,
  scope: string,
): Promise<ShownIncidents> {
  const { open, ended } = await incidents.listOf(scope)
  return { isWatched, open: open.map(incidentJson), ended: ended.map(incidentJson) }
}

function incidentJson({ id, kind, since, endedAt, figures, messages }: Incident): ShownIncident {
  return {
    id,
    kind,
    since: timeJson(since),
    endedAt: endedAt === undefined ? null : timeJson(endedAt),
    figures,
    messages: messages.map(({ event, at, isHeldBack, mails, webhook }) => ({
      event,
      at: timeJson(at),
      isHeldBack,
      mails,
      webhook: webhook === undefined ? null : { ...webhook, status: webhook.status ?? null },
    })),
  }
}

async function readSettings(deps: HearthAdminDeps, scope: string) {
  const [settings, { alerts: webhook }] = await Promise.all([deps.alerts.settings.get(scope), deps.webhooks.get(scope)])
  return {
    ...settings,
    webhook: webhook === undefined ? null : { url: webhook.url },
    isMailEnabled: deps.settings.isMailEnabled(),
  }
}

async function sendTest(
  { alerts: { tests } }: HearthAdminDeps,
  scope: string,
  { to, language }: { readonly to: string; readonly language: AlertLanguage },
): Promise<Record<string, never>> {
  await tests.sendMail(scope, to, language)
  return {}
}

/** Addresses are people's: how many there are is enough for the log. */
function detailOf({ kinds, team, addresses }: AlertSettings): Readonly<Record<string, string>> {
  return { kinds: kinds.join(', '), team, addresses: String(addresses.length) }
}

async function auditOfServer(
  deps: HearthAdminDeps,
  exchange: Exchange,
  { uid }: ConsoleUser,
  target: string,
  detail?: Readonly<Record<string, string>>,
): Promise<void> {
  const act = { project: CONSOLE_PROJECT, action: setServerAlertSettings.audit, target, ...(detail && { detail }) }
  await auditAct(deps, exchange, { uid, key: undefined }, act)
}

/** Throws `failed-precondition`/`ALERTS_OF_SERVER`: what the console's project has to tell is the server's. */
function assertNoServer(project: string): void {
  if (project !== CONSOLE_PROJECT) return
  throw new StatusError('failed-precondition', 'ALERTS_OF_SERVER', 'The alerts of the console are those of the server.')
}
