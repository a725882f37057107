import { StatusError } from '@hearth/model'

/** The vendor's text, which apps and people know. */
const denied = deniedFor('Missing or insufficient permissions.')

/**
 * What everybody is told who may not; `reasons` are for developers alone. Without them it is one and the same error: where it was made
 * says nothing, and writing that down each time takes longer than most rules.
 */
export function permissionDenied(reasons?: string): StatusError {
  return reasons === undefined ? denied : deniedFor(reasons)
}

function deniedFor(message: string): StatusError {
  return new StatusError('permission-denied', 'PERMISSION_DENIED', message)
}
