import type * as z from 'zod/mini'
import { HearthError } from './hearth-error.ts'

export interface HearthCall<Answer> {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the origin's root, such as `/hearth/v1/projects`. */
  readonly path: string
  /** The ID token of the console's user or of an operator; none for what is open to everybody. */
  readonly idToken?: string
  readonly body?: unknown
  /** Gives the answer up. */
  readonly signal?: AbortSignal
  /** Beside those that every call has. */
  readonly headers?: Readonly<Record<string, string>>
  /** What a good answer looks like, or what recognizes one; anything else is an error of the server's. */
  readonly answer: z.ZodMiniType<Answer> | ((body: unknown) => body is Answer)
}

const timeoutMs = 30_000

/**
 * Calls an endpoint that answers JSON. Throws a `HearthError`; its code is `unavailable` when nothing answered.
 */
export async function callHearth<Answer>(call: HearthCall<Answer>): Promise<Answer> {
  const response = await send(call)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, body, requestId)
  if (typeof call.answer === 'function') {
    if (call.answer(body)) return body
    throw unexpected(call.path, 'something else', requestId)
  }
  const parsed = call.answer.safeParse(body)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  throw unexpected(call.path, issues.join('; '), requestId)
}

function unexpected(path: string, what: string, requestId: string | undefined): HearthError {
  return new HearthError({ code: 'internal', reason: 'UNEXPECTED_ANSWER', message: `${path}: ${what}`, requestId })
}

/** Calls an endpoint that answers a text, such as CSV. Throws a `HearthError` as `callHearth` does. */
export async function callHearthForText(call: Omit<HearthCall<unknown>, 'answer'>): Promise<string> {
  const response = await send(call)
  if (response.ok) return await response.text()
  const body: unknown = await response.json().catch(() => undefined)
  throw errorOf(response, body, response.headers.get('x-request-id') ?? undefined)
}

/** The identity protocol's message is its reason, with a sentence after it where there is more to say. */
const identityMessage = /^([A-Z][A-Z_]+)(?: : (.*))?$/s

async function send(call: Omit<HearthCall<unknown>, 'answer'>): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', ...call.headers })
  if (call.idToken !== undefined) headers.set('authorization', `Bearer ${call.idToken}`)
  if (call.body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(call.path, {
      method: call.method ?? 'GET',
      headers,
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      cache: 'no-store',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(call.signal === undefined ? [] : [call.signal])]),
    })
  } catch (cause) {
    throw new HearthError({
      code: 'unavailable',
      reason: 'NO_ANSWER',
      message: cause instanceof Error ? cause.message : String(cause),
    })
  }
}

function errorOf(response: Response, body: unknown, requestIdOfHeader: string | undefined): HearthError {
  const error = inside(body, 'error')
  const retryAfter = Number(response.headers.get('retry-after'))
  const message = textIn(error, 'message')
  const identity = identityMessage.exec(message ?? '')
  // Where the storage protocol has its reason.
  const ofStorage = textIn(inside(inside(error, 'errors'), 0), 'reason')
  return new HearthError({
    code: textIn(error, 'status')?.toLowerCase().replaceAll('_', '-') ?? codeOfStatus(response.status),
    reason: textIn(error, 'reason') ?? identity?.[1] ?? ofStorage ?? `HTTP_${response.status}`,
    message: identity?.[2] ?? message ?? response.statusText,
    requestId: textIn(error, 'requestId') ?? requestIdOfHeader,
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined,
  })
}

function inside(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined
}

function textIn(value: unknown, name: string): string | undefined {
  const text = inside(value, name)
  return typeof text === 'string' ? text : undefined
}

/** For an answer that isn't ours, such as a proxy's. */
function codeOfStatus(status: number): string {
  switch (status) {
    case 400:
      return 'invalid-argument'
    case 401:
      return 'unauthenticated'
    case 403:
      return 'permission-denied'
    case 404:
      return 'not-found'
    case 429:
      return 'resource-exhausted'
    case 502:
    case 503:
      return 'unavailable'
    case 504:
      return 'deadline-exceeded'
    default:
      return 'unknown'
  }
}
