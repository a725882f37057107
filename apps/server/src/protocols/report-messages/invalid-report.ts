import { StatusError } from '@hearth/model'

/** For a report whose request is not understood. */
export function invalidReport(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_REQUEST', message)
}

/** The same, with the part of the request that is not. */
export function invalidReportAt(at: string, message: string): StatusError {
  return invalidReport(`${at}: ${message}`)
}
