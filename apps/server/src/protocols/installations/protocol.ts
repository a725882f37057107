import type { Clock } from '../../lib/ambient.ts'
import { writeJsonError } from '../../http/error-body.ts'
import type { Protocol, Route } from '../../http/route.ts'
import { createInstallation } from './create-installation.ts'
import { InstallationAllowance } from './installation-allowance.ts'
import { linkUser, unlinkUser } from './link-user.ts'
import type { InstallationsDeps } from './deps.ts'
import { refreshTokenOf, readBody } from './installation-request.ts'
import { z } from 'zod'

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

function deleteInstallation({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'DELETE',
    path: '/v1/projects/:project/installations/:fid',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      await installations.delete(project, params['fid'] ?? '', refreshTokenOf(exchange))
      exchange.replyJson(200, {})
    },
  }
}

const tokenRequest = z.object({
  installation: z.object({ sdkVersion: z.string().max(64).optional() }).default({}),
})

function generateAuthToken({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'POST',
    path: '/v1/projects/:project/installations/:fid/authTokens:generate',
    guard: 'capability',
    async handle(exchange, params) {
      const project = params['project'] ?? ''
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      const refreshToken = refreshTokenOf(exchange)
      const { installation } = await readBody(exchange, tokenRequest)
      const { token, validForSeconds } = await installations.refresh(project, params['fid'] ?? '', refreshToken, {
        sdkVersion: installation.sdkVersion,
        device: exchange.headers['user-agent'],
      })
      exchange.replyJson(200, { token, expiresIn: `${validForSeconds}s` })
    },
  }
}
