import { authenticateAdmin, type Method } from './define-method.ts'
import { namedProject, projectOfCaller } from './of-named-project.ts'

/**
 * A method of apps whose address serves administrators as well: whoever brings a credential in the header `Authorization` is one, unless the
 * body has the ID token of a user. Its path names no project: `targetProjectId` of the body does, else the credential.
 */
export function withAdministration(asApp: Method, asAdministrator: Method): Method {
  return {
    ...asApp,
    bind(identity) {
      const answerApp = asApp.bind(identity)
      const answerAdministrator = asAdministrator.bind(identity)
      return async (exchange, params, input) => {
        if (exchange.headers.authorization === undefined) return await answerApp(exchange, params, input)
        const ofCaller = await projectOfCaller(identity, exchange)
        // Before the body is read; the method itself asks again, for the project that the body names.
        await authenticateAdmin(identity.authenticator, ofCaller, exchange)
        const body = input ?? (await exchange.readJson(asAdministrator.bodyBytesMax))
        if (hasIdToken(body)) return await answerApp(exchange, params, body)
        return await answerAdministrator(exchange, { project: namedProject(body) ?? ofCaller }, body)
      }
    },
  }
}

/** An empty one is none: so protocol buffers write what is absent. */
function hasIdToken(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('idToken' in body)) return false
  return typeof body.idToken === 'string' && body.idToken !== ''
}
