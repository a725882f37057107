import { StatusError } from '@hearth/model'
import { type Caller, isUnderRules } from './caller.ts'

/** The vendor's text, which apps and people know. */
const denied = deniedFor('Missing or insufficient permissions.')

/**
 * What everybody is told who may not; `reasons` are for developers alone. Without them it is one and the same error: where it was made
 * says nothing, and writing that down each time takes longer than most rules.
 */
export function permissionDenied(reasons?: string): StatusError {
  return reasons === undefined ? denied : deniedFor(reasons)
}

/**
 * The same as a rejection that is ready, for those who answer and don't throw: to be thrown through frames takes about as long as a typical
 * rule.
 */
export const refusal: Promise<never> = Promise.reject(denied)
refusal.catch(() => {
  // Whoever is given it hears of it.
})

/** For what servers and operators alone may ask, whatever rules grant. */
export function denyUnderRules(caller: Caller, sentence?: string): void {
  if (isUnderRules(caller)) throw permissionDenied(sentence)
}

function deniedFor(message: string): StatusError {
  return new StatusError('permission-denied', 'PERMISSION_DENIED', message)
}
