import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'
import { projectOfCredential } from '../../identity/tokens/project-of-credential.ts'
import { apiKeyOf } from '../identity-answers/api-key-of.ts'
import type { AdminMethod, IdentityToolkitDeps, Method } from './define-method.ts'

/** A method of administrators at an address that names no project: `targetProjectId` of the body does, else the credential. */
export function ofNamedProject(method: AdminMethod): Method {
  return {
    ...method,
    bind(identity) {
      const answer = method.bind(identity)
      return async (exchange, _params, input) => {
        const ofCaller = await projectOfCaller(identity, exchange).catch(nobody)
        // Before the body, which may be long, is read; the method itself asks again, for the project that the body names.
        await method.authorize(identity, ofCaller, exchange)
        const body = input ?? (await exchange.readJson(method.bodyBytesMax))
        return await answer(exchange, { project: namedProject(body) ?? ofCaller }, body)
      }
    },
  }
}

/** What the credential says it is of, which its verification proves. `Bearer owner` says nothing, and means the project of the API key. */
export async function projectOfCaller({ projects }: IdentityToolkitDeps, exchange: Exchange): Promise<string> {
  return projectOfCredential(exchange.headers.authorization) ?? (await projects.projectOfApiKey(apiKeyOf(exchange)))
}

/** A credential that names no project, without a key that does: what is missing here is a credential, not a key. */
function nobody(error: unknown): never {
  if (!(error instanceof StatusError) || error.reason !== 'API_KEY_INVALID') throw error
  const sentence = 'This needs a server credential or an operator session.'
  throw new StatusError('unauthenticated', 'UNAUTHENTICATED', sentence, {
    details: { isHeaderCredential: true },
    cause: error,
  })
}

export function namedProject(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('targetProjectId' in body)) return undefined
  const { targetProjectId } = body
  return typeof targetProjectId === 'string' && targetProjectId !== '' ? targetProjectId : undefined
}
