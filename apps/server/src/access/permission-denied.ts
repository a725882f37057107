import { StatusError } from '@hearth/model'

/** What everybody is told who may not; the vendor's text, which apps and people know. `reasons` are for developers alone. */
export function permissionDenied(reasons = 'Missing or insufficient permissions.'): StatusError {
  return new StatusError('permission-denied', 'PERMISSION_DENIED', reasons)
}
