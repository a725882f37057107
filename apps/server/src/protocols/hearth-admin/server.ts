import { getConsole, getServer, resetOwner, type ServerSetting, setUp } from '@hearth/api'
import { StatusError } from '@hearth/model'
import { nextNight } from '../../backups/nightly-backups.ts'
import type { ServerFacts } from '../../operations/server-report.ts'
import type { ServerSettings } from '../../operations/server-settings.ts'
import { GOOGLE_PROVIDER_ID } from '../../identity/providers/provider-config.ts'
import { appConfiguration, firstWebAppOf } from '../../projects/app-configuration.ts'
import { CONSOLE_PROJECT } from '../../projects/project-id.ts'
import { timeJson, route } from './route.ts'
import { visitorAct } from './note-act.ts'

export const server = [
  route(getConsole, async ({ deps, exchange }) => {
    const { mode, version, settings, setup, projects } = deps
    const [app, signIn] = await Promise.all([
      firstWebAppOf(projects, CONSOLE_PROJECT),
      deps.signInWaysOf(CONSOLE_PROJECT),
    ])
    return {
      mode,
      version,
      setupRequired: await setup.isRequired(),
      signUpAllowed: settings.isSignUpOpen,
      projectCreationAllowed: settings.mayAnyoneCreateProjects,
      googleEnabled: signIn.providers.some(({ providerId }) => providerId === GOOGLE_PROVIDER_ID),
      signIn,
      mailEnabled: settings.isMailEnabled(),
      historyDays: settings.historyDays,
      app: appConfiguration(app, exchange.publicOrigin),
    }
  }),

  route(getServer, async ({ deps }) => {
    const { about, takeStock } = deps.server
    const { projectCount, storeBytes, fileBytes, disk, projects } = await takeStock()
    const { nightlyAt } = deps.nightly
    const clock = about.clock()
    return {
      version: deps.version,
      mode: deps.mode,
      node: about.node,
      platform: about.platform,
      startedAt: timeJson(about.startedAt),
      timeZone: about.timeZone,
      clock: {
        doubt: clock.doubt ?? null,
        bySeconds: Math.round(clock.byMs / 1000),
        holdsSweeps: clock.holdsSweeps,
        aheadProjects: clock.aheadProjects,
      },
      listensAt: about.listensAt(),
      publicUrl: deps.settings.server.publicUrl ?? null,
      mailEnabled: deps.settings.isMailEnabled(),
      storage: {
        engine: about.engine,
        folder: about.dataFolder,
        contents: about.contents,
        storeBytes,
        fileBytes,
        disk: { freeBytes: disk.free, totalBytes: disk.total },
      },
      projectCount,
      backups: {
        nextAt: nightlyAt === undefined ? null : timeJson(nextNight(nightlyAt, deps.clock.nowMs())),
        folder: about.backupFolder,
        projects: projects.map(({ id, name, lastBackupAt }) => ({
          projectId: id,
          name,
          lastAt: lastBackupAt === undefined ? null : timeJson(lastBackupAt),
        })),
      },
      settings: about.settings.map((setting) => settingJson(setting, deps.settings.server)),
    }
  }),

  route(setUp, async ({ deps, exchange, body }) => {
    const guess = deps.setupRate.take(exchange.clientAddress)
    const { code, ...owner } = await body()
    try {
      await deps.setup.claim(code, owner)
    } catch (error) {
      // What counts against an address is guessing; whoever has the code may mistype the rest as often as they like.
      if (!(error instanceof StatusError) || error.reason !== 'SETUP_CODE_INVALID') guess.giveBack()
      throw error
    }
    await deps.recordAct({ ...visitorAct(exchange), action: setUp.audit, target: owner.email })
    return {}
  }),

  route(resetOwner, async ({ deps, exchange, body }) => {
    const guess = deps.setupRate.take(exchange.clientAddress)
    const { code, secondFactor } = await body()
    const { email, link, removedFactors } = await deps.ownerReset.redeem(code, exchange.publicOrigin, { secondFactor })
    guess.giveBack()
    await deps.recordAct({
      ...visitorAct(exchange),
      action: resetOwner.audit,
      target: email,
      ...(secondFactor && { detail: { removedSecondFactors: String(removedFactors) } }),
    })
    return { email, link, removedFactors }
  }),
]

/** Where it was not given at the start, what is stored is what holds. */
function settingJson(setting: ServerFacts['settings'][number], settings: ServerSettings): ServerSetting {
  const stored = setting.from === 'default' ? storedValueOf(setting.name, settings) : undefined
  if (stored !== undefined) return { ...setting, from: 'stored', value: stored }
  return { ...setting, value: setting.value ?? null }
}

function storedValueOf(name: string, { publicUrl, mailServer }: ServerSettings): string | undefined {
  switch (name) {
    case 'HEARTH_PUBLIC_URL':
      return publicUrl
    case 'HEARTH_SMTP_URL':
      return mailServer && `${mailServer.host}:${mailServer.port}`
    case 'HEARTH_MAIL_FROM':
      return mailServer?.sender
    case 'HEARTH_MAIL_REPLY_TO':
      return mailServer?.replyTo
    default:
      return undefined
  }
}
