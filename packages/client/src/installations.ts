import type { FirebaseApp } from 'firebase/app'
import { getInstallations, type Installations } from 'firebase/installations'
import { connectOnce } from './connect-once.ts'
import { redirectGoogleHosts } from './google-hosts.ts'
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
