import { StatusError } from '@hearth/model'
import type { Authenticator } from '../../access/authenticator.ts'
import type { Caller } from '../../access/caller.ts'
import type { DatabaseScope } from '../firestore-codec/database-scope.ts'

/** Who a stream or call is for, once its database is known. Throws `unauthenticated`. */
export async function callerOf(
  deps: { authenticator: Authenticator },
  scope: DatabaseScope,
  authorization: string | undefined,
): Promise<Caller> {
  return await deps.authenticator.authenticate(scope.project, authorization)
}

/** Anything thrown, as an error a client may see. */
export function asStatusError(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown
  return new StatusError('internal', 'INTERNAL', 'Something failed on the server. Its log has the details.', {
    cause: thrown,
  })
}
