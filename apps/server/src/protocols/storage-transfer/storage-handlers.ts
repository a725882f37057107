import { StatusError } from '@hearth/model'
import type { Authenticator, Caller } from '../../access/caller.ts'
import type { FileList } from '../../files/file-listing.ts'
import type { ObjectRef } from '../../files/files.ts'
import type { Exchange, QueryParameters } from '../../http/exchange.ts'
import { decodePathSegment } from '../../http/path-segments.ts'
import type { Route } from '../../http/route.ts'
import { idTokenIssuer } from '../../identity/tokens/id-token-claims.ts'
import { decodeJwt } from '../../identity/tokens/jwt.ts'
import type { Projects } from '../../projects/projects.ts'
import { generationOf } from './preconditions.ts'

const RESULTS_MAX = 1_000

type Handle<Place> = (exchange: Exchange, caller: Caller, place: Place) => Promise<void>

/** Makes handlers of routes that name a bucket (`:bucket`) or an object in it (`*name`, percent-encoded) and act for a verified caller. */
export interface StorageHandlers {
  callerOf(exchange: Exchange, bucket: string): Promise<Caller>
  onBucket(handle: Handle<string>): Route['handle']
  onObject(handle: Handle<ObjectRef>): Route['handle']
}

export function createStorageHandlers(deps: {
  projects: Pick<Projects, 'projectOfBucket'>
  authenticator: Authenticator
}): StorageHandlers {
  async function callerOf(exchange: Exchange, bucket: string): Promise<Caller> {
    const project = await deps.projects.projectOfBucket(bucket)
    const { authorization } = exchange.headers
    try {
      const caller = await deps.authenticator.authenticate(project, authorization, exchange)
      exchange.note({ project, ...('uid' in caller && { uid: caller.uid }) })
      return caller
    } catch (error) {
      const own = projectSaid(authorization)
      throw own === undefined || own === project ? error : bucketNotFound(bucket, own, error)
    }
  }
  return {
    callerOf,
    onBucket:
      (handle) =>
      async (exchange, { bucket = '' }) =>
        await handle(exchange, await callerOf(exchange, bucket), bucket),
    onObject:
      (handle) =>
      async (exchange, { bucket = '', name = '' }) => {
        const at = { bucket, name: decodePathSegment(name), generation: generationOf(exchange.query, 'generation') }
        await handle(exchange, await callerOf(exchange, bucket), at)
      },
  }
}

/**
 * The project that an ID token says itself that it is of: where it is another than the bucket's, the bucket's name is wrong, and not the sign-in. It
 * goes by what was sent alone, so that nobody learns from it which projects there are.
 */
function projectSaid(authorization: string | undefined): string | undefined {
  const payload = decodeJwt(/^\w+ (\S+)$/.exec(authorization ?? '')?.[1] ?? '')?.payload
  const audience = payload?.['aud']
  return typeof audience === 'string' && payload?.['iss'] === idTokenIssuer(audience) ? audience : undefined
}

function bucketNotFound(bucket: string, project: string, cause: unknown): StatusError {
  const message =
    `The bucket "${bucket}" is not of project ${project}, to which this user belongs. ` +
    'Its owners give its bucket other names in the console (Settings).'
  return new StatusError('not-found', 'BUCKET_NOT_FOUND', message, { cause })
}

/** What a list asks for; clients in Go send what they don't ask for as empty texts. Throws `invalid-argument`/`INVALID_REQUEST`, and `unimplemented`/`NOT_OFFERED` for patterns. */
export function listOf(query: QueryParameters): FileList {
  if (query.get('matchGlob')) {
    throw new StatusError(
      'unimplemented',
      'NOT_OFFERED',
      'Lists by pattern (matchGlob) are not offered; list by prefix.',
    )
  }
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    maxResults: maxResultsOf(query.get('maxResults')),
    pageToken: query.get('pageToken') || undefined,
    startOffset: query.get('startOffset') || undefined,
    endOffset: query.get('endOffset') || undefined,
  }
}

function maxResultsOf(text: string | null): number {
  if (text === null) return RESULTS_MAX
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) {
    throw new StatusError('invalid-argument', 'INVALID_REQUEST', 'maxResults must be a whole number from 1.')
  }
  return Math.min(count, RESULTS_MAX)
}
