import { StatusError } from './status-error.ts'

/** What a client sent is not acceptable, whatever the state of the server. */
export function invalidArgument(reason: string, message: string): StatusError {
  return new StatusError('invalid-argument', reason, message)
}
