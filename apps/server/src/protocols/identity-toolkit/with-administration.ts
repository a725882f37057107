import { projectOfCredential } from '../../identity/tokens/project-of-credential.ts'
import type { Exchange } from '../../http/exchange.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import { authenticateAdmin, type IdentityToolkitDeps, type Method } from './define-method.ts'

/**
 * A method of apps whose address serves administrators as well: whoever brings a credential in the header `Authorization` is one, unless the
 * body has the ID token of a user. Without `asApp` the address is for administrators alone. Its path names no project: `targetProjectId` of the body does, else the credential.
 */
export function withAdministration(asApp: Method | undefined, asAdministrator: Method): Method {
  return {
    ...(asApp ?? asAdministrator),
    guard: 'identity',
    bind(identity) {
      const answerApp = asApp?.bind(identity)
      const answerAdministrator = asAdministrator.bind(identity)
      return async (exchange, params, input) => {
        const hasCredential = exchange.headers.authorization !== undefined
        if (!hasCredential && answerApp !== undefined) return await answerApp(exchange, params, input)
        const ofCredential = await projectOf(identity, exchange)
        // Before the body is read; the method itself asks again, for the project that the body names.
        await authenticateAdmin(identity.authenticator, ofCredential, exchange)
        const body = input ?? (await exchange.readJson(asAdministrator.bodyBytesMax))
        if (answerApp !== undefined && hasIdToken(body)) return await answerApp(exchange, params, body)
        return await answerAdministrator(exchange, { project: targetOf(body) ?? ofCredential }, body)
      }
    },
  }
}

/** What the credential says it is of, which its verification proves. `Bearer owner` says nothing, and means the project of the API key. */
async function projectOf({ projects }: IdentityToolkitDeps, exchange: Exchange): Promise<string> {
  return projectOfCredential(exchange.headers.authorization) ?? (await projects.projectOfApiKey(apiKeyOf(exchange)))
}

/** An empty one is none: so protocol buffers write what is absent. */
function hasIdToken(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('idToken' in body)) return false
  return typeof body.idToken === 'string' && body.idToken !== ''
}

function targetOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('targetProjectId' in body)) return undefined
  const { targetProjectId } = body
  return typeof targetProjectId === 'string' && targetProjectId !== '' ? targetProjectId : undefined
}
