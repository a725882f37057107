/** The canonical error codes, as the official SDKs spell them. `ok` is no error and has no place here. */
export type StatusCode =
  | 'cancelled'
  | 'unknown'
  | 'invalid-argument'
  | 'deadline-exceeded'
  | 'not-found'
  | 'already-exists'
  | 'permission-denied'
  | 'unauthenticated'
  | 'resource-exhausted'
  | 'failed-precondition'
  | 'aborted'
  | 'out-of-range'
  | 'unimplemented'
  | 'internal'
  | 'unavailable'
  | 'data-loss'

/**
 * The one expected failure of the server. Services throw it, each protocol writes it in its own words.
 *
 * `reason` is a stable slug in upper case (`EMAIL_EXISTS`, `DOCUMENT_TOO_LARGE`) for tests, metrics and clients;
 * `message` is for people and never holds a secret or the content of a document.
 */
export class StatusError extends Error {
  readonly code: StatusCode
  readonly reason: string
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: StatusCode,
    reason: string,
    message: string,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'StatusError'
    this.code = code
    this.reason = reason
    this.details = options.details
  }
}
