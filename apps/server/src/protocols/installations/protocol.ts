import type { Clock } from '../../lib/ambient.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { createInstallation } from './create-installation.ts'
import { deleteInstallation } from './delete-installation.ts'
import { generateAuthToken } from './generate-auth-token.ts'
import { InstallationAllowance } from './installation-allowance.ts'
import { linkUser, unlinkUser } from './link-user.ts'
import type { InstallationsDeps } from './deps.ts'

/** The protocol of `firebase/installations` (wire-protocol 5.1), and who signed in where. */
export function createInstallationsProtocol(
  deps: Omit<InstallationsDeps, 'allowance'> & { readonly clock: Clock },
): Protocol {
  const { clock, ...rest } = deps
  const all: InstallationsDeps = { ...rest, allowance: new InstallationAllowance(clock) }
  return {
    name: 'installations',
    routes: [
      ...alsoWithSlash(createInstallation(all)),
      generateAuthToken(all),
      ...alsoWithSlash(deleteInstallation(all)),
      linkUser(all),
      unlinkUser(all),
    ],
    writeError: writeJsonError,
  }
}

/** Addresses of iOS end in a slash (firebase-ios-sdk, `FIRInstallationsAPIService`). */
function alsoWithSlash(route: Route): Route[] {
  return [route, { ...route, path: `${route.path}/` }]
}
