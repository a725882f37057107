import { StatusError } from '@hearth/model'
import { GOOGLE_PROVIDER_ID, isOpenId } from '../../identity/providers/provider-config.ts'
import type { Realm } from '../../identity/realm.ts'
import type { SignInWindowDeps } from './deps.ts'
import type { PhoneApp } from './phone-app.ts'

/**
 * The app is one of the project's, and its address is made of what the project knows: its bundle id or package, its app id, or a client id of
 * the project's Google. Throws `permission-denied`/`UNREGISTERED_APP`: nothing is sent to the address of another one.
 */
export async function assertRegistered(
  { projects, providers }: Pick<SignInWindowDeps, 'projects' | 'providers'>,
  { project, realm }: { readonly project: string; readonly realm: Realm },
  app: PhoneApp,
): Promise<void> {
  const apps = await projects.listApps(project)
  const known = apps.find(
    ({ platform, bundleId, appId }) =>
      platform === app.platform && bundleId === app.bundleId && (app.appId === undefined || app.appId === appId),
  )
  if (known === undefined) {
    throw unregistered(`The project has no app for ${app.platform} with the id ${app.bundleId}`, 'Apps and keys')
  }
  if (app.clientId !== undefined && !(await isGoogleClient(providers, realm, app.clientId))) {
    throw unregistered(`The client id ${app.clientId} is none of the project’s Google`, 'Sign-in → Google')
  }
}

async function isGoogleClient(
  providers: SignInWindowDeps['providers'],
  realm: Realm,
  clientId: string,
): Promise<boolean> {
  const google = await providers.findOwn(realm, GOOGLE_PROVIDER_ID)
  if (google === undefined || !isOpenId(google)) return false
  return google.clientId === clientId || google.acceptedClientIds?.includes(clientId) === true
}

/** `place`: below Settings in the console. */
function unregistered(what: string, place: string): StatusError {
  const text = `${what}: add it in the console (Settings → ${place}), and open the window again.`
  return new StatusError('permission-denied', 'UNREGISTERED_APP', text)
}
