import { StatusError } from '@hearth/model'
import { appHeadersOf } from '../../access/app-of-request.ts'
import type { Authenticator, Caller, RequestSource } from '../../access/caller.ts'
import type { CallerWatch } from '../../access/caller-watch.ts'
import type { Soon } from '../../lib/soon.ts'

/** Who a stream or call is for, once its database is known. Throws `unauthenticated`. */
export function callerOf(
  deps: { authenticator: Authenticator },
  scope: { readonly project: string },
  authorization: string | undefined,
  from: RequestSource,
): Soon<Caller> {
  return deps.authenticator.authenticate(scope.project, authorization, from)
}

/** As `callerOf`, for a stream: it will end with the sessions of its caller, also when they end while the stream is being opened. */
export async function streamCallerOf(
  deps: { authenticator: Authenticator; callers: CallerWatch },
  scope: { readonly project: string },
  authorization: string | undefined,
  { id, clientAddress, headers }: RequestSource,
): Promise<Caller> {
  const verifiedAfter = deps.callers.endings
  // Nothing else of the request is held on to for as long as the stream lives.
  const kept = { id, clientAddress, headers: { origin: headers.origin, ...appHeadersOf(headers) } }
  const caller = await callerOf(deps, scope, authorization, kept)
  return caller.kind === 'visitor' ? caller : { ...caller, verifiedAfter }
}

/** Anything thrown, as an error a client may see. */
export function asStatusError(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown
  return new StatusError('internal', 'INTERNAL', 'Something failed on the server. Its log has the details.', {
    cause: thrown,
  })
}
