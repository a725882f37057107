import { StatusError } from '@hearth/model'
import { asStatusError } from './sqlite-errors.ts'

const codes = ['data-loss', 'failed-precondition', 'resource-exhausted', 'unavailable'] as const

/** A `StatusError` on its way between threads. */
export interface WrittenError {
  readonly code: (typeof codes)[number]
  readonly reason: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>>
  /** What the log says of it beside that. */
  readonly cause: string | undefined
}

/** `file`: what was worked on. */
export function writeError(error: unknown, file: string): WrittenError {
  const { code, reason, message, details, cause } = asStatusError(error, file)
  return {
    code: codes.find((one) => one === code) ?? 'unavailable',
    reason,
    message,
    ...(details === undefined ? {} : { details }),
    cause: cause instanceof Error ? cause.message : undefined,
  }
}

export function readError({ code, reason, message, details, cause }: WrittenError): StatusError {
  return new StatusError(code, reason, message, {
    ...(details === undefined ? {} : { details }),
    ...(cause === undefined ? {} : { cause: new Error(cause) }),
  })
}
