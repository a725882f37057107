/** What one of Hearth's own endpoints answered instead of the thing asked for. */
export class HearthError extends Error {
  /** The canonical code as the SDKs spell it, such as `permission-denied`. */
  readonly code: string
  /** A stable slug, such as `PROJECT_EXISTS`. */
  readonly reason: string
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(answer: {
    code: string
    reason: string
    message: string
    requestId?: string | undefined
    retryAfterSeconds?: number | undefined
  }) {
    super(answer.message)
    this.name = 'HearthError'
    this.code = answer.code
    this.reason = answer.reason
    this.requestId = answer.requestId
    this.retryAfterSeconds = answer.retryAfterSeconds
  }
}
