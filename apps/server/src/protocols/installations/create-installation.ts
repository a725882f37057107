import { StatusError } from '@hearth/model'
import { z } from 'zod'
import { type AskingPage, askingPage } from '../../http/asking-page.ts'
import type { Route } from '../../http/route.ts'
import { readBody } from './installation-newInstallation.ts'
import type { InstallationsDeps } from './deps.ts'

const newInstallation = z.object({
  fid: z.string().max(64).default(''),
  authVersion: z.literal('FIS_v2').optional(),
  appId: z.string().min(1).max(128),
  sdkVersion: z.string().max(64).default(''),
})

/**
 * Registers an installation. The API key, public by nature, and the app id must be of the project in the address. The key comes in a header, and
 * from Android in the address (firebase-android-sdk, `FirebaseInstallationServiceClient`).
 */
export function createInstallation(deps: InstallationsDeps): Route {
  return {
    method: 'POST',
    path: '/v1/projects/:project/installations',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      deps.allowance.takeOfNetwork(exchange.clientAddress)
      const { fid, appId, sdkVersion } = await readBody(exchange, newInstallation)
      const apiKey = exchange.headers['x-goog-api-key'] ?? exchange.query.get('key')
      await checkApp(deps, project, appId, typeof apiKey === 'string' ? apiKey : undefined, askingPage(exchange))
      const device = exchange.headers['user-agent']
      const counted = deps.allowance.takeOfProject(project)
      const made = await deps.installations
        .create(project, { fid, appId, sdkVersion, device })
        .catch((error: unknown) => {
          counted.giveBack()
          throw error
        })
      exchange.replyJson(200, {
        name: `projects/${project}/installations/${made.installation.fid}`,
        fid: made.installation.fid,
        refreshToken: made.refreshToken,
        authToken: { token: made.authToken.token, expiresIn: `${made.authToken.validForSeconds}s` },
      })
    },
  }
}

/** `dev` takes any key and any app id, as it does everywhere. */
async function checkApp(
  { mode, projects }: InstallationsDeps,
  project: string,
  appId: string,
  apiKey: string | undefined,
  page: AskingPage,
): Promise<void> {
  if (mode === 'dev') return
  if ((await projects.projectOfApiKey(apiKey, page)) !== project) {
    throw new StatusError('permission-denied', 'API_KEY_OF_ANOTHER_PROJECT', 'The API key belongs to another project.')
  }
  if ((await projects.findAppById(appId))?.project !== project) {
    throw new StatusError('invalid-argument', 'UNKNOWN_APP', 'This project has no app with this app id.')
  }
}
