import type { FirebaseApp } from 'firebase/app'
import { deleteInstallations, getInstallations, getToken, type Installations } from 'firebase/installations'
import { connectOnce } from './connect-once.ts'
import { redirectGoogleHosts } from './google-hosts.ts'
import { hasInstallation, removeInstallation } from './installation-record.ts'
import { linkUser } from './link-user.ts'
import { type ConnectOptions, originOf } from './origin.ts'

/** The app's `Installations`, pointed at the origin. The app's configuration needs `projectId`, `apiKey` and `appId`. */
export function connectInstallations(app: FirebaseApp, options: ConnectOptions = {}): Installations {
  const { origin } = originOf(options)
  return connectOnce(app, 'installations', origin, () => {
    redirectGoogleHosts(app, origin)
    linkUser(app, origin)
    return getInstallations(app)
  })
}

/** How long the server may take to hear of it. */
const forgettingMsMax = 2_000

/**
 * Deletes the app's installation, as `deleteInstallations` does where the server answers within two seconds, and in this browser always: whoever
 * uses it next is another one. Nothing where there is none.
 */
export async function forgetInstallation(app: FirebaseApp, options: ConnectOptions = {}): Promise<void> {
  if (!(await hasInstallation(app))) return
  const timeout = new Promise((resolve) => setTimeout(resolve, forgettingMsMax))
  await Promise.race([deleteAtServer(connectInstallations(app, options)), timeout])
  await removeInstallation(app)
}

async function deleteAtServer(installations: Installations): Promise<void> {
  try {
    // One that is just being made can't be deleted.
    await getToken(installations)
    await deleteInstallations(installations)
  } catch {
    // The server is away, or forgot it already: it forgets by itself what nobody uses.
  }
}
