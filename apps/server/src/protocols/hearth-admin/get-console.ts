import type { Route } from '../../http/route.ts'
import { googleProviderId } from '../../identity/providers/provider-config.ts'
import { consoleProject } from '../../projects/project-id.ts'
import { appConfiguration, firstWebAppOf } from '../../projects/app-configuration.ts'
import type { HearthAdminDeps } from './deps.ts'

/** What the console's page must know before anybody signed in; nothing here is a secret. */
export function getConsole(deps: HearthAdminDeps): Route {
  return {
    method: 'GET',
    path: '/hearth/v1/console',
    guard: 'open',
    async handle(exchange) {
      const { mode, version, settings, setup, projects } = deps
      const [app, signIn] = await Promise.all([
        firstWebAppOf(projects, consoleProject),
        deps.signInWaysOf(consoleProject),
      ])
      exchange.replyJson(200, {
        mode,
        version,
        setupRequired: await setup.isRequired(),
        signUpAllowed: settings.isSignUpOpen,
        projectCreationAllowed: settings.mayAnyoneCreateProjects,
        googleEnabled: signIn.providers.some(({ providerId }) => providerId === googleProviderId),
        signIn,
        mailEnabled: settings.isMailEnabled,
        historyDays: settings.historyDays,
        app: appConfiguration(app, exchange.publicOrigin),
      })
    },
  }
}
