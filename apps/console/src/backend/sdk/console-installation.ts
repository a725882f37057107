import { connectInstallations } from '@hearth/client/installations'
import type { FirebaseApp } from 'firebase/app'
import { getId } from 'firebase/installations'

/** Which installation of the console this browser is; made with the first call. */
export async function getInstallationId(app: FirebaseApp): Promise<string> {
  return await getId(connectInstallations(app))
}
