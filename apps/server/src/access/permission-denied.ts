import { StatusError } from '@hearth/model'

/** What everybody is told who may not; the vendor's text, which apps and people know. */
export function permissionDenied(): StatusError {
  return new StatusError('permission-denied', 'PERMISSION_DENIED', 'Missing or insufficient permissions.')
}
