import type { StatusCode } from '@hearth/model'

/**
 * What the HTTP status of an answer means that names no canonical code of its own: those of the vendor's protocols, and of proxies. The names
 * in Hearth's answers are finer. `name` is that of the answer, where it has one: of the two that are 409 one passes by
 * itself, and of those that are 400 one may be good a moment later.
 */
export function codeOfHttpStatus(status: number, name?: string): StatusCode {
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
      return 'unavailable'
    case 504:
      return 'deadline-exceeded'
    default:
      return 'unknown'
  }
}
