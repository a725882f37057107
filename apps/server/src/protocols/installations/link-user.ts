import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import type { Route } from '../../http/route.ts'
import type { UserOfProject } from '../../installations/installation.ts'
import { authTokenOf } from './installation-request.ts'
import type { InstallationsDeps } from './protocol.ts'

const PATH = '/v1/projects/:project/installations/:fid/user'

/**
 * Our own part of this protocol: the client helper tells who signed in. The installation proves itself by its token in
 * `x-goog-firebase-installations-auth`, the user by the ID token in `Authorization`.
 */
export function linkUser(deps: InstallationsDeps): Route {
  return {
    method: 'PUT',
    path: PATH,
    guard: 'capability',
    async handle(exchange, params) {
      const { project = '', fid = '' } = params
      exchange.note({ project })
      deps.allowance.takeUse(exchange.clientAddress)
      const token = authTokenOf(exchange, fid)
      await deps.installations.prove(project, token)
      const user = await userOf(exchange, deps, project)
      exchange.note({ uid: user.uid })
      await deps.installations.linkUser(project, token, user, { device: exchange.headers['user-agent'] })
      exchange.replyJson(200, {})
    },
  }
}

/** After a sign-out. */
export function unlinkUser({ installations, allowance }: InstallationsDeps): Route {
  return {
    method: 'DELETE',
    path: PATH,
    guard: 'capability',
    async handle(exchange, params) {
      const { project = '', fid = '' } = params
      exchange.note({ project })
      allowance.takeUse(exchange.clientAddress)
      const device = exchange.headers['user-agent']
      await installations.linkUser(project, authTokenOf(exchange, fid), undefined, { device })
      exchange.replyJson(200, {})
    },
  }
}

/** Throws `unauthenticated`/`USER_REQUIRED` for a request that is nobody's: servers and operators have no installation. */
async function userOf(
  exchange: Exchange,
  { authenticator }: InstallationsDeps,
  project: string,
): Promise<UserOfProject> {
  const caller = await authenticator.authenticate(project, exchange.headers.authorization)
  if (caller.kind !== 'user') {
    throw new StatusError(
      'unauthenticated',
      'USER_REQUIRED',
      'The Authorization header must have the ID token of a user.',
    )
  }
  const { tenant } = (caller.claims['firebase'] ?? {}) as { tenant?: unknown }
  return { uid: caller.uid, tenant: typeof tenant === 'string' ? tenant : undefined }
}
