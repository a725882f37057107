import type { StatusError } from '@hearth/model'

/**
 * What an HTTP status of a REST answer means; the names of the answer are finer, but not every proxy keeps them. `name` is that of the answer,
 * where it has one: of the two that are 409 one passes by itself, and of those that are 400 one may be good a moment later.
 */
export function codeOfHttp(status: number, name?: string): StatusError['code'] {
  switch (status) {
    case 400:
      return name === 'FAILED_PRECONDITION' ? 'failed-precondition' : 'invalid-argument'
    case 413:
      return 'invalid-argument'
    case 401:
      return 'unauthenticated'
    case 403:
      return 'permission-denied'
    case 404:
      return 'not-found'
    case 409:
      return name === 'ALREADY_EXISTS' ? 'already-exists' : 'aborted'
    case 429:
      return 'resource-exhausted'
    case 502:
    case 503:
    case 504:
      return 'unavailable'
    default:
      return 'internal'
  }
}
