import { tryParseJson } from '@hearth/model/parse-json'
import { HearthError } from '../api/hearth-error.ts'

/** What can be read off whatever was thrown. */
export interface Failure {
  /** `auth/…`, `storage/…`, or a canonical code such as `permission-denied`. */
  readonly code: string
  /** The stable slug of Hearth's own endpoints. */
  readonly reason: string | undefined
  /** What the server said, without the SDK's wrapping. */
  readonly message: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** Reads an error of the SDKs, of Hearth's own endpoints, or of the browser. Never throws. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof HearthError) {
    const { code, reason, message, requestId, retryAfterSeconds } = thrown
    return { code, reason, message, requestId, retryAfterSeconds }
  }
  if (!(thrown instanceof Error))
    return {
      code: 'unknown',
      reason: undefined,
      message: undefined,
      requestId: undefined,
      retryAfterSeconds: undefined,
    }
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code.replace(/^firestore\//, '') : 'unknown'
  const served = serverResponseOf(thrown)
  // The storage SDK puts sentences of its own about the vendor's cloud in the place of what the server said.
  const message = served.message ?? (code.startsWith('storage/') ? '' : plainMessage(thrown.message, code))
  return {
    code,
    reason: served.reason,
    message,
    requestId: served.requestId ?? /\brequest (?:id )?([0-9a-f]{10}-[0-9a-z]+)\b/i.exec(message)?.[1],
    retryAfterSeconds: secondsIn(message),
  }
}

interface Served {
  readonly message: string | undefined
  readonly reason: string | undefined
  readonly requestId: string | undefined
}

/** The storage SDK keeps the body of the answer as text, in `customData.serverResponse`. */
function serverResponseOf(error: Error): Served {
  const data: unknown = 'customData' in error ? error.customData : undefined
  const text = isRecord(data) && typeof data['serverResponse'] === 'string' ? data['serverResponse'] : ''
  const body = tryParseJson(text)
  const answer = isRecord(body) && isRecord(body['error']) ? body['error'] : {}
  return {
    message: textOf(answer['message']),
    reason: textOf(answer['reason']),
    requestId: textOf(answer['requestId']),
  }
}

/** `Firebase: Too many tries. (auth/too-many-requests).` without its beginning and its end. */
function plainMessage(message: string, code: string): string {
  return message
    .replace(/^Firebase(?: Storage)?: /, '')
    .replace(` (${code}).`, '')
    .replace(` (${code})`, '')
    .trim()
}

/** `Try again in 40 seconds`, `in 3 minutes`. */
function secondsIn(message: string): number | undefined {
  const match = /\b(\d{1,6}) ?(s|seconds?|minutes?|min)\b/i.exec(message)
  if (match === null) return undefined
  return Number(match[1]) * (match[2]?.toLowerCase().startsWith('m') === true ? 60 : 1)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
