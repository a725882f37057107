import { StatusError } from '@hearth/model'
import type { Authenticator } from '../../access/authenticator.ts'
import type { Caller } from '../../access/caller.ts'
import type { Projects } from '../../projects/projects.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'

/** Who a stream or call is for, once its database is known. Throws `unauthenticated`, `not-found`. */
export async function callerOf(
  deps: { authenticator: Authenticator; projects: Projects },
  scope: DatabaseScope,
  authorization: string | undefined,
): Promise<Caller> {
  await deps.projects.get(scope.project)
  return await deps.authenticator.authenticate(scope.project, authorization)
}

/** Anything thrown, as an error a client may see. */
export function asStatusError(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown
  return new StatusError('internal', 'INTERNAL', 'Something failed on the server. Its log has the details.', {
    cause: thrown,
  })
}
