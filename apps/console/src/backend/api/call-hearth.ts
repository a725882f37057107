import { codeOfHttpStatus } from '@hearth/api'
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
 * Calls an endpoint that answers JSON. Throws a `HearthError`; its code is `unavailable` when nothing answered, and when something else did
 * in Hearth's place (`FOREIGN_ANSWER`): what a proxy says of an address is no word of the server's on what is there.
 */
export async function callHearth<Answer>(call: HearthCall<Answer>): Promise<Answer> {
  const response = await send(call)
  const requestId = response.headers.get('x-request-id') ?? undefined
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw errorOf(response, body, requestId)
  // The page that a network shows before it lets anybody through.
  if (body === undefined && isPage(response)) throw foreignAnswer(response)
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
  // Calls whose answer is a list have their error in one.
  const error = inside(Array.isArray(body) ? body[0] : body, 'error')
  if (!isHearths(error)) return foreignAnswer(response)
  const message = textIn(error, 'message')
  const identity = identityMessage.exec(message ?? '')
  // Where the storage protocol has its reason.
  const ofStorage = textIn(inside(inside(error, 'errors'), 0), 'reason')
  return new HearthError({
    code: textIn(error, 'status')?.toLowerCase().replaceAll('_', '-') ?? codeOfHttpStatus(response.status),
    reason: textIn(error, 'reason') ?? identity?.[1] ?? ofStorage ?? `HTTP_${response.status}`,
    message: identity?.[2] ?? message ?? response.statusText,
    requestId: textIn(error, 'requestId') ?? requestIdOfHeader,
    retryAfterSeconds: retryAfterOf(response),
  })
}

/** All its protocols say in words what was wrong, and name it by a status or a number. */
function isHearths(error: unknown): boolean {
  const isNamed = textIn(error, 'status') !== undefined || typeof inside(error, 'code') === 'number'
  return isNamed && (textIn(error, 'message') ?? textIn(error, 'reason')) !== undefined
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}

/** Of a proxy only its haste and its impatience say what became of the call. */
function foreignAnswer(response: Response): HearthError {
  const code = response.status === 429 || response.status === 504 ? codeOfHttpStatus(response.status) : 'unavailable'
  return new HearthError({
    code,
    reason: 'FOREIGN_ANSWER',
    message: `HTTP ${response.status} ${response.statusText}`.trimEnd(),
    retryAfterSeconds: retryAfterOf(response),
  })
}

function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

function inside(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined
}

function textIn(value: unknown, name: string): string | undefined {
  const text = inside(value, name)
  return typeof text === 'string' ? text : undefined
}
